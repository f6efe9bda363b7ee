package org.ronsel.transport;

import org.ronsel.RonselException;

/**
 * Told when a one-sided operation is over. Called once, on any thread, perhaps within the call that
 * starts the operation and perhaps under the engine's lock: it does not block, and starts nothing.
 */
public interface Completion {
  /**
   * The operation is complete.
   *
   * @param value what was fetched; 0 for operations that fetch no word
   */
  void complete(long value);

  /** The operation has failed, for instance because its buffer is gone. */
  void fail(RonselException cause);
}
