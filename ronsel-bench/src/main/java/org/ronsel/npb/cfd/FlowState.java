package org.ronsel.npb.cfd;

/**
 * What a {@link FluxJacobian} depends on at some points. All arrays have the same indices.
 *
 * @param rhoI reciprocal of the density
 * @param velocity in x, y and z
 * @param qs kinetic energy per mass
 * @param energy energy per volume, the fifth variable
 */
public record FlowState(double[] rhoI, double[][] velocity, double[] qs, double[] energy) {
  /** At all points of a block, as of the last right-hand side. */
  public static FlowState of(Block block) {
    return new FlowState(block.rhoI, block.velocity, block.qs, block.u[4]);
  }

  /** Of {@code count} points, all 0. */
  public static FlowState empty(int count) {
    return new FlowState(
        new double[count], new double[3][count], new double[count], new double[count]);
  }

  /** Takes {@code count} points of another, from index {@code start}, as the first ones. */
  public void load(FlowState from, int start, int count) {
    System.arraycopy(from.rhoI, start, rhoI, 0, count);
    System.arraycopy(from.qs, start, qs, 0, count);
    System.arraycopy(from.energy, start, energy, 0, count);
    for (int m = 0; m < velocity.length; m++) {
      System.arraycopy(from.velocity[m], start, velocity[m], 0, count);
    }
  }
}
