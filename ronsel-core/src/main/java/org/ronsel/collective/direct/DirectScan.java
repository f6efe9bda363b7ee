package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;

/**
 * Scan and exscan. Short: the last to arrive goes through the ranks once. Long: the same in chunks
 * of elements that all share; a partial result goes from one rank's place to the next.
 */
final class DirectScan extends DirectForm {
  static final DirectScan INCLUSIVE = new DirectScan(Collective.SCAN);
  static final DirectScan EXCLUSIVE = new DirectScan(Collective.EXSCAN);

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectScan(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(Visit visit) {
    return visit.bytes() * visit.ranks() <= LONGEST_WHOLE ? 0 : Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    scan(visit, 0, visit.count());
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = chunks(visit);
    int at = Pieces.start(visit, chunk, pieces);
    scan(visit, at, Pieces.start(visit, chunk + 1, pieces) - at);
  }

  /** Outputs may be the inputs of their own ranks: one is read before the other is written. */
  private void scan(Visit visit, int at, int count) {
    Reduction op = visit.reduction();
    Object partial = visit.scratch(2 * count);
    int ranks = visit.ranks();
    Seat first = visit.seat(0);
    int current = 0; // which half of the scratch has the combination so far
    visit.copy(first.input, first.inputAt + at, partial, 0, count);
    if (this == INCLUSIVE) {
      visit.copy(partial, 0, first.output, first.outputAt + at, count);
    }
    for (int rank = 1; rank < ranks; rank++) {
      Seat seat = visit.seat(rank);
      int next = count - current;
      op.combine(partial, current, seat.input, seat.inputAt + at, partial, next, count);
      int result = this == INCLUSIVE ? next : current;
      visit.copy(partial, result, seat.output, seat.outputAt + at, count);
      current = next;
    }
  }
}
