package org.ronsel.npb.lu;

import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.Verification;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Cube;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.Reference;

/**
 * LU: a steady state of the equations by symmetric successive over-relaxation, whose sweeps make
 * ranks wait for each other in a wavefront with many small messages.
 */
public final class Lu implements NpbKernel {
  @Override
  public String name() {
    return "lu";
  }

  @Override
  public String title() {
    return "lower-upper symmetric Gauss-Seidel";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    int points = LuProblems.of(size).points();
    return new RankCounts(
        "a number whose blocks have 3 x 3 points or more",
        Decomposition.most(points),
        ranks -> Decomposition.allows(ranks, points));
  }

  @Override
  public long memoryBytes(ProblemClass size, int ranks) {
    int points = LuProblems.of(size).points();
    double side = points / Math.sqrt(ranks);
    return ranks * Block.bytes((long) Math.ceil(side), (long) Math.ceil(side), points);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass size) {
    Cube cube = LuProblems.of(size);
    Decomposition decomposition = Decomposition.of(comm);
    Block block = decomposition.block(cube.points());
    Ssor ssor = new Ssor(comm, decomposition, block, cube.flow());
    block.computeForcing(cube.flow());
    block.initialize();
    ssor.residual();
    ssor.iterate(); // one untimed step, as in the specification
    block.initialize();
    ssor.residual();
    ssor.timers().clear();
    comm.barrier();
    long start = System.nanoTime();
    double[] residuals = {};
    for (int step = 1; step <= cube.steps(); step++) {
      ssor.iterate();
      ssor.residual();
      if (step == cube.steps()) {
        residuals = residuals(comm, block, cube.points());
      }
    }
    double seconds = comm.allReduce((System.nanoTime() - start) * 1e-9, Op.MAX);
    Map<String, Double> parts = ssor.timers().slowest(comm);
    return new Outcome(seconds, operations(cube), verify(comm, block, size, residuals), parts);
  }

  private static double[] residuals(Comm comm, Block block, int points) {
    double[] sums = new double[Flow.VARIABLES];
    block.addSquaresOfRhs(sums);
    return Reference.norms(comm, sums, points, points, points);
  }

  private static Verification verify(
      Comm comm, Block block, ProblemClass size, double[] residuals) {
    Cube cube = LuProblems.of(size);
    int points = cube.points();
    double[] sums = new double[Flow.VARIABLES];
    block.addSquaresOfError(sums);
    double[] errors = Reference.norms(comm, sums, points, points, points);
    Verification verification = cube.reference().verify(residuals, errors);
    double surface = comm.allReduce(new SurfaceIntegral(block).contribution(), Op.SUM);
    Reference.check(verification, "surface integral", surface, LuProblems.surface(size));
    return verification;
  }

  private static double operations(Cube cube) {
    double n = cube.points();
    return cube.steps() * (1984.77 * n * n * n - 10923.3 * n * n + 27770.9 * n - 144010);
  }
}
