package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * Gather and scatter. Short blocks: the last rank to arrive copies all blocks to the root's array,
 * or from there. Long blocks: all ranks share chunks, each a piece of one block.
 */
final class DirectRootedBlocks extends DirectAlgorithm {
  static final DirectRootedBlocks GATHER = new DirectRootedBlocks(Collective.GATHER);
  static final DirectRootedBlocks SCATTER = new DirectRootedBlocks(Collective.SCATTER);

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectRootedBlocks(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(DirectPart part) {
    return part.bytes() * part.ranks() <= LONGEST_WHOLE
        ? 0
        : part.ranks() * Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    for (int rank = 0; rank < part.ranks(); rank++) {
      copy(part, rank, 0, part.count());
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = Pieces.of(part, CHUNK_BYTES);
    int piece = chunk % pieces;
    int at = Pieces.start(part, piece, pieces);
    copy(part, chunk / pieces, at, Pieces.start(part, piece + 1, pieces) - at);
  }

  private void copy(DirectPart part, int rank, int at, int count) {
    Slot slot = part.slot(rank);
    Slot root = part.slot(part.slot().root);
    int block = rank * part.count() + at;
    if (this == GATHER) {
      part.copy(slot.input(), slot.inputAt + at, root.output(), root.outputAt + block, count);
    } else {
      part.copy(root.input(), root.inputAt + block, slot.output(), slot.outputAt + at, count);
    }
  }
}
