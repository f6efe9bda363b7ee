package org.ronsel.bench.kernel;

import java.util.Arrays;
import org.ronsel.Comm;

/** Barriers of which each is timed by itself, at this rank: from the end of the one before. */
final class TailLoop implements Kernel {
  private final Comm comm;
  private final BarrierLoop loop;
  private double[] last = new double[0];

  TailLoop(Comm comm) {
    this.comm = comm;
    this.loop = new BarrierLoop(comm);
  }

  @Override
  public double operationsPerIteration() {
    return 1;
  }

  @Override
  public void check() {
    loop.check();
  }

  @Override
  public long run(int iterations) {
    long[] at = new long[iterations + 1];
    at[0] = System.nanoTime();
    for (int i = 1; i <= iterations; i++) {
      comm.barrier();
      at[i] = System.nanoTime();
    }
    last = new double[iterations];
    Arrays.setAll(last, i -> at[i + 1] - at[i]);
    return at[iterations] - at[0];
  }

  /** The times of the last run, in nanoseconds. */
  double[] singles() {
    return last;
  }
}
