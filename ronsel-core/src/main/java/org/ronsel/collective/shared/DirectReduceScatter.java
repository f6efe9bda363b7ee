package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.BlockTable;

/**
 * ReduceScatter: the operands are read in place from all ranks, and combined to a place of all,
 * from where each rank takes its block; an operation in place would overwrite what others still
 * want. Short: by the last to arrive. Long: in chunks that all share.
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
        : (place(part, part.ranks()) + length(part) - 1) / length(part);
  }

  @Override
  void prepare(DirectPart part) {
    Object unused = part.newResult(place(part, part.ranks()));
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

  /** Elements of a chunk. */
  private static int length(DirectPart part) {
    int grain = part.grain();
    return Math.max(1, (CHUNK_BYTES >> part.slot().type.shift()) / grain) * grain;
  }

  /** First element of a rank's block, of all operands. */
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
