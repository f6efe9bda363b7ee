package org.ronsel.npb.mg;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Timers;
import org.ronsel.npb.Verification;

/**
 * MG: V-cycles of a multigrid method for the Poisson equation with twenty point charges. Stencils
 * over large arrays; faces of blocks between neighbours, long ones on fine grids and short ones on
 * coarse grids.
 */
public final class Mg implements NpbKernel {
  private static final double OPERATIONS_PER_POINT = 58;
  private static final double TOLERANCE = 1e-8;

  /** Fewest points of the finest grid that a rank has along an axis. */
  private static final int LEAST_POINTS = 4;

  /**
   * The parameters of a class.
   *
   * @param log2 of the number of points along an axis
   * @param steps V-cycles
   * @param norm of the residual after them
   */
  record Size(int log2, int steps, double norm) {
    static Size of(ProblemClass size) {
      return switch (size) {
        case S -> new Size(5, 4, 0.5307707005734e-4);
        case W -> new Size(7, 4, 0.6467329375339e-5);
        case A -> new Size(8, 4, 0.2433365309069e-5);
        case B -> new Size(8, 20, 0.1800564401355e-5);
        case C -> new Size(9, 20, 0.5706732285740e-6);
        case D -> new Size(10, 50, 0.1583275060440e-9);
      };
    }

    /** Points along an axis. */
    int points() {
      return 1 << log2;
    }

    double allPoints() {
      return Math.pow(points(), 3);
    }
  }

  /** For the registry. */
  public Mg() {}

  @Override
  public String name() {
    return "mg";
  }

  @Override
  public String title() {
    return "multigrid";
  }

  @Override
  public RankCounts rankCounts(ProblemClass problem) {
    int along = Size.of(problem).points() / LEAST_POINTS;
    return RankCounts.powersOfTwo((int) Math.min(1 << 20, (long) along * along * along));
  }

  @Override
  public long memoryBytes(ProblemClass problem, int ranks) {
    double halo = Math.pow(1 + 2 * Math.cbrt(ranks) / Size.of(problem).points(), 3);
    return (long) (3.4 * Double.BYTES * Size.of(problem).allPoints() * halo);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass problem) {
    Size size = Size.of(problem);
    Timers timers = new Timers(Timers.wanted(), MultiGrid.PARTS);
    Stencils stencils = new Stencils(problem.compareTo(ProblemClass.A) <= 0);
    MultiGrid grid = new MultiGrid(comm, size.log2, stencils, timers);
    Charges.set(comm, grid);
    grid.residual();
    grid.cycle();
    grid.restart();
    timers.clear();
    comm.barrier();
    long start = System.nanoTime();
    grid.residual();
    for (int step = 0; step < size.steps; step++) {
      grid.cycle();
    }
    double norm = grid.norm();
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    return new Outcome(
        seconds,
        OPERATIONS_PER_POINT * size.steps * size.allPoints(),
        new Verification().check("norm of the residual", norm, size.norm, TOLERANCE),
        timers.slowest(comm));
  }
}
