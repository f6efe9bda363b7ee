package org.ronsel.npb.mg;

/**
 * Lengths of a three-dimensional array with the points of a block and, around them, the halo, a
 * layer of the neighbours' points. The first axis is contiguous.
 */
record BlockLengths(int nx, int ny, int nz) {
  /** The block of a rank, of a cube with {@code points} points along an axis. */
  static BlockLengths of(CubeDivision blocks, int points) {
    return new BlockLengths(
        blocks.points(0, points) + 2, blocks.points(1, points) + 2, blocks.points(2, points) + 2);
  }

  /** The number of elements of the array. */
  int size() {
    return Math.multiplyExact(Math.multiplyExact(nx, ny), nz);
  }

  /** The number of elements from one plane to the next. */
  int plane() {
    return nx * ny;
  }

  /** The offset of a row along the first axis. */
  int row(int y, int z) {
    return nx * (y + ny * z);
  }
}
