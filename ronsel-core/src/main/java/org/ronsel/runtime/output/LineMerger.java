package org.ronsel.runtime.output;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Merges the output of several sources into one stream by whole lines, so that no line of it is
 * made of the output of two sources. Thread-safe.
 *
 * <p>A line that is not finished, such as a prompt, is passed on when its source is flushed, has
 * been quiet for a while, or is closed. If another source writes next, its line starts on a fresh
 * one.
 *
 * <p>Memory is bounded: of a line beyond {@link #MAX_KEPT} bytes, pieces are passed on as they
 * come. Until it ends, or nothing more of it has come for a while, unfinished lines of other
 * sources stay where they are, and sources that {@linkplain #waitingSource() wait} write nothing.
 */
public final class LineMerger implements AutoCloseable {
  /** Longest unfinished line that is kept back, in bytes. */
  static final int MAX_KEPT = 1 << 20;

  /**
   * How long the end of a line that is passed on in pieces is waited for, in milliseconds without a
   * further piece. The writer of such a long line may wait for others before its end, and they for
   * it.
   */
  private static final long LONG_LINE_MS = 5000;

  private final OutputStream sink;
  private final long quietNs;
  private final long longLineNs;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Condition longLineEnded = lock.newCondition();

  /** Sources with an unfinished line that is kept back. */
  private final List<Source> unfinished = new ArrayList<>();

  /**
   * The source of the unfinished line at the end of the sink, or null if it ends with a whole line.
   */
  private @Nullable Source open;

  private boolean timerRuns;
  private boolean closed;
  private @Nullable IOException failure;

  /**
   * Creates a merger.
   *
   * @param sink where the lines go; nothing more is written after a {@link #failure}
   * @param quietMs after how many milliseconds without output an unfinished line is passed on
   */
  public LineMerger(OutputStream sink, long quietMs) {
    this(sink, quietMs, LONG_LINE_MS);
  }

  /** As the public constructor, with another time for the end of a long line. */
  LineMerger(OutputStream sink, long quietMs, long longLineMs) {
    this.sink = sink;
    quietNs = TimeUnit.MILLISECONDS.toNanos(quietMs);
    longLineNs = TimeUnit.MILLISECONDS.toNanos(longLineMs);
  }

  /** Why output was lost, or null if all could be written so far. */
  public @Nullable IOException failure() {
    lock.lock();
    try {
      return failure;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A new source.
   *
   * @param tag what each of its lines begins with
   */
  public Source source(String tag) {
    return new Source(tag, false);
  }

  /**
   * A new source, whose writers wait while another source is within a line that is too long to be
   * kept back. The writers of different sources must not need each other.
   */
  public Source waitingSource() {
    return new Source("", true);
  }

  /** Passes everything on. Output after this is passed on as it comes. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      List.copyOf(unfinished).forEach(Source::passOn);
      changed.signalAll();
      longLineEnded.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** One of the streams that are merged. */
  public final class Source extends OutputStream {
    private final byte[] tag;
    private final boolean waits;
    private byte[] kept = {};
    private int keptLength;
    private long lastNs;

    /** Whether the line that it is in was too long to be kept back. */
    private boolean inLongLine;

    /**
     * Whether the writer waits to write more: then it is not quiet, whatever the time of its last
     * write.
     */
    private boolean isHeldUp;

    private Source(String tag, boolean waits) {
      this.tag = tag.getBytes(StandardCharsets.UTF_8);
      this.waits = waits;
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      lock.lock();
      try {
        awaitTurn();
        int end = afterLastNewline(bytes, from, count);
        if (end > from) {
          passOn(bytes, from, end - from);
        }
        keep(bytes, end, from + count - end);
      } finally {
        lock.unlock();
      }
    }

    /** Passes an unfinished line on. */
    @Override
    public void flush() {
      lock.lock();
      try {
        passOn();
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        passOn();
        endLongLine();
      } finally {
        lock.unlock();
      }
    }

    private void awaitTurn() {
      for (long left = waits ? longLineLeftNs(this) : 0; left > 0; left = longLineLeftNs(this)) {
        try {
          isHeldUp = true;
          longLineEnded.awaitNanos(left);
        } catch (InterruptedException e) {
          // A thread that interrupts a writer only wants it to come to its end.
          Thread.currentThread().interrupt();
          return;
        } finally {
          isHeldUp = false;
          lastNs = System.nanoTime();
        }
      }
    }

    private void endLongLine() {
      if (inLongLine) {
        inLongLine = false;
        longLineEnded.signalAll();
        changed.signal();
      }
    }

    private void keep(byte[] bytes, int from, int count) {
      if (count == 0) {
        return;
      }
      if (keptLength == 0) {
        unfinished.add(this);
      }
      if (kept.length - keptLength < count) {
        kept = Arrays.copyOf(kept, Math.max(2 * kept.length, keptLength + count));
      }
      System.arraycopy(bytes, from, kept, keptLength, count);
      keptLength += count;
      lastNs = System.nanoTime();
      if (closed) {
        passOn();
      } else if (keptLength > MAX_KEPT) {
        inLongLine = true;
        passOn();
      } else if (!timerRuns) {
        timerRuns = true;
        Thread.ofPlatform().daemon().name("ronsel-output").start(LineMerger.this::passOnQuiet);
      } else if (unfinished.size() == 1) {
        changed.signal();
      }
    }

    private void passOn() {
      if (keptLength > 0) {
        passOn(kept, 0, 0);
      }
    }

    /** Writes what was kept and then these bytes, in one piece. */
    private void passOn(byte[] bytes, int from, int count) {
      byte[] all = new byte[keptLength + count];
      System.arraycopy(kept, 0, all, 0, keptLength);
      System.arraycopy(bytes, from, all, keptLength, count);
      if (keptLength > 0) {
        unfinished.remove(this);
        keptLength = 0;
        kept = kept.length > 1024 ? new byte[] {} : kept;
      }
      if (failure != null) {
        endLongLine();
        return;
      }
      try {
        if (open != null && open != this) {
          sink.write('\n');
        }
        sink.write(tag.length == 0 ? all : tagged(all, open != this));
        sink.flush();
      } catch (IOException e) {
        // A closed pipe, a full disk: the program goes on, as it does under plain java.
        failure = e;
      }
      open = all[all.length - 1] == '\n' ? null : this;
      if (open == null) {
        endLongLine();
      }
    }

    private byte[] tagged(byte[] lines, boolean first) {
      int breaks = first ? 1 : 0;
      for (int i = 0; i < lines.length - 1; i++) {
        breaks += lines[i] == '\n' ? 1 : 0;
      }
      byte[] result = new byte[lines.length + breaks * tag.length];
      int at = 0;
      boolean start = first;
      for (byte b : lines) {
        if (start) {
          System.arraycopy(tag, 0, result, at, tag.length);
          at += tag.length;
        }
        result[at++] = b;
        start = b == '\n';
      }
      return result;
    }
  }

  /** How long {@code source} leaves the sink to the long line of another one, in nanoseconds. */
  private long longLineLeftNs(Source source) {
    Source holder = open;
    return closed || holder == null || holder == source || !holder.inLongLine
        ? 0
        : holder.lastNs + longLineNs - System.nanoTime();
  }

  private static int afterLastNewline(byte[] bytes, int from, int count) {
    int end = from + count;
    while (end > from && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /** Returns after how many nanoseconds the next one is, if there is one. */
  private long passOnThoseThatAreQuiet() {
    long nextNs = Long.MAX_VALUE;
    long now = System.nanoTime();
    for (Source source : List.copyOf(unfinished)) {
      long left =
          source.isHeldUp
              ? quietNs
              : Math.max(source.lastNs + quietNs - now, longLineLeftNs(source));
      if (left <= 0) {
        source.passOn();
      } else {
        nextNs = Math.min(nextNs, left);
      }
    }
    return nextNs;
  }

  /** Body of the timer thread, which runs from the first unfinished line on. */
  private void passOnQuiet() {
    lock.lock();
    try {
      while (!closed) {
        long nextNs;
        try {
          nextNs = passOnThoseThatAreQuiet();
        } catch (OutOfMemoryError e) {
          // The heap may be full for a moment only; a source that could not be passed on is as
          // before.
          nextNs = quietNs;
        }
        if (nextNs == Long.MAX_VALUE) {
          changed.await();
        } else {
          changed.awaitNanos(nextNs);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      timerRuns = false;
      lock.unlock();
    }
  }
}
