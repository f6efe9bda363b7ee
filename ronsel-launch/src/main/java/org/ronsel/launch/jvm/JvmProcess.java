package org.ronsel.launch.jvm;

import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;

/**
 * A JVM of a job, wherever it runs, and its standard streams. What happens to it comes as an {@link
 * Event}. Its fields that change are used by the supervisor's thread only.
 */
public abstract class JvmProcess {
  /** Whether it may wait for a debugger before it does anything. */
  private final boolean debugged;

  /** The control connection, while there is one. */
  private @Nullable FrameSender channel;

  /** Whether there has been a control connection. */
  private boolean hasStarted;

  /** Whether it has begun to meet the other JVMs. */
  private boolean wired;

  /** Whether the process has ended. */
  private boolean exited;

  /** How many of its ranks have ended. */
  private int ended;

  protected JvmProcess(boolean debugged) {
    this.debugged = debugged;
  }

  /** There is a control connection. */
  public final void connected(FrameSender to) {
    channel = to;
    hasStarted = true;
  }

  /** There is no control connection any more. */
  public final void disconnected() {
    channel = null;
  }

  /** Whether there is a control connection. */
  public final boolean isConnected() {
    return channel != null;
  }

  /** Whether there has been a control connection. */
  public final boolean hasStarted() {
    return hasStarted;
  }

  /** It begins to meet the other JVMs. */
  public final void beginsToMeet() {
    wired = true;
  }

  /** Whether it has begun to meet the other JVMs. */
  public final boolean hasBegunToMeet() {
    return wired;
  }

  /** The process has ended. */
  public final void exited() {
    exited = true;
  }

  /** Whether the process has ended. */
  public final boolean hasExited() {
    return exited;
  }

  /** One more of its ranks has ended. */
  public final void rankEnded() {
    ended++;
  }

  /** So many of its ranks count as ended. */
  public final void ranksEnded(int count) {
    ended = count;
  }

  /** How many of its ranks have ended. */
  public final int ranksEnded() {
    return ended;
  }

  /** Sends a frame if there is a connection; the reader of a lost one notices and tells. */
  public void send(Frame frame) {
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
  public boolean isStarting(boolean alone) {
    return !exited && !debugged && !(alone ? hasStarted : wired);
  }

  /** Whether the process is about to end, or has ended and the supervisor does not know it yet. */
  public boolean isLeaving() {
    return !exited && isEnding();
  }

  /** Whether the system says that the process is about to end. */
  public abstract boolean isEnding();

  /** Process id, 0 while it is not known. */
  public abstract long pid();

  /** The process in words, for a message. */
  public String words() {
    return "process " + pid();
  }

  /** What the process reads. */
  public abstract OutputStream input();

  /** Ends what the process reads. */
  public abstract void closeInput();

  /** Kills the process; any thread may call this. */
  public abstract void kill();

  /** Removes the files by which it shared memory, if any are left of the ended process. */
  public abstract void removeSharedFiles();

  /**
   * Waits until all output of the ended process has been passed on, but not for longer than this: a
   * process that the program has started may hold its output open for ever.
   *
   * @return whether all output has come
   */
  public abstract boolean drain(long waitNs) throws InterruptedException;

  /** Whether output that has come here is not passed on yet, as its reader is slow. */
  public abstract boolean isWriting();
}
