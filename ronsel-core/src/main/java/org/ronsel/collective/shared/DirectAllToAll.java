package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllToAll. The unit of work is the pair of blocks that two ranks have for each other. An operation
 * in place then needs scratch memory for one block only: each block of the pair is overwritten by
 * the other one, and no other rank reads either. Short blocks: the last rank to arrive exchanges
 * all pairs. Long blocks: all ranks share chunks, each of which exchanges the same piece of the
 * blocks of several pairs.
 */
final class DirectAllToAll extends DirectAlgorithm {
  static final DirectAllToAll INSTANCE = new DirectAllToAll();

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 64 << 10;

  private DirectAllToAll() {
    super(Collective.ALL_TO_ALL);
  }

  @Override
  int chunks(DirectPart part) {
    long ranks = part.ranks();
    return part.bytes() * ranks * ranks <= LONGEST_WHOLE
        ? 0
        : (int) ranks * Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    for (int rank = 0; rank < part.ranks(); rank++) {
      row(part, rank, 0, part.count());
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = Pieces.of(part, CHUNK_BYTES);
    int piece = chunk % pieces;
    int at = Pieces.start(part, piece, pieces);
    row(part, chunk / pieces, at, Pieces.start(part, piece + 1, pieces) - at);
  }

  /**
   * Exchanges pieces of blocks between all pairs of ranks whose sum is {@code row} modulo the
   * number of ranks. Each pair is in exactly one row, and rows have about the same number of pairs.
   */
  private static void row(DirectPart part, int row, int at, int count) {
    int ranks = part.ranks();
    for (int one = 0; one < ranks; one++) {
      int other = row - one < 0 ? row - one + ranks : row - one;
      if (one <= other) {
        exchange(part, one, other, at, count);
      }
    }
  }

  private static void exchange(DirectPart part, int one, int other, int at, int count) {
    Slot a = part.slot(one);
    Slot b = part.slot(other);
    int block = part.count();
    int aInput = a.inputAt + other * block + at;
    int bInput = b.inputAt + one * block + at;
    int aOutput = a.outputAt + other * block + at;
    int bOutput = b.outputAt + one * block + at;
    if (one == other) {
      part.copy(a.input(), aInput, a.output(), aOutput, count);
      return;
    }
    if (a.input() == a.output() || b.input() == b.output()) {
      Object kept = part.scratch(a.type.keeping(a.input(), b.output()), count);
      part.copy(a.input(), aInput, kept, 0, count);
      part.copy(b.input(), bInput, a.output(), aOutput, count);
      part.copy(kept, 0, b.output(), bOutput, count);
    } else {
      part.copy(b.input(), bInput, a.output(), aOutput, count);
      part.copy(a.input(), aInput, b.output(), bOutput, count);
    }
  }
}
