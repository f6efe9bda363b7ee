package org.ronsel.launch.jvm;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.runtime.control.Frame;

/**
 * Starts the JVMs of a job on one host. Changes of their state are reported as {@link Event}s,
 * which are the same for every launcher.
 */
public interface Launcher extends AutoCloseable {
  /** Starts a JVM, or notes that {@link #begin} is to start it. */
  JvmProcess start(JvmOrder order) throws IOException;

  /** Starts the JVMs; no further orders follow. */
  void begin() throws IOException;

  /** Sends a frame to all its JVMs that are connected. */
  void sendToAll(Frame frame);

  /**
   * Asks which JVMs are about to end, where {@link JvmProcess#isEnding} does not know.
   *
   * @return whether an {@link Event.Leaving} will answer
   */
  boolean askLeaving(int ticket);

  /**
   * The problem if no JVM can be expected of its host any more, this time after the beginning; else
   * null.
   */
  @Nullable String overdue(Duration after);

  /**
   * Whether its host does not have all files of the JVMs yet, but has made progress since the last
   * call.
   */
  default boolean isPreparing() {
    return false;
  }

  /** Gives up its host: processes there that cannot be reached end by themselves. */
  void abandon();

  /** Signals that no more calls will follow; does not wait. */
  void end();

  /** Releases resources when all JVMs have ended, or have to end now. */
  @Override
  void close();
}
