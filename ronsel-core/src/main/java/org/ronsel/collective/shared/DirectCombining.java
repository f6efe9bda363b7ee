package org.ronsel.collective.shared;

import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.reduction.Reduction;

/**
 * Combines the operands of all ranks, in the order of ranks or, if the operator asks for that, in
 * the {@link FixedOrder}. So the result does not depend on which rank combines.
 */
final class DirectCombining {
  private DirectCombining() {}

  /**
   * Combines elements {@code at} to {@code at + count - 1} of all operands.
   *
   * @param partial holds partial results, from element 0 on
   * @param out gets the result: {@code partial}, or an output that may be the input at the same
   *     place
   */
  static void all(DirectPart part, int at, int count, Object partial, Object out, int outAt) {
    int ranks = part.ranks();
    Slot first = part.slot(0);
    if (ranks == 1) {
      part.copy(first.input(), first.inputAt + at, out, outAt, count);
      return;
    }
    Reduction op = part.reduction();
    if (op.isInFixedOrder()) {
      inFixedOrder(part, at, count, out, outAt);
      return;
    }
    Object left = first.input();
    int leftAt = first.inputAt + at;
    for (int rank = 1; rank < ranks; rank++) {
      Slot next = part.slot(rank);
      boolean last = rank == ranks - 1;
      Object to = last ? out : partial;
      int toAt = last ? outAt : 0;
      op.combine(left, leftAt, next.input(), next.inputAt + at, to, toAt, count);
      left = to;
      leftAt = toAt;
    }
  }

  /** As {@link FixedOrder} says, with the partial results on a stack; operands are not copied. */
  private static void inFixedOrder(DirectPart part, int at, int count, Object out, int outAt) {
    int ranks = part.ranks();
    Reduction op = part.reduction();
    Object stack = part.stack(FixedOrder.depth(ranks) * count);
    int height = 0;
    for (int rank = 0; rank < ranks; rank++) {
      Slot next = part.slot(rank);
      Object right = next.input();
      int rightAt = next.inputAt + at;
      int merges = FixedOrder.merges(rank, ranks);
      boolean isEven = (rank & 1) == 0;
      if (isEven && rank + 1 < ranks) {
        continue; // combined with the operand of the next rank, which is at hand then
      }
      if (!isEven) {
        Slot neighbor = part.slot(rank - 1);
        boolean last = rank == ranks - 1 && height == 0;
        Object to = last ? out : stack;
        int toAt = last ? outAt : height * count;
        op.combine(neighbor.input(), neighbor.inputAt + at, right, rightAt, to, toAt, count);
        right = to;
        rightAt = toAt;
        merges--;
      }
      while (merges-- > 0) {
        height--;
        boolean last = rank == ranks - 1 && height == 0;
        Object to = last ? out : stack;
        int toAt = last ? outAt : height * count;
        op.combine(stack, height * count, right, rightAt, to, toAt, count);
        right = to;
        rightAt = toAt;
      }
      height++;
    }
  }

  /** Combines the operands of all ranks, of which each is a single value, as bits. */
  static long values(DirectPart part) {
    int ranks = part.ranks();
    Reduction op = part.reduction();
    if (!op.isInFixedOrder()) {
      long result = part.slot(0).bits;
      for (int rank = 1; rank < ranks; rank++) {
        result = op.combine(result, part.slot(rank).bits);
      }
      return result;
    }
    long[] stack = part.bits();
    int height = 0;
    for (int rank = 0; rank < ranks; rank++) {
      stack[height++] = part.slot(rank).bits;
      for (int merges = FixedOrder.merges(rank, ranks); merges > 0; merges--) {
        height--;
        stack[height - 1] = op.combine(stack[height - 1], stack[height]);
      }
    }
    return stack[0];
  }
}
