package org.ronsel.npb.mg;

/**
 * The four operators of the method, row by row. A point's neighbours in other rows are summed
 * first, for all points of a row: with the weights that they have for the point itself, and with
 * those that they have for the points beside it. So sums are made once and used for three points,
 * and no loop needs what its last pass has computed, which would keep the compiler from making
 * vector instructions of it. For use by one thread.
 */
final class Stencils {
  private static final double CENTRE = -8.0 / 3.0;
  private static final double EDGES = 1.0 / 6.0;
  private static final double CORNERS = 1.0 / 12.0;

  private final double centre;
  private final double faces;
  private final double edges;

  /** For the points of a row, what lies around each of them in other rows. */
  private final double[] around;

  /** For the points of a row, what counts for the points before and behind each of them. */
  private final double[] beside;

  /**
   * Creates the operators. The specification has one smoother for classes S, W and A, and another
   * for larger ones.
   *
   * @param longest points of the longest row, with its halo
   */
  Stencils(boolean small, int longest) {
    around = new double[longest];
    beside = new double[longest];
    centre = small ? -3.0 / 8.0 : -3.0 / 17.0;
    faces = small ? 1.0 / 32.0 : 1.0 / 33.0;
    edges = small ? -1.0 / 64.0 : -1.0 / 61.0;
  }

  /** r = v - A u, of a plane but for its halo. */
  void residual(BlockLengths block, double[] u, double[] v, double[] r, int z) {
    int nx = block.nx();
    for (int y = 1; y < block.ny() - 1; y++) {
      int row = block.row(y, z);
      residualAround(u, row, nx, block.plane(), around, beside);
      residual(u, v, r, row, nx, around, beside);
    }
  }

  private static void residualAround(
      double[] u, int row, int nx, int nxy, double[] around, double[] beside) {
    for (int x = 0; x < nx; x++) {
      double near = u[row - nx + x] + u[row + nx + x] + u[row - nxy + x] + u[row + nxy + x];
      double far =
          u[row - nx - nxy + x]
              + u[row + nx - nxy + x]
              + u[row - nx + nxy + x]
              + u[row + nx + nxy + x];
      around[x] = EDGES * far;
      beside[x] = EDGES * near + CORNERS * far;
    }
  }

  private static void residual(
      double[] u, double[] v, double[] r, int row, int nx, double[] around, double[] beside) {
    for (int x = 1; x < nx - 1; x++) {
      r[row + x] = v[row + x] - CENTRE * u[row + x] - around[x] - (beside[x - 1] + beside[x + 1]);
    }
  }

  /** u = u + C r, of a plane but for its halo. */
  void smooth(BlockLengths block, double[] r, double[] u, int z) {
    int nx = block.nx();
    for (int y = 1; y < block.ny() - 1; y++) {
      int row = block.row(y, z);
      smoothAround(r, row, nx, block.plane(), around, beside);
      smooth(u, row, nx, around, beside);
    }
  }

  private void smoothAround(
      double[] r, int row, int nx, int nxy, double[] around, double[] beside) {
    double c = centre;
    double f = faces;
    double e = edges;
    for (int x = 0; x < nx; x++) {
      double near = r[row - nx + x] + r[row + nx + x] + r[row - nxy + x] + r[row + nxy + x];
      double far =
          r[row - nx - nxy + x]
              + r[row + nx - nxy + x]
              + r[row - nx + nxy + x]
              + r[row + nx + nxy + x];
      double here = r[row + x];
      around[x] = c * here + f * near + e * far;
      beside[x] = f * here + e * near;
    }
  }

  private static void smooth(double[] u, int row, int nx, double[] around, double[] beside) {
    for (int x = 1; x < nx - 1; x++) {
      u[row + x] += around[x] + (beside[x - 1] + beside[x + 1]);
    }
  }

  /** coarse = P fine: the weighted mean of 27 points, of all but the halo. */
  void restrict(BlockLengths fineBlock, double[] fine, BlockLengths coarseBlock, double[] coarse) {
    int nx = fineBlock.nx();
    for (int z = 1; z < coarseBlock.nz() - 1; z++) {
      for (int y = 1; y < coarseBlock.ny() - 1; y++) {
        restrictAround(fine, fineBlock.row(2 * y, 2 * z), nx, fineBlock.plane(), around);
        restrict(around, coarse, coarseBlock.row(y, z), coarseBlock.nx());
      }
    }
  }

  /** The weights of points beside a row's points are half of those of the points themselves. */
  private static void restrictAround(double[] r, int row, int nx, int nxy, double[] around) {
    for (int x = 0; x < nx; x++) {
      double near = r[row - nx + x] + r[row + nx + x] + r[row - nxy + x] + r[row + nxy + x];
      double far =
          r[row - nx - nxy + x]
              + r[row + nx - nxy + x]
              + r[row - nx + nxy + x]
              + r[row + nx + nxy + x];
      around[x] = 0.5 * r[row + x] + 0.25 * near + 0.125 * far;
    }
  }

  private static void restrict(double[] around, double[] coarse, int row, int count) {
    for (int x = 1; x < count - 1; x++) {
      coarse[row + x] = around[2 * x] + 0.5 * (around[2 * x - 1] + around[2 * x + 1]);
    }
  }

  /**
   * fine = fine + Q coarse: trilinear interpolation, halo included, of the fine planes 2z and 2z +
   * 1.
   */
  void interpolate(
      BlockLengths coarseBlock, double[] coarse, BlockLengths fineBlock, double[] fine, int z) {
    for (int y = 0; y < coarseBlock.ny() - 1; y++) {
      int from = coarseBlock.row(y, z);
      int up = from + coarseBlock.nx();
      int count = coarseBlock.nx() - 1;
      int plane = coarseBlock.plane();
      one(coarse, from, fine, fineBlock.row(2 * y, 2 * z), count);
      two(coarse, from, up, fine, fineBlock.row(2 * y + 1, 2 * z), count);
      two(coarse, from, from + plane, fine, fineBlock.row(2 * y, 2 * z + 1), count);
      four(coarse, from, up, plane, fine, fineBlock.row(2 * y + 1, 2 * z + 1), count);
    }
  }

  /** Fine rows that lie on a coarse one. */
  private static void one(double[] z, int row, double[] u, int to, int count) {
    double next = z[row];
    for (int x = 0; x < count; x++) {
      double here = next;
      next = z[row + x + 1];
      u[to + 2 * x] += here;
      u[to + 2 * x + 1] += 0.5 * (here + next);
    }
  }

  /** Fine rows between two coarse ones. */
  private static void two(double[] z, int a, int b, double[] u, int to, int count) {
    double next = z[a] + z[b];
    for (int x = 0; x < count; x++) {
      double here = next;
      next = z[a + x + 1] + z[b + x + 1];
      u[to + 2 * x] += 0.5 * here;
      u[to + 2 * x + 1] += 0.25 * (here + next);
    }
  }

  /** Fine rows among four coarse ones. */
  private static void four(double[] z, int a, int b, int plane, double[] u, int to, int count) {
    double next = z[a] + z[b] + z[a + plane] + z[b + plane];
    for (int x = 0; x < count; x++) {
      double here = next;
      next = z[a + x + 1] + z[b + x + 1] + z[a + x + 1 + plane] + z[b + x + 1 + plane];
      u[to + 2 * x] += 0.25 * here;
      u[to + 2 * x + 1] += 0.125 * (here + next);
    }
  }
}
