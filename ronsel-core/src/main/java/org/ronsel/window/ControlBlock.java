package org.ronsel.window;

/**
 * Words of a rank's part of a window that all ranks change atomically: its lock. See {@link
 * LockRequest}.
 */
final class ControlBlock {
  /** Length of a block; what follows is on other cache lines. */
  static final long BYTES = 128;

  /** The lock: see {@link LockRequest}. */
  static final long LOCK = 0;

  private ControlBlock() {}
}
