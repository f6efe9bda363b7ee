package org.ronsel.npb.cfd;

/**
 * A problem on a cube.
 *
 * @param points of the grid in each direction
 * @param steps time steps, or iterations
 * @param dt time step
 * @param reference values to verify the result
 */
public record Cube(int points, int steps, double dt, Reference reference) {
  /** Constants of the equations. */
  public Flow flow() {
    return Flow.ofCube(dt, points);
  }
}
