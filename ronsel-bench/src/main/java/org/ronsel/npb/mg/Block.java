package org.ronsel.npb.mg;

/**
 * Lengths of a three-dimensional array in which a layer of the neighbours' points, the halo, lies
 * around the points of a block. The first axis is contiguous.
 */
record Block(int nx, int ny, int nz) {
  /** The block of a rank, from a cube of so many points along an axis. */
  static Block of(Blocks blocks, int points) {
    return new Block(
        blocks.points(0, points) + 2, blocks.points(1, points) + 2, blocks.points(2, points) + 2);
  }

  /** Elements of the array. */
  int size() {
    return Math.multiplyExact(Math.multiplyExact(nx, ny), nz);
  }

  /** Elements from one plane to the next. */
  int plane() {
    return nx * ny;
  }

  /** Where a row along the first axis begins. */
  int row(int y, int z) {
    return nx * (y + ny * z);
  }
}
