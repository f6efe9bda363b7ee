package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * Gather. Short: the last to arrive copies all blocks to the root's array. Long: the same in chunks
 * that all share.
 */
final class DirectGather extends DirectForm {
  static final DirectGather FORM = new DirectGather();

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectGather() {
    super(Collective.GATHER);
  }

  @Override
  int chunks(Visit visit) {
    return visit.bytes() * visit.ranks() <= LONGEST_WHOLE
        ? 0
        : visit.ranks() * Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    Seat root = visit.seat(visit.seat().root);
    int count = visit.count();
    for (int rank = 0; rank < visit.ranks(); rank++) {
      Seat from = visit.seat(rank);
      visit.copy(from.input, from.inputAt, root.output, root.outputAt + rank * count, count);
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
    Seat root = visit.seat(visit.seat().root);
    visit.copy(
        from.input,
        from.inputAt + at,
        root.output,
        root.outputAt + rank * visit.count() + at,
        count);
  }
}
