package org.ronsel.collective.board;

import org.ronsel.collective.reduction.FixedOrder;

/**
 * Combines what the ranks have written, one rank after the other, in private arrays: loops over
 * arrays are the quick ones. Partial results lie on a stack, of which more than the lowest place is
 * used only in {@link FixedOrder}; the rank's own operand stays where it is.
 */
final class BoardCombining {
  private static final int NOWHERE = -1;

  private BoardCombining() {}

  /**
   * Combines elements of all ranks.
   *
   * @param behind bytes from the start of a rank's side to the first
   * @param allBytes bytes that each rank has written
   * @param ownAt the first in this rank's own input
   */
  static void all(
      BoardWork work, int count, long behind, long allBytes, int ownAt, Object out, int outAt) {
    boolean fixed = work.reduction().isInFixedOrder();
    for (int rank = 0; rank < work.ranks(); rank++) {
      next(work, rank, work.ranks(), fixed, count, behind, allBytes, ownAt, out, outAt);
    }
  }

  /** Combines elements of all ranks as they come; true when all have. */
  static boolean asTheyCome(
      BoardWork work, int count, long bytes, int ownAt, Object out, int outAt) {
    boolean fixed = work.reduction().isInFixedOrder();
    return asTheyCome(work, work.ranks(), fixed, count, bytes, ownAt, out, outAt);
  }

  /**
   * Combines elements of the ranks below {@code end}, two at least, from left to right as they
   * come; true when all have.
   */
  static boolean fromLeftAsTheyCome(
      BoardWork work, int end, int count, long bytes, int ownAt, Object out, int outAt) {
    return asTheyCome(work, end, false, count, bytes, ownAt, out, outAt);
  }

  private static boolean asTheyCome(
      BoardWork work,
      int end,
      boolean fixed,
      int count,
      long bytes,
      int ownAt,
      Object out,
      int outAt) {
    for (; work.cursor < end; work.cursor++) {
      int rank = work.cursor;
      if (rank != work.rank() && !work.exchanges().hasPosted(rank)) {
        return false;
      }
      next(work, rank, end, fixed, count, 0, bytes, ownAt, out, outAt);
    }
    return true;
  }

  /** Adds the elements of one rank; that of the last below {@code end} makes the result. */
  private static void next(
      BoardWork work,
      int rank,
      int end,
      boolean fixed,
      int count,
      long behind,
      long allBytes,
      int ownAt,
      Object out,
      int outAt) {
    Object stack = work.stack((fixed ? FixedOrder.depth(end) : 2) * count);
    Object input = work.call().input();
    boolean own = rank == work.rank();
    if (rank == 0) {
      work.height = 0;
      work.ownHeight = NOWHERE;
    }
    Object right = own ? input : stack;
    int rightAt = own ? ownAt : work.height * count;
    if (!own) {
      work.read(rank, behind, allBytes, stack, rightAt, count);
    }
    int merges = fixed ? FixedOrder.merges(rank, end) : Math.min(rank, 1);
    if (own && merges == 0) {
      work.ownHeight = work.height;
    }
    for (int i = 0; i < merges; i++) {
      work.height--;
      boolean leftIsOwn = work.height == work.ownHeight;
      Object left = leftIsOwn ? input : stack;
      int leftAt = leftIsOwn ? ownAt : work.height * count;
      if (leftIsOwn) {
        work.ownHeight = NOWHERE;
      }
      boolean isResult = rank == end - 1 && work.height == 0;
      Object to = isResult ? out : stack;
      int toAt = isResult ? outAt : work.height * count;
      work.combine(left, leftAt, right, rightAt, to, toAt, count);
      right = to;
      rightAt = toAt;
    }
    work.height++;
  }
}
