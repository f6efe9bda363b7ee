package org.ronsel.npb.cg;

import java.util.Arrays;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Timers;
import org.ronsel.npb.Verification;

/**
 * CG: estimates an eigenvalue by inverse iteration, each step of which solves a system by 25 steps
 * of the conjugate gradient method. Irregular access to memory; long messages between halves of the
 * ranks, and sums.
 */
public final class Cg implements NpbKernel {
  private static final int GRADIENT_STEPS = 25;
  private static final double TOLERANCE = 1e-10;
  private static final int MOST_RANKS = 1024;

  /**
   * The parameters of a class.
   *
   * @param order of the matrix
   * @param nonzeros of each random vector from which it is made
   * @param steps of inverse iteration
   * @param shift of its diagonal
   * @param zeta the estimate of the specification
   */
  record Size(int order, int nonzeros, int steps, double shift, double zeta) {
    static Size of(ProblemClass size) {
      return switch (size) {
        case S -> new Size(1400, 7, 15, 10, 8.5971775078648);
        case W -> new Size(7000, 8, 15, 12, 10.362595087124);
        case A -> new Size(14_000, 11, 15, 20, 17.130235054029);
        case B -> new Size(75_000, 13, 75, 60, 22.712745482631);
        case C -> new Size(150_000, 15, 75, 110, 28.973605592845);
        case D -> new Size(1_500_000, 21, 100, 500, 52.514532105794);
      };
    }

    /** The number of elements before those with the same position are added. */
    long elements() {
      return (long) order * (nonzeros + 1) * (nonzeros + 1);
    }

    double operations() {
      double row = (double) nonzeros * (nonzeros + 1);
      return 2.0 * steps * order * (3 + row + GRADIENT_STEPS * (5 + row) + 3);
    }
  }

  /** For the registry. */
  public Cg() {}

  @Override
  public String name() {
    return "cg";
  }

  @Override
  public String title() {
    return "conjugate gradient";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    return RankCounts.powersOfTwo(MOST_RANKS);
  }

  @Override
  public long memoryBytes(ProblemClass problem, int ranks) {
    Size size = Size.of(problem);
    long matrix = 2 * size.elements() * (Double.BYTES + Integer.BYTES);
    long vectors = 2L * size.order * (size.nonzeros + 1) * (Double.BYTES + Integer.BYTES);
    return matrix + ranks * (vectors + 3L * size.order * Double.BYTES);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass problem) {
    Size size = Size.of(problem);
    Timers timers = new Timers(Timers.wanted(), "solve", "exchange");
    try (Grid grid = new Grid(comm, size.order, timers)) {
      SparseMatrix matrix = new MatrixGenerator(size).block(grid);
      Gradient gradient = new Gradient(matrix, grid);
      double[] x = new double[grid.columns()];
      iterate(size, grid, gradient, x, 1, timers);
      timers.clear();
      comm.barrier();
      long start = System.nanoTime();
      double zeta = iterate(size, grid, gradient, x, size.steps, timers);
      double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
      return new Outcome(
          seconds,
          size.operations(),
          new Verification().check("zeta", zeta, size.zeta, TOLERANCE),
          timers.slowest(comm));
    }
  }

  /**
   * Makes {@code steps} steps of inverse iteration, from a vector of ones; returns the last
   * estimate.
   */
  private static double iterate(
      Size size, Grid grid, Gradient gradient, double[] x, int steps, Timers timers) {
    Arrays.fill(x, 1);
    double[] products = new double[2];
    double zeta = 0;
    for (int step = 0; step < steps; step++) {
      timers.start(0);
      double[] z = gradient.solve(x, GRADIENT_STEPS);
      timers.stop(0);
      products[0] = Vectors.dot(x, z);
      products[1] = Vectors.dot(z, z);
      grid.sum(products);
      zeta = size.shift + 1 / products[0];
      Vectors.scale(z, 1 / Math.sqrt(products[1]), x);
    }
    return zeta;
  }
}
