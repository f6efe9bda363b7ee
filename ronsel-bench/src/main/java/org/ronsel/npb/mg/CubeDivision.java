package org.ronsel.npb.mg;

import org.ronsel.Comm;

/**
 * The division of a cube into blocks, one for each rank; the last axis, along which arrays are
 * contiguous in planes, is divided first.
 */
record CubeDivision(int[] ranks, int[] place) {
  /** The blocks of all ranks of a communicator, the number of which is a power of two. */
  static CubeDivision of(Comm comm) {
    int log2 = Integer.numberOfTrailingZeros(comm.size());
    int x = 1 << (log2 / 3);
    int y = 1 << ((log2 - log2 / 3) / 2);
    return new CubeDivision(new int[] {x, y, comm.size() / (x * y)}, place(comm.rank(), x, y));
  }

  /** The division into a single block. */
  static CubeDivision whole() {
    return new CubeDivision(new int[] {1, 1, 1}, new int[3]);
  }

  private static int[] place(int rank, int x, int y) {
    return new int[] {rank % x, rank / x % y, rank / (x * y)};
  }

  /** The place of any rank. */
  int[] placeOf(int rank) {
    return place(rank, ranks[0], ranks[1]);
  }

  /** The rank {@code step} blocks away along an axis, which is periodic. */
  int neighbour(int axis, int step) {
    int[] there = place.clone();
    there[axis] = Math.floorMod(there[axis] + step, ranks[axis]);
    return there[0] + ranks[0] * (there[1] + ranks[1] * there[2]);
  }

  /**
   * Whether blocks of a cube of {@code points} points along an axis have two points or more along
   * each.
   */
  boolean divide(int points) {
    return points >= 2 * Math.max(ranks[0], Math.max(ranks[1], ranks[2]));
  }

  /** The number of points of a block along an axis. */
  int points(int axis, int all) {
    return all / ranks[axis];
  }

  /** The first point of this block along an axis. */
  int start(int axis, int all) {
    return place[axis] * points(axis, all);
  }
}
