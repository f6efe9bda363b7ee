package org.ronsel.npb.cfd;

import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Verification;

/**
 * SP or BT on a cube, divided among a square number of ranks: its timed part and its verification.
 */
public abstract class CubeKernel implements NpbKernel {
  private final int systemValues;

  /**
   * Creates a kernel.
   *
   * @param systemValues numbers that a system has in each point of a line
   */
  protected CubeKernel(int systemValues) {
    this.systemValues = systemValues;
  }

  /** The problem of a class. */
  protected abstract Cube cube(ProblemClass size);

  /** Creates the solver that makes the time steps. */
  protected abstract AlternatingDirections solver(Comm comm, MultiPartition partition, Flow flow);

  /**
   * The operations that the specification counts in a step, on a grid of {@code n} points in each
   * direction.
   */
  protected abstract double operations(double n);

  @Override
  public final RankCounts rankCounts(ProblemClass size) {
    return RankCounts.squares(MultiPartition.most(cube(size).points()));
  }

  @Override
  public final long memoryBytes(ProblemClass size, int ranks) {
    return MultiPartition.bytes(cube(size).points(), ranks, systemValues);
  }

  @Override
  public final Outcome run(Comm comm, ProblemClass size) {
    Cube cube = cube(size);
    MultiPartition partition = new MultiPartition(comm.rank(), comm.size(), cube.points());
    AlternatingDirections solver = solver(comm, partition, cube.flow());
    solver.step(); // one untimed step, as in the specification
    solver.initialize();
    solver.timers().clear();
    comm.barrier();
    long start = System.nanoTime();
    for (int step = 0; step < cube.steps(); step++) {
      solver.step();
    }
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    Map<String, Double> parts = solver.timers().slowest(comm);
    return new Outcome(
        seconds, operations(cube.points()) * cube.steps(), verify(comm, cube, solver), parts);
  }

  private static Verification verify(Comm comm, Cube cube, AlternatingDirections solver) {
    int n = cube.points();
    double[] errors = new double[Flow.VARIABLES];
    solver.addSquaresOfError(errors);
    solver.rightHandSide();
    double[] residuals = new double[Flow.VARIABLES];
    solver.addSquaresOfRhs(residuals);
    return cube.reference()
        .verify(Reference.norms(comm, residuals, n, n, n), Reference.norms(comm, errors, n, n, n));
  }
}
