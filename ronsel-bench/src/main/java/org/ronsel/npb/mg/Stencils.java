package org.ronsel.npb.mg;

/**
 * The four operators of the method, row by row. Sums of four neighbours in the planes across a row
 * are made once and used for three points.
 */
final class Stencils {
  private static final double CENTRE = -8.0 / 3.0;
  private static final double EDGES = 1.0 / 6.0;
  private static final double CORNERS = 1.0 / 12.0;

  private final double centre;
  private final double faces;
  private final double edges;

  /**
   * Creates the operators. The specification has one smoother for classes S, W and A, and another
   * for larger ones.
   */
  Stencils(boolean small) {
    centre = small ? -3.0 / 8.0 : -3.0 / 17.0;
    faces = small ? 1.0 / 32.0 : 1.0 / 33.0;
    edges = small ? -1.0 / 64.0 : -1.0 / 61.0;
  }

  /** r = v - A u, of a plane but for its halo. */
  void residual(BlockLengths block, double[] u, double[] v, double[] r, int z) {
    for (int y = 1; y < block.ny() - 1; y++) {
      residual(u, v, r, block.row(y, z), block.nx(), block.plane());
    }
  }

  private static void residual(double[] u, double[] v, double[] r, int row, int nx, int nxy) {
    int i = row;
    double near = u[i - nx] + u[i + nx] + u[i - nxy] + u[i + nxy];
    double far = u[i - nx - nxy] + u[i + nx - nxy] + u[i - nx + nxy] + u[i + nx + nxy];
    i++;
    double nextNear = u[i - nx] + u[i + nx] + u[i - nxy] + u[i + nxy];
    double nextFar = u[i - nx - nxy] + u[i + nx - nxy] + u[i - nx + nxy] + u[i + nx + nxy];
    for (i = row + 1; i < row + nx - 1; i++) {
      double lastNear = near;
      double lastFar = far;
      near = nextNear;
      far = nextFar;
      nextNear = u[i + 1 - nx] + u[i + 1 + nx] + u[i + 1 - nxy] + u[i + 1 + nxy];
      nextFar =
          u[i + 1 - nx - nxy] + u[i + 1 + nx - nxy] + u[i + 1 - nx + nxy] + u[i + 1 + nx + nxy];
      r[i] =
          v[i]
              - CENTRE * u[i]
              - EDGES * (far + lastNear + nextNear)
              - CORNERS * (lastFar + nextFar);
    }
  }

  /** u = u + C r, of a plane but for its halo. */
  void smooth(BlockLengths block, double[] r, double[] u, int z) {
    for (int y = 1; y < block.ny() - 1; y++) {
      smooth(r, u, block.row(y, z), block.nx(), block.plane());
    }
  }

  private void smooth(double[] r, double[] u, int row, int nx, int nxy) {
    double c = centre;
    double f = faces;
    double e = edges;
    int i = row;
    double near = r[i - nx] + r[i + nx] + r[i - nxy] + r[i + nxy];
    i++;
    double nextNear = r[i - nx] + r[i + nx] + r[i - nxy] + r[i + nxy];
    for (i = row + 1; i < row + nx - 1; i++) {
      double lastNear = near;
      near = nextNear;
      nextNear = r[i + 1 - nx] + r[i + 1 + nx] + r[i + 1 - nxy] + r[i + 1 + nxy];
      double far = r[i - nx - nxy] + r[i + nx - nxy] + r[i - nx + nxy] + r[i + nx + nxy];
      u[i] += c * r[i] + f * (r[i - 1] + r[i + 1] + near) + e * (far + lastNear + nextNear);
    }
  }

  /** coarse = P fine: the weighted mean of 27 points, of all but the halo. */
  void restrict(BlockLengths fineBlock, double[] fine, BlockLengths coarseBlock, double[] coarse) {
    for (int z = 1; z < coarseBlock.nz() - 1; z++) {
      for (int y = 1; y < coarseBlock.ny() - 1; y++) {
        restrict(
            fine,
            fineBlock.row(2 * y, 2 * z),
            fineBlock.nx(),
            fineBlock.plane(),
            coarse,
            coarseBlock.row(y, z),
            coarseBlock.nx());
      }
    }
  }

  private static void restrict(
      double[] r, int from, int nx, int nxy, double[] coarse, int row, int count) {
    int i = from + 1;
    double nextNear = r[i - nx] + r[i + nx] + r[i - nxy] + r[i + nxy];
    double nextFar = r[i - nx - nxy] + r[i + nx - nxy] + r[i - nx + nxy] + r[i + nx + nxy];
    for (int x = 1; x < count - 1; x++) {
      double lastNear = nextNear;
      double lastFar = nextFar;
      i = from + 2 * x;
      double near = r[i - nx] + r[i + nx] + r[i - nxy] + r[i + nxy];
      double far = r[i - nx - nxy] + r[i + nx - nxy] + r[i - nx + nxy] + r[i + nx + nxy];
      nextNear = r[i + 1 - nx] + r[i + 1 + nx] + r[i + 1 - nxy] + r[i + 1 + nxy];
      nextFar =
          r[i + 1 - nx - nxy] + r[i + 1 + nx - nxy] + r[i + 1 - nx + nxy] + r[i + 1 + nx + nxy];
      coarse[row + x] =
          0.5 * r[i]
              + 0.25 * (r[i - 1] + r[i + 1] + near)
              + 0.125 * (lastNear + nextNear + far)
              + 0.0625 * (lastFar + nextFar);
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
