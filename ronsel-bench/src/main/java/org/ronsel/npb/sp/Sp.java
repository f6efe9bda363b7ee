package org.ronsel.npb.sp;

import org.ronsel.Comm;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.cfd.Cube;
import org.ronsel.npb.cfd.CubeRun;
import org.ronsel.npb.cfd.Partition;
import org.ronsel.npb.cfd.Workers;

/** SP: time steps whose systems along lines are diagonalised, so that five scalars remain. */
public final class Sp implements NpbKernel {
  private static final int SYSTEM_VALUES = 14;

  @Override
  public String name() {
    return "sp";
  }

  @Override
  public String title() {
    return "scalar pentadiagonal systems";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    return RankCounts.squares(Partition.most(SpProblems.of(size).points()));
  }

  @Override
  public long memoryBytes(ProblemClass size, int ranks) {
    return Partition.bytes(SpProblems.of(size).points(), ranks, SYSTEM_VALUES);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass size) {
    Cube cube = SpProblems.of(size);
    Partition partition = new Partition(comm.rank(), comm.size(), cube.points());
    ScalarPentadiagonal solver =
        new ScalarPentadiagonal(comm, partition, cube.flow(), Workers.caller());
    return CubeRun.run(comm, cube, solver, operations(cube.points()));
  }

  private static double operations(double n) {
    return 881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4;
  }
}
