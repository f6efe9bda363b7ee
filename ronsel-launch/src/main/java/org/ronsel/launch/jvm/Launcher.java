package org.ronsel.launch.jvm;

import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.remote.JvmOrder;
import org.ronsel.runtime.control.Frame;

/**
 * Starts the JVMs of a job that one host has. What becomes of them comes as {@link Event}s, which
 * are the same for every launcher.
 */
public interface Launcher extends AutoCloseable {
  /** Starts a JVM, or notes that {@link #begin} is to start it. */
  JvmProcess start(JvmOrder order) throws IOException;

  /** Goes on without further orders. */
  void begin() throws IOException;

  /** Sends a frame to all its JVMs that are connected. */
  void sendToAll(Frame frame);

  /**
   * Asks which JVMs are about to end, where {@link JvmProcess#isEnding} does not know.
   *
   * @return whether an {@link Event.Leaving} will answer
   */
  boolean askLeaving(int ticket);

  /** What is amiss if no JVM can be expected of its host any more, so long after the beginning. */
  @Nullable String overdue(Duration after);

  /**
   * Whether its host does not have all files of the JVMs yet, but has got on since this was last
   * asked.
   */
  default boolean isPreparing() {
    return false;
  }

  /** Gives its host up: what cannot be reached there any more ends by itself. */
  void abandon();

  /** Says that nothing more will be wanted; does not wait. */
  void end();

  /** Lets go of what is left when all JVMs have ended, or have to end now. */
  @Override
  void close();
}
