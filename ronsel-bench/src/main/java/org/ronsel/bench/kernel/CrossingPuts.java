package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.Group;
import org.ronsel.Window;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.OneSidedCase.Completion;

/**
 * Puts of two ranks into each other's memory at the same time, in epochs in which both are origin
 * and target. An operation is one put of either.
 */
final class CrossingPuts implements Kernel {
  private static final int RANKS = 2;

  private final MeasuredWindow measured;
  private final Window window;
  private final boolean fences;
  private final int me;
  private final Group other;
  private final OneSidedOperation outgoing;
  private final OneSidedOperation incoming;
  private final int times;
  private int seed;

  /** Makes the window. */
  CrossingPuts(Comm comm, OneSidedCase which, int size) {
    this.measured = MeasuredWindow.open(comm, which.window(), size);
    this.window = measured.window();
    this.fences = which.completion() == Completion.FENCE;
    this.me = comm.rank();
    this.other = comm.group().include(1 - me);
    this.outgoing = OneSidedOperation.of(which, measured, 1 - me, size);
    this.incoming = OneSidedOperation.of(which, measured, me, size);
    this.times = which.times();
  }

  @Override
  public double operationsPerIteration() {
    return RANKS * times;
  }

  @Override
  public Times times() {
    return Times.MAX;
  }

  @Override
  public void check() {
    seed += RANKS;
    outgoing.fillOrigin(seed + me);
    run(1, 1, false);
    incoming.checkTarget(seed + 1 - me);
  }

  @Override
  public long run(int iterations) {
    long elapsed = run(iterations, times, true);
    incoming.verifyTarget(iterations * times);
    return elapsed;
  }

  /** The other rank puts again only after a call that waits for this one. */
  private long run(int epochs, int inEach, boolean stamped) {
    if (fences) {
      window.fence();
    }
    long start = System.nanoTime();
    for (int i = 0; i < epochs; i++) {
      if (!fences) {
        window.post(other);
        window.start(other);
      }
      for (int j = 0; stamped && j < inEach; j++) {
        outgoing.stamp(); // all before the first: data must not change before completion
      }
      for (int j = 0; j < inEach; j++) {
        outgoing.operate();
      }
      if (fences) {
        window.fence();
      } else {
        window.complete();
        window.await();
      }
    }
    return System.nanoTime() - start;
  }

  @Override
  public void close() {
    if (fences) {
      window.fence(Window.Assertion.NO_SUCCEED);
    }
    measured.close();
  }
}
