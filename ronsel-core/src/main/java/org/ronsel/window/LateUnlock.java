package org.ronsel.window;

import org.jspecify.annotations.Nullable;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * Gives back the lock of a rank when the operations under it are complete, for which no thread
 * waits.
 */
final class LateUnlock implements Completion {
  private final WindowTarget target;
  private final LockType type;
  private final int rank;
  private final Completion returned;

  /**
   * The thread that is beginning the flush, and does not hold the engine's lock; those that
   * complete it later do. Volatile; it matters only to that thread.
   */
  private volatile @Nullable Thread beginner;

  /**
   * Makes a release of a lock.
   *
   * @param rank which holds the lock
   * @param returned completed when the lock has been released
   */
  LateUnlock(WindowTarget target, LockType type, int rank, Completion returned) {
    this.target = target;
    this.type = type;
    this.rank = rank;
    this.returned = returned;
  }

  /**
   * Whether a lock can be given back so. A transport that accesses memory by itself may complete a
   * flush on any thread, where nothing can be begun.
   */
  static boolean isPossible(WindowTarget target) {
    return target.control().mapped() != null
        || target.control().isByRecords() && target.memory().isByRecords();
  }

  /** Begins to wait for the operations that have been started. */
  void begin() {
    beginner = Thread.currentThread();
    target.memory().flush(this);
    beginner = null;
  }

  @Override
  public void complete(long value) {
    if (LockRequest.givesBackAtOnce(type, target, rank)) {
      returned.complete(0);
      return;
    }
    long at = target.controlOffset() + ControlBlock.LOCK;
    long number = LockWait.giveBack(type, rank);
    if (Thread.currentThread() == beginner) {
      target.control().fetchAndOp(RemoteOp.ADD, Long.BYTES, at, number, returned);
    } else {
      target.control().addInCompletion(Long.BYTES, at, number, returned);
    }
  }

  /** An operation has failed: the lock is given back nevertheless. */
  @Override
  public void fail(RonselException cause) {
    complete(0);
  }
}
