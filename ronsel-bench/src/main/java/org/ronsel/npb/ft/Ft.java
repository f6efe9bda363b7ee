package org.ronsel.npb.ft;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Timers;
import org.ronsel.npb.Verification;

/**
 * FT: a forward transform of random values, and in each step an inverse transform of the state at
 * that time. Arithmetic on long vectors, and an exchange of all data among all ranks for each
 * transform.
 */
public final class Ft implements NpbKernel {
  private static final double TOLERANCE = 1e-12;

  /** Number of arrays of complex numbers of the whole problem; a single rank needs one less. */
  private static final int ARRAYS = 3;

  /**
   * The parameters of a class.
   *
   * @param nx points along the first axis
   * @param ny along the second
   * @param nz along the third
   * @param steps of time
   */
  record Size(int nx, int ny, int nz, int steps) {
    static Size of(ProblemClass size) {
      return switch (size) {
        case S -> new Size(64, 64, 64, 6);
        case W -> new Size(128, 128, 32, 6);
        case A -> new Size(256, 256, 128, 6);
        case B -> new Size(512, 256, 256, 20);
        case C -> new Size(512, 512, 512, 20);
        case D -> new Size(2048, 1024, 1024, 25);
      };
    }

    /** Points of the whole problem. */
    long points() {
      return (long) nx * ny * nz;
    }

    double operations() {
      double log = Math.log(points());
      return points() * (14.8157 + 7.19641 * log + (5.23518 + 7.21113 * log) * steps);
    }
  }

  /** For the registry. */
  public Ft() {}

  @Override
  public String name() {
    return "ft";
  }

  @Override
  public String title() {
    return "Fourier transform";
  }

  /** A power of two, since each rank has an equal number of planes. */
  @Override
  public RankCounts rankCounts(ProblemClass problem) {
    Size size = Size.of(problem);
    int most = Math.min(size.ny, size.nz);
    return problem == ProblemClass.D
        ? new RankCounts(
            "a power of two from 2", most, ranks -> ranks > 1 && Integer.bitCount(ranks) == 1)
        : RankCounts.powersOfTwo(most);
  }

  @Override
  public long memoryBytes(ProblemClass problem, int ranks) {
    Size size = Size.of(problem);
    long plane = (long) size.nx * size.ny;
    return 2L * Double.BYTES * ((ranks == 1 ? 2 : ARRAYS) * size.points() + ranks * 2 * plane);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass problem) {
    Size size = Size.of(problem);
    Timers timers = new Timers(Timers.wanted(), Diffusion.PARTS);
    Diffusion diffusion = new Diffusion(comm, size, timers);
    diffusion.start();
    diffusion.step(1);
    timers.clear();
    comm.barrier();
    long start = System.nanoTime();
    diffusion.start();
    double[][] sums = new double[size.steps][];
    for (int step = 0; step < size.steps; step++) {
      sums[step] = diffusion.step(step + 1);
    }
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    return new Outcome(
        seconds, size.operations(), verification(problem, sums), timers.slowest(comm));
  }

  /** Compares the checksums with the specification's, by absolute values of complex numbers. */
  private static Verification verification(ProblemClass problem, double[][] sums) {
    Verification verification = new Verification();
    double[] expected = Checksums.of(problem);
    for (int step = 0; step < sums.length; step++) {
      double re = expected[2 * step];
      double im = expected[2 * step + 1];
      double error = Math.hypot(sums[step][0] - re, sums[step][1] - im) / Math.hypot(re, im);
      verification.check("error of checksum " + (step + 1), error, 0, TOLERANCE);
    }
    return verification;
  }
}
