package org.ronsel.window;

/**
 * The words of a rank's part of a window that all ranks change atomically: its lock. See {@link
 * LockRequest}.
 */
final class ControlBlock {
  /** Length of a block in bytes; following data are on other cache lines. */
  static final long BYTES = 128;

  /** Offset of the lock; see {@link LockRequest}. */
  static final long LOCK = 0;

  private ControlBlock() {}
}
