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
 */
public final class LineMerger implements AutoCloseable {
  /** Longest unfinished line that is kept back, in bytes. */
  private static final int MAX_KEPT = 1 << 20;

  private final OutputStream sink;
  private final long quietNs;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /** Sources with an unfinished line that is kept back. */
  private final List<Source> unfinished = new ArrayList<>();

  /** Whose unfinished line the sink ends with, or null if the sink ends with a whole line. */
  private @Nullable Source open;

  private boolean timerRuns;
  private boolean closed;
  private boolean broken;

  /**
   * Creates a merger.
   *
   * @param sink where the lines go; a failure to write there is ignored, as by {@code PrintStream}
   * @param quietMs after how many milliseconds without output an unfinished line is passed on
   */
  public LineMerger(OutputStream sink, long quietMs) {
    this.sink = sink;
    this.quietNs = TimeUnit.MILLISECONDS.toNanos(quietMs);
  }

  /**
   * A new source.
   *
   * @param tag what each of its lines begins with
   */
  public Source source(String tag) {
    return new Source(tag);
  }

  /** Passes everything on. Output after this is passed on as it comes. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      List.copyOf(unfinished).forEach(Source::passOn);
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** One of the streams that are merged. */
  public final class Source extends OutputStream {
    private final byte[] tag;
    private byte[] kept = {};
    private int keptLength;
    private long lastNs;

    private Source(String tag) {
      this.tag = tag.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public void write(int b) {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int count) {
      lock.lock();
      try {
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
      flush();
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
      if (closed || keptLength > MAX_KEPT) {
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
      if (broken) {
        return;
      }
      try {
        if (open != null && open != this) {
          sink.write('\n');
        }
        sink.write(tag.length == 0 ? all : tagged(all, open != this));
        sink.flush();
      } catch (IOException e) {
        // Nobody reads any more (a closed pipe); the program goes on, as it does under plain java.
        broken = true;
      }
      open = all[all.length - 1] == '\n' ? null : this;
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

  private static int afterLastNewline(byte[] bytes, int from, int count) {
    int end = from + count;
    while (end > from && bytes[end - 1] != '\n') {
      end--;
    }
    return end;
  }

  /** Body of the timer thread, which runs from the first unfinished line on. */
  private void passOnQuiet() {
    lock.lock();
    try {
      while (!closed) {
        long nextNs = Long.MAX_VALUE;
        long now = System.nanoTime();
        for (Source source : List.copyOf(unfinished)) {
          long left = source.lastNs + quietNs - now;
          if (left <= 0) {
            source.passOn();
          } else {
            nextNs = Math.min(nextNs, left);
          }
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
