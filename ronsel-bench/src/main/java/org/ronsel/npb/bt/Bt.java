package org.ronsel.npb.bt;

import org.ronsel.Comm;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.Outcome;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.cfd.Cube;
import org.ronsel.npb.cfd.CubeRun;
import org.ronsel.npb.cfd.Partition;
import org.ronsel.npb.cfd.Workers;

/** BT: time steps whose systems along lines have blocks of 5 x 5. */
public final class Bt implements NpbKernel {
  private static final int SYSTEM_VALUES = 36;

  @Override
  public String name() {
    return "bt";
  }

  @Override
  public String title() {
    return "block tridiagonal systems";
  }

  @Override
  public RankCounts rankCounts(ProblemClass size) {
    return RankCounts.squares(Partition.most(BtProblems.of(size).points()));
  }

  @Override
  public long memoryBytes(ProblemClass size, int ranks) {
    return Partition.bytes(BtProblems.of(size).points(), ranks, SYSTEM_VALUES);
  }

  @Override
  public Outcome run(Comm comm, ProblemClass size) {
    Cube cube = BtProblems.of(size);
    Partition partition = new Partition(comm.rank(), comm.size(), cube.points());
    BlockTridiagonalSteps solver =
        new BlockTridiagonalSteps(comm, partition, cube.flow(), Workers.caller());
    return CubeRun.run(comm, cube, solver, operations(cube.points()));
  }

  private static double operations(double n) {
    return 3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n;
  }
}
