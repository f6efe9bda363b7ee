package org.ronsel.engine;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.ronsel.machine.LeadingPadding;

/**
 * The lock of one engine: a compare-and-set word, held for tens of nanoseconds and never across a
 * wait or a copy of bulk data. Not reentrant. Waiters spin briefly, then yield, so that a holder
 * that has lost its core gets it back.
 */
class EngineLock extends LeadingPadding {
  private static final VarHandle HELD;
  private static final int SPINS = 200;

  static {
    try {
      HELD =
          MethodHandles.lookup()
              .findVarHandle(EngineLock.class, "held", int.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private int held;

  /** A lock with nothing on its cache line. */
  static EngineLock padded() {
    return new Padded();
  }

  final boolean tryAcquire() {
    // Test first: a failing compare-and-set would take the line away from the holder.
    return (int) HELD.getOpaque(this) == 0 && HELD.compareAndSet(this, 0, 1);
  }

  final void acquire() {
    if (!tryAcquire()) {
      acquireSlowly();
    }
  }

  private void acquireSlowly() {
    for (int i = 0; !tryAcquire(); i++) {
      if (i < SPINS) {
        Thread.onSpinWait();
      } else {
        FairYield.yieldNow();
      }
    }
  }

  final void release() {
    HELD.setRelease(this, 0);
  }

  @SuppressWarnings("unused") // they take up room
  private static final class Padded extends EngineLock {
    private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;
  }
}
