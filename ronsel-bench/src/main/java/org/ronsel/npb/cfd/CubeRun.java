package org.ronsel.npb.cfd;

import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.Verification;

/** A run of SP or BT on a cube: what is timed, and how it is verified. */
public final class CubeRun {
  private CubeRun() {}

  /** Runs with {@code solver}; {@code operations} is what the specification counts in a step. */
  public static Outcome run(Comm comm, Cube cube, AlternatingDirections solver, double operations) {
    solver.step(); // one that is not timed, as the specification has it
    solver.initialize();
    solver.timers().clear();
    comm.barrier();
    long start = System.nanoTime();
    for (int step = 0; step < cube.steps(); step++) {
      solver.step();
    }
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    Map<String, Double> parts = solver.timers().slowest(comm);
    return new Outcome(seconds, operations * cube.steps(), verify(comm, cube, solver), parts);
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
