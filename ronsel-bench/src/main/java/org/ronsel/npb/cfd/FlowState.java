package org.ronsel.npb.cfd;

/**
 * The values on which a {@link FluxJacobian} depends at some points. All arrays have the same
 * indices.
 *
 * @param rhoI reciprocal of the density
 * @param velocity in x, y and z
 * @param qs kinetic energy per mass
 * @param energy energy per volume, the fifth variable
 */
public record FlowState(double[] rhoI, double[][] velocity, double[] qs, double[] energy) {
  /** The values at all points of a block, as of the last right-hand side. */
  public static FlowState of(Block block) {
    return new FlowState(block.rhoI, block.velocity, block.qs, block.u[4]);
  }

  /** Creates the values of {@code count} points, all 0. */
  public static FlowState empty(int count) {
    return new FlowState(
        new double[count], new double[3][count], new double[count], new double[count]);
  }

  /** Copies {@code count} points of another state, from index {@code start}, to the first ones. */
  public void load(FlowState from, int start, int count) {
    System.arraycopy(from.rhoI, start, rhoI, 0, count);
    System.arraycopy(from.qs, start, qs, 0, count);
    System.arraycopy(from.energy, start, energy, 0, count);
    for (int m = 0; m < velocity.length; m++) {
      System.arraycopy(from.velocity[m], start, velocity[m], 0, count);
    }
  }
}
