package org.ronsel.collective.shared;

import org.ronsel.collective.reduction.FixedOrder;

/**
 * Combines what the ranks have written, one rank after the other. All of it is copied before it is
 * combined: a copy waits for several lines of the cache at a time, a loop for one.
 *
 * <p>Predefined operators combine in the array that gets the result; others on a stack of partial
 * results, of which more than the lowest place is used only in {@link FixedOrder}. The rank's own
 * operand stays where it is.
 */
final class CopyCombining {
  private static final int NOWHERE = -1;

  private CopyCombining() {}

  /**
   * Combines elements of all ranks, who have arrived.
   *
   * @param behind bytes from the first that a rank has written to the first of them
   * @param allBytes bytes that each rank has written
   * @param ownAt the first in this rank's own input
   */
  static void all(
      CopyPart part, int count, long behind, long allBytes, int ownAt, Object out, int outAt) {
    boolean fixed = part.reduction().isInFixedOrder();
    combine(part, part.ranks(), fixed, false, count, behind, allBytes, ownAt, out, outAt);
  }

  /** Combines elements of all ranks as they come. */
  static void asTheyCome(CopyPart part, int count, long bytes, int ownAt, Object out, int outAt) {
    boolean fixed = part.reduction().isInFixedOrder();
    combine(part, part.ranks(), fixed, true, count, 0, bytes, ownAt, out, outAt);
  }

  /** Combines elements of the ranks below {@code end}, two at least, from left to right. */
  static void fromLeftAsTheyCome(
      CopyPart part, int end, int count, long bytes, int ownAt, Object out, int outAt) {
    combine(part, end, false, true, count, 0, bytes, ownAt, out, outAt);
  }

  private static void combine(
      CopyPart part,
      int end,
      boolean fixed,
      boolean asTheyCome,
      int count,
      long behind,
      long allBytes,
      int ownAt,
      Object out,
      int outAt) {
    int own = part.rank();
    boolean isOwnKept = own < 2 || own >= end || out != part.call().input();
    if (!fixed && isOwnKept && part.combinesRead(count)) {
      inOutput(part, end, asTheyCome, count, behind, allBytes, ownAt, out, outAt);
    } else {
      onStack(part, end, fixed, asTheyCome, count, behind, allBytes, ownAt, out, outAt);
    }
  }

  /**
   * Combines in the array of the result. It may be that of the own operand if that comes first or
   * second: the operators commute.
   */
  private static void inOutput(
      CopyPart part,
      int end,
      boolean asTheyCome,
      int count,
      long behind,
      long allBytes,
      int ownAt,
      Object out,
      int outAt) {
    Object input = part.call().input();
    int own = part.rank();
    boolean isInPlace = input == out && ownAt == outAt;
    int first = 0;
    if (own < 2 && own < end) {
      // Loops over arrays are quick where all have the same offset.
      first = isInPlace || ownAt != outAt ? own : 1 - own;
    }
    if (first != own) {
      if (asTheyCome) {
        part.awaitPosted(first);
      }
      part.read(first, behind, allBytes, out, outAt, count);
    } else if (!isInPlace) {
      part.copyOwn(ownAt, out, outAt, count);
    }
    for (int rank = 0; rank < end; rank++) {
      if (rank == first) {
        continue;
      }
      if (rank == own) {
        part.combine(input, ownAt, out, outAt, out, outAt, count);
      } else {
        if (asTheyCome) {
          part.awaitPosted(rank);
        }
        part.combineRead(rank, behind, allBytes, out, outAt, count);
      }
    }
  }

  private static void onStack(
      CopyPart part,
      int end,
      boolean fixed,
      boolean asTheyCome,
      int count,
      long behind,
      long allBytes,
      int ownAt,
      Object out,
      int outAt) {
    Object stack = part.stack((fixed ? FixedOrder.depth(end) : 2) * count);
    Object input = part.call().input();
    int height = 0;
    int ownHeight = NOWHERE;
    for (int rank = 0; rank < end; rank++) {
      boolean own = rank == part.rank();
      Object right = own ? input : stack;
      int rightAt = own ? ownAt : height * count;
      if (!own) {
        if (asTheyCome) {
          part.awaitPosted(rank);
        }
        part.read(rank, behind, allBytes, stack, rightAt, count);
      }
      int merges = fixed ? FixedOrder.merges(rank, end) : Math.min(rank, 1);
      if (own && merges == 0) {
        ownHeight = height;
      }
      for (int i = 0; i < merges; i++) {
        height--;
        boolean leftIsOwn = height == ownHeight;
        Object left = leftIsOwn ? input : stack;
        int leftAt = leftIsOwn ? ownAt : height * count;
        if (leftIsOwn) {
          ownHeight = NOWHERE;
        }
        boolean isResult = rank == end - 1 && height == 0;
        Object to = isResult ? out : stack;
        int toAt = isResult ? outAt : height * count;
        part.combine(left, leftAt, right, rightAt, to, toAt, count);
        right = to;
        rightAt = toAt;
      }
      height++;
    }
  }
}
