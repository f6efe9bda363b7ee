package org.ronsel.npb.bt;

import org.ronsel.Comm;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Cube;
import org.ronsel.npb.cfd.CubeKernel;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Workers;

/** BT: time steps whose systems along lines have blocks of 5 x 5. */
public final class Bt extends CubeKernel {
  private static final int SYSTEM_VALUES = 36;

  /** Creates the benchmark. */
  public Bt() {
    super(SYSTEM_VALUES);
  }

  @Override
  public String name() {
    return "bt";
  }

  @Override
  public String title() {
    return "block tridiagonal systems";
  }

  @Override
  protected Cube cube(ProblemClass size) {
    return BtProblems.of(size);
  }

  @Override
  protected AlternatingDirections solver(Comm comm, MultiPartition partition, Flow flow) {
    return new BlockTridiagonalSteps(comm, partition, flow, Workers.caller());
  }

  @Override
  protected double operations(double n) {
    return 3478.8 * n * n * n - 17655.7 * n * n + 28023.7 * n;
  }
}
