package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;

/**
 * Gather and scatter. Short: the last to arrive copies all blocks to, or from, the root's array.
 * Long: the same in chunks that all share.
 */
final class DirectRootedBlocks extends DirectForm {
  static final DirectRootedBlocks GATHER = new DirectRootedBlocks(Collective.GATHER);
  static final DirectRootedBlocks SCATTER = new DirectRootedBlocks(Collective.SCATTER);

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectRootedBlocks(Collective collective) {
    super(collective);
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

  private void copy(Visit visit, int rank, int at, int count) {
    Seat seat = visit.seat(rank);
    Seat root = visit.seat(visit.seat().root);
    int block = rank * visit.count() + at;
    if (this == GATHER) {
      visit.copy(seat.input, seat.inputAt + at, root.output, root.outputAt + block, count);
    } else {
      visit.copy(root.input, root.inputAt + block, seat.output, seat.outputAt + at, count);
    }
  }
}
