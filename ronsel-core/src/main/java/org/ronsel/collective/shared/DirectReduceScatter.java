package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.BlockTable;

/**
 * ReduceScatter. All operands are combined into an array of all ranks, from which each rank copies
 * its block; combined into the outputs, an operation in place would overwrite operands that are
 * still to be read. Short operands: the last rank to arrive combines them. Long operands: all ranks
 * share chunks, each a range of elements of all operands.
 */
final class DirectReduceScatter extends DirectAlgorithm {
  static final DirectReduceScatter BLOCKS =
      new DirectReduceScatter(Collective.REDUCE_SCATTER_BLOCK);
  static final DirectReduceScatter TABLE = new DirectReduceScatter(Collective.REDUCE_SCATTER);

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectReduceScatter(Collective collective) {
    super(collective);
  }

  private static long allBytes(DirectPart part) {
    return (long) place(part, part.ranks()) << part.slot().type.shift();
  }

  @Override
  int chunks(DirectPart part) {
    long bytes = allBytes(part);
    return bytes * part.ranks() <= LONGEST_WHOLE
        ? 0
        : Pieces.of(place(part, part.ranks()), length(part));
  }

  @Override
  void prepare(DirectPart part) {
    var _ = part.newResult(place(part, part.ranks()));
  }

  @Override
  void whole(DirectPart part) {
    int total = place(part, part.ranks());
    Object result = part.newResult(total);
    DirectCombining.all(part, 0, total, result, result, 0);
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int length = length(part);
    int at = chunk * length;
    int count = Math.min(length, place(part, part.ranks()) - at);
    DirectCombining.all(part, at, count, part.scratch(count), part.result(), at);
  }

  @Override
  void leave(DirectPart part) {
    Slot slot = part.slot();
    int at = place(part, part.rank());
    int count = place(part, part.rank() + 1) - at;
    part.copy(part.result(), at, slot.output(), slot.outputAt, count);
  }

  /** The number of elements of a chunk. */
  private static int length(DirectPart part) {
    int grain = part.grain();
    return Math.max(1, (CHUNK_BYTES >> part.slot().type.shift()) / grain) * grain;
  }

  /** Index of the first element of a rank's block in each operand. */
  private static int place(DirectPart part, int rank) {
    BlockTable blocks = part.slot().inputs;
    if (blocks.isEmpty()) {
      return rank * part.count();
    }
    long at = 0;
    for (int below = 0; below < rank; below++) {
      at += blocks.length(below);
    }
    return (int) at;
  }
}
