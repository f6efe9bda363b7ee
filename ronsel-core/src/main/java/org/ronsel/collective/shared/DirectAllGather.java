package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllGather. Short blocks: the last rank to arrive copies all blocks to an array of all ranks, from
 * which each rank copies them. Long blocks: all ranks share chunks, each a piece of one block,
 * which is copied to the arrays of all ranks while it is in the cache.
 */
final class DirectAllGather extends DirectAlgorithm {
  static final DirectAllGather INSTANCE = new DirectAllGather();

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 32 << 10;

  private DirectAllGather() {
    super(Collective.ALL_GATHER);
  }

  private static boolean isWhole(DirectPart part) {
    return part.bytes() * part.ranks() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(DirectPart part) {
    return isWhole(part) ? 0 : part.ranks() * Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    int count = part.count();
    Object result = part.newCopy(part.ranks() * count);
    for (int rank = 0; rank < part.ranks(); rank++) {
      Slot from = part.slot(rank);
      part.copy(from.input(), from.inputAt, result, rank * count, count);
    }
  }

  @Override
  void leave(DirectPart part) {
    if (isWhole(part)) {
      Slot slot = part.slot();
      part.copy(part.result(), 0, slot.output(), slot.outputAt, part.ranks() * part.count());
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = Pieces.of(part, CHUNK_BYTES);
    int rank = chunk / pieces;
    int piece = chunk % pieces;
    int at = Pieces.start(part, piece, pieces);
    int count = Pieces.start(part, piece + 1, pieces) - at;
    Slot from = part.slot(rank);
    int block = rank * part.count() + at;
    for (int receiver = 0; receiver < part.ranks(); receiver++) {
      Slot to = part.slot(receiver);
      part.copy(from.input(), from.inputAt + at, to.output(), to.outputAt + block, count);
    }
  }
}
