package org.ronsel.npb.ep;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Timers;
import org.ronsel.npb.Verification;

/**
 * EP: 2<sup>m</sup> pairs of random numbers, those inside the unit circle made Gaussian deviates,
 * which are counted by square annulus. Ranks communicate once, at the end.
 */
public final class Ep implements NpbKernel {
  private static final int NUMBERS = 0;
  private static final int DEVIATES = 1;
  private static final int SUMS = 2;
  private static final double TOLERANCE = 1e-8;

  /** For the registry. */
  public Ep() {}

  @Override
  public String name() {
    return "ep";
  }

  @Override
  public String title() {
    return "embarrassingly parallel";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    return RankCounts.any(batches(size));
  }

  @Override
  public long memoryBytes(ProblemClass size, int ranks) {
    return (long) ranks * 4 * Double.BYTES * GaussianPairs.BATCH;
  }

  @Override
  public Outcome run(Comm comm, ProblemClass size) {
    Timers timers = new Timers(Timers.wanted(), "numbers", "deviates", "sums");
    GaussianPairs pairs = new GaussianPairs();
    int first = firstBatch(batches(size), comm.size(), comm.rank());
    int end = firstBatch(batches(size), comm.size(), comm.rank() + 1);
    comm.barrier();
    long start = System.nanoTime();
    for (int batch = first; batch < end; batch++) {
      timers.start(NUMBERS);
      pairs.generate(batch);
      timers.stop(NUMBERS);
      timers.start(DEVIATES);
      pairs.count();
      timers.stop(DEVIATES);
    }
    timers.start(SUMS);
    double[] sums = pairs.sums();
    comm.allReduce(sums, Op.SUM);
    timers.stop(SUMS);
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    double[] expected = expected(size);
    return new Outcome(
        seconds,
        Math.scalb(1.0, log2Pairs(size) + 1),
        new Verification()
            .check("sum of x", sums[0], expected[0], TOLERANCE)
            .check("sum of y", sums[1], expected[1], TOLERANCE),
        timers.slowest(comm));
  }

  /** The first batch of a rank; its batches end before the first one of the next rank. */
  private static int firstBatch(int batches, int ranks, int rank) {
    return (int) ((long) batches * rank / ranks);
  }

  private static int batches(ProblemClass size) {
    return 1 << (log2Pairs(size) - GaussianPairs.LOG2_BATCH);
  }

  private static int log2Pairs(ProblemClass size) {
    return switch (size) {
      case S -> 24;
      case W -> 25;
      case A -> 28;
      case B -> 30;
      case C -> 32;
      case D -> 36;
    };
  }

  private static double[] expected(ProblemClass size) {
    return switch (size) {
      case S -> new double[] {-3.247834652034740e3, -6.958407078382297e3};
      case W -> new double[] {-2.863319731645753e3, -6.320053679109499e3};
      case A -> new double[] {-4.295875165629892e3, -1.580732573678431e4};
      case B -> new double[] {4.033815542441498e4, -2.660669192809235e4};
      case C -> new double[] {4.764367927995374e4, -8.084072988043731e4};
      case D -> new double[] {1.982481200946593e5, -1.020596636361769e5};
    };
  }
}
