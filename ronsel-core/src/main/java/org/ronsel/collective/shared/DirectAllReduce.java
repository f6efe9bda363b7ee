package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllReduce. Short operands: the last rank to arrive combines all operands into an array of all
 * ranks, from which each rank copies the result. Long operands: all ranks share chunks, each a
 * range of elements of all operands. A chunk of the result is copied to the arrays of all ranks as
 * soon as it is combined; this may overwrite operands, of which no other chunk reads that range.
 */
final class DirectAllReduce extends DirectAlgorithm {
  static final DirectAllReduce INSTANCE = new DirectAllReduce();

  /**
   * Length, in bytes, of all operands together up to which it is faster that one rank combines them
   * alone than that all share the work, which takes one more phase.
   */
  private static final int LONGEST_WHOLE = 64 << 10;

  /** A partial result of this size stays in the first-level cache. */
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  private static boolean isWhole(DirectPart part) {
    return part.bytes() * part.ranks() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(DirectPart part) {
    return isWhole(part) ? 0 : Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    int count = part.count();
    Object result = part.newResult(count);
    DirectCombining.all(part, 0, count, result, result, 0);
  }

  @Override
  void leave(DirectPart part) {
    if (isWhole(part)) {
      Slot slot = part.slot();
      part.copy(part.result(), 0, slot.output(), slot.outputAt, part.count());
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = chunks(part);
    int at = Pieces.start(part, chunk, pieces);
    int count = Pieces.start(part, chunk + 1, pieces) - at;
    Object result = part.scratch(count);
    DirectCombining.all(part, at, count, result, result, 0);
    for (int rank = 0; rank < part.ranks(); rank++) {
      Slot to = part.slot(rank);
      part.copy(result, 0, to.output(), to.outputAt + at, count);
    }
  }
}
