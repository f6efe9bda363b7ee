package org.ronsel.bench.kernel;

import org.ronsel.Comm;
import org.ronsel.bench.method.VerificationException;

/** Barriers one after the other; an operation is one barrier. */
final class BarrierLoop implements Kernel {
  private static final long STAGGER_NS = 20_000;

  private final Comm comm;
  private int seed;

  BarrierLoop(Comm comm) {
    this.comm = comm;
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  /** One barrier that each rank enters at its own moment: none may leave before the last came. */
  @Override
  public void check() {
    long delay = (comm.rank() + ++seed) % comm.size() * STAGGER_NS / comm.size();
    long until = System.nanoTime() + delay;
    while (System.nanoTime() < until) {
      Thread.onSpinWait();
    }
    long[] times = new long[2];
    times[0] = System.nanoTime();
    comm.barrier();
    times[1] = System.nanoTime();
    if (comm.rank() != 0) {
      comm.send(times, 0, TAG_TIMES);
      return;
    }
    long lastIn = times[0];
    long firstOut = times[1];
    for (int r = 1; r < comm.size(); r++) {
      comm.receive(times, r, TAG_TIMES);
      lastIn = Math.max(lastIn, times[0]);
      firstOut = Math.min(firstOut, times[1]);
    }
    if (firstOut < lastIn) {
      throw new VerificationException(
          "a rank left the barrier " + (lastIn - firstOut) + " ns before the last entered");
    }
  }

  @Override
  public long run(int iterations) {
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      comm.barrier();
    }
    return System.nanoTime() - start;
  }
}
