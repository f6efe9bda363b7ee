package org.ronsel.window;

import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * Tells those who wait for the exclusive lock of a rank that a shared one may be counted in it
 * without being held, since the ghost that was to take or release it has failed and nobody knows
 * whether it has. Shared locks have no names in the word, so that neither can be repeated. One more
 * is counted in {@link ControlBlock#DOUBTS}, at the next server; if that fails, too, it is
 * repeated, since a doubt too many costs an error at most and never a lock.
 */
final class LockDoubt implements Completion {
  private final Engine engine;
  private final WindowTarget target;
  private final Completion told;

  /**
   * Describes a doubt about a shared lock of this rank.
   *
   * @param told completed when it has been counted, or cannot be
   */
  LockDoubt(Engine engine, WindowTarget target, Completion told) {
    this.engine = engine;
    this.target = target;
    this.told = told;
  }

  private static long at(WindowTarget target) {
    return target.controlOffset() + ControlBlock.DOUBTS;
  }

  /** Begins in the completion of an operation by records. */
  void beginInCompletion() {
    target.control().addInCompletion(Long.BYTES, at(target), 1, this);
  }

  /** Reads how many doubts there are, and tells the target. */
  static void read(WindowTarget target, Completion told) {
    target
        .control()
        .fetchAndOp(
            RemoteOp.READ,
            Long.BYTES,
            at(target),
            0,
            new Completion() {
              @Override
              public void complete(long value) {
                target.doubts(value);
                told.complete(0);
              }

              @Override
              public void fail(RonselException cause) {
                told.fail(cause);
              }
            });
  }

  /**
   * Settles the doubts that this rank has read, unless there are new ones. It holds the exclusive
   * lock, and releases it behind this.
   */
  static void settle(WindowTarget target, Completion told) {
    long known = target.doubts();
    target.doubts(0);
    target.control().compareAndSwap(Long.BYTES, at(target), known, 0, told);
  }

  @Override
  public void complete(long value) {
    told.complete(0);
  }

  @Override
  public void fail(RonselException cause) {
    if (LockRelease.isOfGhost(cause, engine, target)) {
      beginInCompletion();
    } else {
      told.fail(cause);
    }
  }
}
