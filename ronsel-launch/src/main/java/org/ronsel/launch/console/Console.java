package org.ronsel.launch.console;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.DaemonThread;
import org.ronsel.runtime.output.LineMerger;

/**
 * Standard output and error of the launcher, to which the JVMs of a job and the launcher write. Any
 * thread.
 */
public final class Console implements JvmOutput, AutoCloseable {
  /**
   * Time to wait for the rest of a line that arrives in several pieces, in milliseconds. A JVM
   * passes on an unfinished line deliberately.
   */
  private static final long QUIET_MS = 200;

  /**
   * How long who says something waits until it is written, so that it stands before what follows
   * from it; only while nobody else waits.
   */
  private static final long WRITTEN_WITHIN_MS = 200;

  /** What kind of file it is, in the mode that the system has of it. */
  private static final int KIND = 0170000;

  private static final int NAMED_PIPE = 0010000;

  /** How often something has been written. */
  private final AtomicLong writes = new AtomicLong();

  /** Messages that are not written yet, with the one that is being written; guards the next two. */
  private final Queue<String> messages = new ArrayDeque<>();

  private boolean hasWriter;
  private boolean closed;

  private volatile boolean givenUp;

  private final LineMerger out;
  private final LineMerger err;
  private final LineMerger.Source own;

  /** Creates the console of this process. */
  public Console() {
    out = new LineMerger(counted(FileDescriptor.out), QUIET_MS);
    err = new LineMerger(counted(FileDescriptor.err), QUIET_MS);
    own = err.source("");
  }

  private OutputStream counted(FileDescriptor descriptor) {
    return new FilterOutputStream(new FileOutputStream(descriptor)) {
      @Override
      public void write(byte[] bytes, int from, int count) throws IOException {
        out.write(bytes, from, count);
        writes.incrementAndGet();
      }
    };
  }

  @Override
  public LineMerger.Source newOut(int jvm) {
    return out.waitingSource();
  }

  @Override
  public LineMerger.Source newErr(int jvm) {
    return err.waitingSource();
  }

  /**
   * Writes a message of the launcher to standard error. Does not wait for a reader, who may be one
   * that never reads: the launcher has a job to look after.
   */
  public void say(String message) {
    boolean here;
    synchronized (messages) {
      boolean isFirst = messages.isEmpty();
      here = closed || !hasWriter && !startWriter();
      if (!here) {
        messages.add(message);
        messages.notifyAll();
        if (isFirst) {
          awaitWritten(WRITTEN_WITHIN_MS);
        }
      }
    }
    if (here) {
      write(message);
    }
  }

  /** Returns false if the system gives no thread, which may be what there is to say. */
  private boolean startWriter() {
    try {
      DaemonThread.start("messages", this::writeMessages);
      hasWriter = true;
      return true;
    } catch (OutOfMemoryError noThread) {
      return false;
    }
  }

  /** Waits until all messages are written, or for so long; 0 is for ever. */
  private void awaitWritten(long ms) {
    long endNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(ms);
    try {
      while (!messages.isEmpty()) {
        long leftNs = ms == 0 ? 0 : endNs - System.nanoTime();
        if (leftNs < 0) {
          return;
        }
        messages.wait(ms == 0 ? 0 : TimeUnit.NANOSECONDS.toMillis(leftNs) + 1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Body of the thread that writes messages. */
  private void writeMessages() {
    try {
      while (true) {
        String message;
        synchronized (messages) {
          while (messages.isEmpty()) {
            if (closed) {
              return;
            }
            messages.wait();
          }
          message = messages.element();
        }
        write(message);
        synchronized (messages) {
          messages.remove();
          messages.notifyAll();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether a message is not written yet. */
  public boolean isWriting() {
    synchronized (messages) {
      return !messages.isEmpty();
    }
  }

  /** How often something has been written so far: while that grows, somebody reads. */
  public long writes() {
    return writes.get();
  }

  /** Nothing more is to be written, as nobody reads it. */
  public void giveUp() {
    givenUp = true;
  }

  private void write(String message) {
    byte[] bytes = ("ronsel: " + message + "\n").getBytes(Charset.defaultCharset());
    own.write(bytes, 0, bytes.length);
  }

  /**
   * The failure of writing, with its reason, in one line; null if all was written, or the reader is
   * gone.
   */
  public @Nullable String lost() {
    if (givenUp) {
      return null;
    }
    String lost = lost("standard output", "1", out);
    return lost != null ? lost : lost("standard error", "2", err);
  }

  private static @Nullable String lost(String name, String descriptor, LineMerger merger) {
    IOException failure = merger.failure();
    return failure == null || !isKept(descriptor)
        ? null
        : name + " cannot be written, and what the ranks print is lost: " + failure.getMessage();
  }

  /** Whether standard output is kept, as in a file. */
  public static boolean isOutputKept() {
    return isKept("1");
  }

  /**
   * Whether output is kept, as in a file. A closed pipe, with or without a name, or terminal means
   * that the reader, such as {@code head}, wants no more. If the system does not know, this is
   * assumed.
   */
  private static boolean isKept(String descriptor) {
    try {
      Path stream = Path.of("/proc/self/fd", descriptor);
      String target = Files.readSymbolicLink(stream).toString();
      return target.startsWith("/")
          && !target.startsWith("/dev/pts/")
          && !target.equals("/dev/tty")
          && ((Integer) Files.getAttribute(stream, "unix:mode") & KIND) != NAMED_PIPE;
    } catch (IOException | UnsupportedOperationException e) {
      return false;
    }
  }

  /** Returns when all is written, unless that has been given up. */
  @Override
  public void close() {
    if (givenUp) {
      return; // threads that wait for a reader hold what would have to be closed
    }
    synchronized (messages) {
      awaitWritten(0);
      closed = true;
      messages.notifyAll();
    }
    out.close();
    err.close();
  }
}
