package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;

/**
 * Scan and exscan. Short operands: the last rank to arrive combines the operands from rank to rank,
 * and copies each partial result to the rank it is for. Long operands: all ranks share chunks, each
 * a range of elements of all operands.
 */
final class DirectScan extends DirectAlgorithm {
  static final DirectScan INCLUSIVE = new DirectScan(Collective.SCAN);
  static final DirectScan EXCLUSIVE = new DirectScan(Collective.EXSCAN);

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectScan(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(DirectPart part) {
    return part.bytes() * part.ranks() <= LONGEST_WHOLE ? 0 : Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    scan(part, 0, part.count());
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = chunks(part);
    int at = Pieces.start(part, chunk, pieces);
    scan(part, at, Pieces.start(part, chunk + 1, pieces) - at);
  }

  /** A rank's output may be its input: the operand is read before the result is written. */
  private void scan(DirectPart part, int at, int count) {
    Reduction op = part.reduction();
    Object partial = part.scratch(2 * count);
    int ranks = part.ranks();
    Slot first = part.slot(0);
    int current = 0; // where in the scratch memory the partial result of the ranks so far begins
    part.copy(first.input(), first.inputAt + at, partial, 0, count);
    if (this == INCLUSIVE) {
      part.copy(partial, 0, first.output(), first.outputAt + at, count);
    }
    for (int rank = 1; rank < ranks; rank++) {
      Slot slot = part.slot(rank);
      int next = count - current;
      op.combine(partial, current, slot.input(), slot.inputAt + at, partial, next, count);
      int result = this == INCLUSIVE ? next : current;
      part.copy(partial, result, slot.output(), slot.outputAt + at, count);
      current = next;
    }
  }
}
