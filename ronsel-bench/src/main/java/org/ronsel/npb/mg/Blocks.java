package org.ronsel.npb.mg;

import org.ronsel.Comm;

/**
 * How a cube is divided into blocks, one for each rank; the last axis, along which arrays are
 * contiguous in planes, is divided first.
 */
record Blocks(int[] ranks, int[] place) {
  /** The blocks of all ranks of a communicator, the number of which is a power of two. */
  static Blocks of(Comm comm) {
    int log2 = Integer.numberOfTrailingZeros(comm.size());
    int x = 1 << (log2 / 3);
    int y = 1 << ((log2 - log2 / 3) / 2);
    return new Blocks(new int[] {x, y, comm.size() / (x * y)}, place(comm.rank(), x, y));
  }

  /** One block. */
  static Blocks whole() {
    return new Blocks(new int[] {1, 1, 1}, new int[3]);
  }

  private static int[] place(int rank, int x, int y) {
    return new int[] {rank % x, rank / x % y, rank / (x * y)};
  }

  /** The place of any rank. */
  int[] placeOf(int rank) {
    return place(rank, ranks[0], ranks[1]);
  }

  /** The rank so many steps along an axis, around the end. */
  int neighbour(int axis, int step) {
    int[] there = place.clone();
    there[axis] = Math.floorMod(there[axis] + step, ranks[axis]);
    return there[0] + ranks[0] * (there[1] + ranks[1] * there[2]);
  }

  /** Whether blocks of a cube of so many points along an axis are of two points or more. */
  boolean divide(int points) {
    return points >= 2 * Math.max(ranks[0], Math.max(ranks[1], ranks[2]));
  }

  /** Points of a block along an axis. */
  int points(int axis, int all) {
    return all / ranks[axis];
  }

  /** The first point of this block along an axis. */
  int start(int axis, int all) {
    return place[axis] * points(axis, all);
  }
}
