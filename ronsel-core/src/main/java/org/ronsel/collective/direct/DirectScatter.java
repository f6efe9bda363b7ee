package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * Scatter. Short: the last to arrive copies all blocks from the root's array. Long: the same in
 * chunks that all share.
 */
final class DirectScatter extends DirectForm {
  static final DirectScatter FORM = new DirectScatter();

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectScatter() {
    super(Collective.SCATTER);
  }

  @Override
  int chunks(Visit visit) {
    return visit.bytes() * visit.ranks() <= LONGEST_WHOLE
        ? 0
        : visit.ranks() * Pieces.of(visit, CHUNK_BYTES);
  }

  @Override
  void whole(Visit visit) {
    for (int rank = 0; rank < visit.ranks(); rank++) {
      copy(visit, rank, 0, visit.count());
    }
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int pieces = Pieces.of(visit, CHUNK_BYTES);
    int piece = chunk % pieces;
    int at = Pieces.start(visit, piece, pieces);
    copy(visit, chunk / pieces, at, Pieces.start(visit, piece + 1, pieces) - at);
  }

  private static void copy(Visit visit, int rank, int at, int count) {
    Seat root = visit.seat(visit.seat().root);
    Seat to = visit.seat(rank);
    visit.copy(
        root.input, root.inputAt + rank * visit.count() + at, to.output, to.outputAt + at, count);
  }
}
