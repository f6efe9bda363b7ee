package org.ronsel.window;

/**
 * The words of a rank's part of a window that all ranks change atomically: its lock, and what is
 * not known of it. See {@link LockRequest}.
 */
final class ControlBlock {
  /** Length of a block in bytes; following data are on other cache lines. */
  static final long BYTES = 128;

  /** Offset of the lock; see {@link LockRequest}. */
  static final long LOCK = 0;

  /**
   * Offset of the number of shared locks that may be counted in the lock without being held; see
   * {@link LockDoubt}.
   */
  static final long DOUBTS = 8;

  private ControlBlock() {}
}
