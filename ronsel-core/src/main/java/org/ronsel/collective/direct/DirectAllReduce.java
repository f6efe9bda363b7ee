package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllReduce. Short: the last to arrive combines all operands to a place of the meeting, from where
 * each rank takes the result. Long: divided into chunks that all share; a chunk of the result goes
 * to every rank's array as soon as it is combined, which may be in place since nobody else reads
 * that part of any operand.
 */
final class DirectAllReduce extends DirectForm {
  static final DirectAllReduce FORM = new DirectAllReduce();

  /** Bytes of operands that one rank combines faster alone than all after one more phase. */
  private static final int LONGEST_WHOLE = 64 << 10;

  /** A partial result of this size stays in the first-level cache. */
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  private static boolean isWhole(Visit visit) {
    return visit.bytes() * visit.ranks() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(Visit visit) {
    return isWhole(visit) ? 0 : Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    int count = visit.count();
    Object result = visit.meeting().result(visit.seat().type, count);
    Combining.all(visit, 0, count, result, result, 0);
  }

  @Override
  void leave(Visit visit) {
    if (isWhole(visit)) {
      Seat seat = visit.seat();
      visit.copy(visit.meeting().result(), 0, seat.output, seat.outputAt, visit.count());
    }
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = chunks(visit);
    int at = Pieces.start(visit, chunk, pieces);
    int count = Pieces.start(visit, chunk + 1, pieces) - at;
    Object result = visit.scratch(count);
    Combining.all(visit, at, count, result, result, 0);
    for (int rank = 0; rank < visit.ranks(); rank++) {
      Seat to = visit.seat(rank);
      visit.copy(result, 0, to.output, to.outputAt + at, count);
    }
  }
}
