package org.ronsel.launch.jvm;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import org.ronsel.runtime.control.Frame;
import org.ronsel.runtime.control.FrameSender;
import org.ronsel.runtime.control.FrameTooLongException;

/**
 * A JVM of a job on any host, and its standard streams. Changes of its state are reported as {@link
 * Event}s. Its mutable fields are used by the supervisor's thread only.
 */
public abstract class JvmProcess {
  /** Whether it may wait for a debugger before it starts. */
  private final boolean debugged;

  /** The control connection, while there is one. */
  private @Nullable FrameSender channel;

  /** Whether there has been a control connection. */
  private boolean hasStarted;

  /** Whether it has begun to connect to the other JVMs. */
  private boolean meets;

  /** Whether the process has ended. */
  private boolean exited;

  /** The number of its ranks that have ended. */
  private int ended;

  protected JvmProcess(boolean debugged) {
    this.debugged = debugged;
  }

  /** Notes that there is a control connection. */
  public final void connected(FrameSender to) {
    channel = to;
    hasStarted = true;
  }

  /** Notes that the control connection has ended. */
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

  /** Notes that it begins to connect to the other JVMs. */
  public final void beginsToMeet() {
    meets = true;
  }

  /** Notes that the process has ended. */
  public final void exited() {
    exited = true;
  }

  /** Whether the process has ended. */
  public final boolean hasExited() {
    return exited;
  }

  /** Notes that one more of its ranks has ended. */
  public final void rankEnded() {
    ended++;
  }

  /** Sets the number of its ranks that count as ended. */
  public final void ranksEnded(int count) {
    ended = count;
  }

  /** The number of its ranks that have ended. */
  public final int ranksEnded() {
    return ended;
  }

  /**
   * Sends a frame if there is a connection; the reader of a lost connection reports the loss.
   *
   * @throws UncheckedIOException if the frame is too long to be sent
   */
  public void send(Frame frame) {
    try {
      if (channel != null) {
        channel.send(frame);
      }
    } catch (FrameTooLongException e) {
      throw new UncheckedIOException(e.getMessage(), e);
    } catch (IOException e) {
      channel = null;
    }
  }

  /**
   * Whether it has not connected to the other JVMs of the job yet.
   *
   * @param alone whether there are no others
   */
  public boolean isStarting(boolean alone) {
    return !exited && !debugged && !(alone ? hasStarted : meets);
  }

  /** Whether the process is about to end, or has ended and the supervisor does not know it yet. */
  public boolean isLeaving() {
    return !exited && isEnding();
  }

  /** Whether the process is about to end, according to the system. */
  public abstract boolean isEnding();

  /** Process id, 0 while it is not known. */
  public abstract long pid();

  /** The process in words, for a message. */
  public String words() {
    return "process " + pid();
  }

  /** The standard input of the process. */
  public abstract OutputStream input();

  /** Closes the standard input of the process. */
  public abstract void closeInput();

  /**
   * Sends the process a signal that is meant for the program.
   *
   * @param name without {@code SIG}
   */
  public abstract void signal(String name);

  /** Kills the process; any thread may call this. */
  public abstract void kill();

  /** Removes the files by which it shared memory, if any are left of the ended process. */
  public abstract void removeSharedFiles();

  /**
   * Waits until all output of the ended process has been passed on, but not for longer than this: a
   * process that the program has started may hold its output open for ever.
   *
   * @return whether all output has been passed on
   */
  public abstract boolean drain(long waitNs) throws InterruptedException;

  /** Whether output that has come here is not passed on yet, as its reader is slow. */
  public abstract boolean isWriting();
}
