package org.ronsel.bench.kernel;

import java.util.Arrays;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.Settings;

/**
 * Barriers, each timed by itself: from the moment when the last rank has left the previous one
 * until the last rank has left this one. Measured on one rank alone, some barriers would take no
 * time, namely when the others are ahead of it. The clock is the same in all processes of a host.
 */
final class TailLoop implements Kernel {
  private final Comm comm;
  private final CollectiveLoop loop;
  private double[] last = new double[0];

  TailLoop(Comm comm) {
    this.comm = comm;
    this.loop =
        new CollectiveLoop(
            MeasuredCollective.BARRIER, CallKind.BLOCKING, comm, 0, Settings.DEFAULT);
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
    long elapsed = at[iterations] - at[0];
    long[] lastOut = new long[iterations + 1];
    comm.reduce(at, lastOut, Op.MAX, 0);
    last = new double[iterations];
    Arrays.setAll(last, i -> lastOut[i + 1] - lastOut[i]);
    return elapsed;
  }

  @Override
  public boolean settles() {
    return false;
  }

  @Override
  public Map<String, double[]> parts() {
    return Map.of("singleNs", last.clone());
  }
}
