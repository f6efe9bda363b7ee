package org.ronsel.collective.direct;

import org.ronsel.collective.reduction.Reduction;

/**
 * Combines what all ranks brought, in the order of ranks, whoever does it: the result is always the
 * same.
 */
final class Combining {
  private Combining() {}

  /**
   * Combines {@code count} elements from element {@code at} of all inputs on, by means of {@code
   * partial} from element 0 on. {@code out} may be {@code partial}, or one of the inputs in the
   * same place.
   */
  static void all(Visit visit, int at, int count, Object partial, Object out, int outAt) {
    int ranks = visit.ranks();
    Seat first = visit.seat(0);
    if (ranks == 1) {
      visit.copy(first.input, first.inputAt + at, out, outAt, count);
      return;
    }
    Reduction op = visit.reduction();
    Object left = first.input;
    int leftAt = first.inputAt + at;
    for (int rank = 1; rank < ranks; rank++) {
      Seat next = visit.seat(rank);
      boolean last = rank == ranks - 1;
      Object to = last ? out : partial;
      int toAt = last ? outAt : 0;
      op.combine(left, leftAt, next.input, next.inputAt + at, to, toAt, count);
      left = to;
      leftAt = toAt;
    }
  }
}
