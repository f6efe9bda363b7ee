package org.ronsel.npb.lu;

import static org.ronsel.npb.cfd.Flow.C2;

import org.ronsel.npb.cfd.Block;

/**
 * The integral of the pressure over the faces of a box inside the grid, by the trapezoidal rule
 * (NAS-95-020, section 3.3.6): the contribution of a rank's points.
 */
record SurfaceIntegral(Block block) {
  /** The first point of the box in x, y and z. */
  private static final int[] BEGIN = {1, 1, 2};

  /** Distance of its end from the last point of the grid. */
  private static final int[] MARGIN = {1, 2, 1};

  double contribution() {
    double sum = 0;
    for (int k = 0; k < block.size(2); k++) {
      for (int j = 0; j < block.size(1); j++) {
        for (int i = 0; i < block.size(0); i++) {
          double weight = weight(i, j, k);
          if (weight != 0) {
            sum += weight * pressure(block.index(i, j, k));
          }
        }
      }
    }
    return sum / 4;
  }

  /**
   * The sum over the faces on which the point lies; 1 at corners, 2 at edges, 4 inside, times h².
   */
  private double weight(int i, int j, int k) {
    int[] position = {i, j, k};
    double sum = 0;
    for (int normal = 0; normal < position.length; normal++) {
      double weight = isEnd(normal, position[normal]) ? 1 : 0;
      for (int other = 0; other < position.length; other++) {
        if (other != normal) {
          weight *= along(other, position[other]) / (block.points(other) - 1);
        }
      }
      sum += weight;
    }
    return sum;
  }

  private boolean isEnd(int direction, int position) {
    int global = block.low(direction) + position;
    return global == BEGIN[direction] || global == end(direction);
  }

  private int end(int direction) {
    return block.points(direction) - 1 - MARGIN[direction];
  }

  private double along(int direction, int position) {
    int global = block.low(direction) + position;
    if (global < BEGIN[direction] || global > end(direction)) {
      return 0;
    }
    return isEnd(direction, position) ? 1 : 2;
  }

  private double pressure(int index) {
    double[][] u = block.u;
    double momentum =
        u[1][index] * u[1][index] + u[2][index] * u[2][index] + u[3][index] * u[3][index];
    return C2 * (u[4][index] - 0.5 * momentum / u[0][index]);
  }
}
