package org.ronsel.npb.sp;

import org.ronsel.Comm;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.cfd.AlternatingDirections;
import org.ronsel.npb.cfd.Cube;
import org.ronsel.npb.cfd.CubeKernel;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.MultiPartition;
import org.ronsel.npb.cfd.Workers;

/** SP: time steps whose systems along lines are diagonalised, so that five scalars remain. */
public final class Sp extends CubeKernel {
  private static final int SYSTEM_VALUES = 14;

  /** Creates the benchmark. */
  public Sp() {
    super(SYSTEM_VALUES);
  }

  @Override
  public String name() {
    return "sp";
  }

  @Override
  public String title() {
    return "scalar pentadiagonal systems";
  }

  @Override
  protected Cube cube(ProblemClass size) {
    return SpProblems.of(size);
  }

  @Override
  protected AlternatingDirections solver(Comm comm, MultiPartition partition, Flow flow) {
    return new ScalarPentadiagonal(comm, partition, flow, Workers.caller());
  }

  @Override
  protected double operations(double n) {
    return 881.174 * n * n * n - 4683.91 * n * n + 11484.5 * n - 19272.4;
  }
}
