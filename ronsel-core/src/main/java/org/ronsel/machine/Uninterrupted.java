package org.ronsel.machine;

import java.nio.channels.ClosedByInterruptException;
import java.util.function.Supplier;
import org.ronsel.RonselException;

/**
 * Work on file channels by a thread that may have been interrupted. A channel that its thread uses
 * while it is interrupted is closed for good, whatever the purpose of the interruption; an
 * interrupted rank may still be the first that meets a peer and has to map its memory. Any thread.
 */
final class Uninterrupted {
  private Uninterrupted() {}

  /**
   * Does the work, again from its beginning if an interruption comes in between, and leaves the
   * thread interrupted if it was or has been.
   *
   * @param work opens its channels itself, and throws exceptions that have those of the channels as
   *     their cause
   */
  static <T> T repeat(Supplier<T> work) {
    boolean interrupted = Thread.interrupted();
    try {
      while (true) {
        try {
          return work.get();
        } catch (RonselException e) {
          if (!(e.getCause() instanceof ClosedByInterruptException)) {
            throw e;
          }
          interrupted |= Thread.interrupted();
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
