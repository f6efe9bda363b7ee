package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * AllGather. Short: the last to arrive copies all blocks to a place of the meeting, from where each
 * rank takes them. Long: divided by block into chunks that all share; a chunk goes to every rank's
 * array while it is in the cache.
 */
final class DirectAllGather extends DirectForm {
  static final DirectAllGather FORM = new DirectAllGather();

  private static final int LONGEST_WHOLE = 32 << 10;
  private static final int CHUNK_BYTES = 32 << 10;

  private DirectAllGather() {
    super(Collective.ALL_GATHER);
  }

  private static boolean isWhole(Visit visit) {
    return visit.bytes() * visit.ranks() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(Visit visit) {
    return isWhole(visit) ? 0 : visit.ranks() * Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    int count = visit.count();
    Object result = visit.meeting().result(visit.seat().type, visit.ranks() * count);
    for (int rank = 0; rank < visit.ranks(); rank++) {
      Seat from = visit.seat(rank);
      visit.copy(from.input, from.inputAt, result, rank * count, count);
    }
  }

  @Override
  void leave(Visit visit) {
    if (isWhole(visit)) {
      Seat seat = visit.seat();
      visit.copy(
          visit.meeting().result(), 0, seat.output, seat.outputAt, visit.ranks() * visit.count());
    }
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = Pieces.of(visit, CHUNK_BYTES);
    int rank = chunk / pieces;
    int piece = chunk % pieces;
    int at = Pieces.start(visit, piece, pieces);
    int count = Pieces.start(visit, piece + 1, pieces) - at;
    Seat from = visit.seat(rank);
    int block = rank * visit.count() + at;
    for (int receiver = 0; receiver < visit.ranks(); receiver++) {
      Seat to = visit.seat(receiver);
      visit.copy(from.input, from.inputAt + at, to.output, to.outputAt + block, count);
    }
  }
}
