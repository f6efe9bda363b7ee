package org.ronsel.npb.mg;

import org.ronsel.Comm;

/**
 * Transfers data between a grid that every rank has as a whole and the blocks of the next finer
 * grid.
 */
final class Gathered {
  private final Comm comm;
  private final CubeDivision blocks;
  private final int points;
  private final BlockLengths whole;
  private final BlockLengths block;
  private final double[] array;
  private final double[] mine;
  private final double[] all;

  Gathered(Comm comm, CubeDivision blocks, int points, BlockLengths whole) {
    this.comm = comm;
    this.blocks = blocks;
    this.points = points;
    this.whole = whole;
    block = BlockLengths.of(blocks, points);
    array = new double[block.size()];
    mine = new double[(block.nx() - 2) * (block.ny() - 2) * (block.nz() - 2)];
    all = new double[mine.length * comm.size()];
  }

  /** Lengths of {@link #array()}. */
  BlockLengths block() {
    return block;
  }

  /** This rank's block of the grid. */
  double[] array() {
    return array;
  }

  /** Gathers the blocks of all ranks. Collective. */
  void gather(double[] out) {
    int count = block.nx() - 2;
    int k = 0;
    for (int z = 1; z < block.nz() - 1; z++) {
      for (int y = 1; y < block.ny() - 1; y++, k += count) {
        System.arraycopy(array, block.row(y, z) + 1, mine, k, count);
      }
    }
    comm.allGather(mine, all);
    k = 0;
    for (int rank = 0; rank < comm.size(); rank++) {
      CubeDivision other = new CubeDivision(blocks.ranks(), blocks.placeOf(rank));
      int x = other.start(0, points) + 1;
      for (int z = 0; z < block.nz() - 2; z++) {
        for (int y = 0; y < block.ny() - 2; y++, k += count) {
          int row = whole.row(y + other.start(1, points) + 1, z + other.start(2, points) + 1);
          System.arraycopy(all, k, out, row + x, count);
        }
      }
    }
  }

  /** Copies this rank's block, with its halo, out of the whole grid. */
  void extract(double[] in) {
    int x = blocks.start(0, points);
    for (int z = 0; z < block.nz(); z++) {
      for (int y = 0; y < block.ny(); y++) {
        int row = whole.row(y + blocks.start(1, points), z + blocks.start(2, points));
        System.arraycopy(in, row + x, array, block.row(y, z), block.nx());
      }
    }
  }
}
