package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllToAll. A piece of work is the pair of blocks that two ranks have for each other, so that
 * operations in place need no more than one piece of scratch: what is overwritten is what the other
 * gets, and nobody else wants it. Short: the last to arrive does all pairs. Long: chunks that all
 * share, each a part of the blocks of one pair.
 */
final class DirectAllToAll extends DirectForm {
  static final DirectAllToAll FORM = new DirectAllToAll();

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 64 << 10;

  private DirectAllToAll() {
    super(Collective.ALL_TO_ALL);
  }

  @Override
  int chunks(Visit visit) {
    long ranks = visit.ranks();
    return visit.bytes() * ranks * ranks <= LONGEST_WHOLE
        ? 0
        : (int) ranks * Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    for (int rank = 0; rank < visit.ranks(); rank++) {
      row(visit, rank, 0, visit.count());
    }
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = Pieces.of(visit, CHUNK_BYTES);
    int piece = chunk % pieces;
    int at = Pieces.start(visit, piece, pieces);
    row(visit, chunk / pieces, at, Pieces.start(visit, piece + 1, pieces) - at);
  }

  /**
   * Exchanges parts of blocks between {@code row + i} and {@code row - i} modulo the number of
   * ranks: every pair is in exactly one row, and rows have about the same number of pairs.
   */
  private static void row(Visit visit, int row, int at, int count) {
    int ranks = visit.ranks();
    for (int one = 0; one < ranks; one++) {
      int other = row - one < 0 ? row - one + ranks : row - one;
      if (one <= other) {
        exchange(visit, one, other, at, count);
      }
    }
  }

  private static void exchange(Visit visit, int one, int other, int at, int count) {
    Seat a = visit.seat(one);
    Seat b = visit.seat(other);
    int block = visit.count();
    int aInput = a.inputAt + other * block + at;
    int bInput = b.inputAt + one * block + at;
    int aOutput = a.outputAt + other * block + at;
    int bOutput = b.outputAt + one * block + at;
    if (one == other) {
      visit.copy(a.input, aInput, a.output, aOutput, count);
      return;
    }
    if (a.input == a.output || b.input == b.output) {
      Object kept = visit.scratch(count);
      visit.copy(a.input, aInput, kept, 0, count);
      visit.copy(b.input, bInput, a.output, aOutput, count);
      visit.copy(kept, 0, b.output, bOutput, count);
    } else {
      visit.copy(b.input, bInput, a.output, aOutput, count);
      visit.copy(a.input, aInput, b.output, bOutput, count);
    }
  }
}
