package org.ronsel.window;

/**
 * Words of a rank's part of a window that other ranks reach: its lock, which all change atomically,
 * and what the rank alone writes.
 */
final class ControlBlock {
  /** Length of a block; what follows is on other cache lines. */
  static final long BYTES = 128;

  /** The lock: see {@link LockRequest}. */
  static final long LOCK = 0;

  /** How many fences the rank has come to, on another cache line: see {@link FenceBarrier}. */
  static final long FENCES = 64;

  private ControlBlock() {}
}
