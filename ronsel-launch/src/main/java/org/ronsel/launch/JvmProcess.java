package org.ronsel.launch;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;

/**
 * A JVM of a job, wherever it runs, and its standard streams. What happens to it comes as an {@link
 * Event}. Its fields that change are used by the supervisor's thread only.
 */
abstract class JvmProcess {
  /** Whether it may wait for a debugger before it does anything. */
  private final boolean debugged;

  /** The control connection, while there is one. */
  @Nullable FrameSender channel;

  /** Whether there has been a control connection. */
  boolean hasStarted;

  /** Whether it has begun to meet the other JVMs. */
  boolean wired;

  /** Whether the process has ended. */
  boolean exited;

  /** How many of its ranks have ended. */
  int ended;

  JvmProcess(boolean debugged) {
    this.debugged = debugged;
  }

  /** Sends a frame if there is a connection; the reader of a lost one notices and tells. */
  void send(Frame frame) {
    try {
      if (channel != null) {
        channel.send(frame);
      }
    } catch (IOException e) {
      channel = null;
    }
  }

  /**
   * Whether it is still on its way to the other JVMs of the job.
   *
   * @param alone whether there are no others
   */
  boolean isStarting(boolean alone) {
    return !exited && !debugged && !(alone ? hasStarted : wired);
  }

  /** Whether the process is about to end, or has ended and the supervisor does not know it yet. */
  boolean isLeaving() {
    return !exited && isEnding();
  }

  /** Whether the system says that the process is about to end. */
  abstract boolean isEnding();

  /** Process id, 0 while it is not known. */
  abstract long pid();

  /** The process in words, for a message. */
  String words() {
    return "process " + pid();
  }

  /** What the process reads. */
  abstract OutputStream input();

  /** Ends what the process reads. */
  abstract void closeInput();

  /** Kills the process; any thread may call this. */
  abstract void kill();

  /** Removes the files by which it shared memory, if any are left of the ended process. */
  abstract void removeSharedFiles();

  /**
   * Waits until all output of the ended process has been passed on, but not for longer than this: a
   * process that the program has started may hold its output open for ever.
   *
   * @return whether all output has come
   */
  abstract boolean drain(long waitNs) throws InterruptedException;
}
