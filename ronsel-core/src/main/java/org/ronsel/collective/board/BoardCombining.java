package org.ronsel.collective.board;

import org.ronsel.collective.reduction.Reduction;

/**
 * Combines what the ranks have written, in the order of ranks, in private arrays: loops over arrays
 * are the quick ones.
 */
final class BoardCombining {
  private BoardCombining() {}

  /**
   * Combines elements of all ranks.
   *
   * @param behind bytes from the start of a rank's side to the first
   * @param allBytes bytes that each rank has written
   * @param ownAt the first in this rank's own input
   */
  static void all(
      BoardVisit visit, int count, long behind, long allBytes, int ownAt, Object out, int outAt) {
    int last = visit.ranks() - 1;
    for (int rank = 0; rank <= last; rank++) {
      next(visit, rank, last, count, behind, allBytes, ownAt, out, outAt);
    }
  }

  /** Combines elements of ranks 0 to {@code last} as they come; true when all have. */
  static boolean asTheyCome(
      BoardVisit visit, int last, int count, long bytes, int ownAt, Object out, int outAt) {
    for (; visit.cursor <= last; visit.cursor++) {
      int rank = visit.cursor;
      if (rank != visit.rank() && !visit.hasPosted(rank)) {
        return false;
      }
      next(visit, rank, last, count, 0, bytes, ownAt, out, outAt);
    }
    return true;
  }

  /** Adds the elements of one rank; that of {@code last} makes the result. */
  private static void next(
      BoardVisit visit,
      int rank,
      int last,
      int count,
      long behind,
      long allBytes,
      int ownAt,
      Object out,
      int outAt) {
    boolean own = rank == visit.rank();
    Object input = visit.call().input();
    Object partial = visit.partial(count);
    if (rank == 0) {
      if (last == 0) {
        throw new IllegalArgumentException("nothing to combine with");
      }
      if (!own) {
        visit.read(rank, behind, allBytes, partial, 0, count);
      }
      return;
    }
    Object operand = visit.operand(count);
    if (!own) {
      visit.read(rank, behind, allBytes, operand, 0, count);
    }
    boolean ownIsLeft = rank == 1 && visit.rank() == 0;
    Reduction op = visit.reduction();
    op.combine(
        ownIsLeft ? input : partial,
        ownIsLeft ? ownAt : 0,
        own ? input : operand,
        own ? ownAt : 0,
        rank == last ? out : partial,
        rank == last ? outAt : 0,
        count);
  }
}
