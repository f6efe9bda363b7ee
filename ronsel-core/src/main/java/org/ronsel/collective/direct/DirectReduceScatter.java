package org.ronsel.collective.direct;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.BlockTable;

/**
 * ReduceScatter: the operands are read in place from all ranks, and combined to a place of the
 * meeting from where each rank takes its block; an operation in place would overwrite what others
 * still want. Short: by the last to arrive. Long: in chunks that all share.
 */
final class DirectReduceScatter extends DirectForm {
  static final DirectReduceScatter BLOCKS =
      new DirectReduceScatter(Collective.REDUCE_SCATTER_BLOCK);
  static final DirectReduceScatter TABLE = new DirectReduceScatter(Collective.REDUCE_SCATTER);

  private static final int LONGEST_WHOLE = 64 << 10;
  private static final int CHUNK_BYTES = 8 << 10;

  private DirectReduceScatter(Collective collective) {
    super(collective);
  }

  private static long allBytes(Visit visit) {
    return (long) place(visit, visit.ranks()) << visit.seat().type.shift();
  }

  @Override
  int chunks(Visit visit) {
    long bytes = allBytes(visit);
    return bytes * visit.ranks() <= LONGEST_WHOLE
        ? 0
        : (place(visit, visit.ranks()) + length(visit) - 1) / length(visit);
  }

  @Override
  void prepare(Visit visit) {
    Object unused = visit.meeting().result(visit.seat().type, place(visit, visit.ranks()));
  }

  @Override
  void whole(Visit visit) {
    int total = place(visit, visit.ranks());
    Object result = visit.meeting().result(visit.seat().type, total);
    Combining.all(visit, 0, total, result, result, 0);
  }

  @Override
  void chunk(Visit visit, int chunk) {
    int length = length(visit);
    int at = chunk * length;
    int count = Math.min(length, place(visit, visit.ranks()) - at);
    Combining.all(visit, at, count, visit.scratch(count), visit.meeting().result(), at);
  }

  @Override
  void leave(Visit visit) {
    Seat seat = visit.seat();
    int at = place(visit, visit.rank());
    int count = place(visit, visit.rank() + 1) - at;
    visit.copy(visit.meeting().result(), at, seat.output, seat.outputAt, count);
  }

  /** Elements of a chunk. */
  private static int length(Visit visit) {
    int grain = visit.grain();
    return Math.max(1, (CHUNK_BYTES >> visit.seat().type.shift()) / grain) * grain;
  }

  /** First element of a rank's block, of all operands. */
  private static int place(Visit visit, int rank) {
    BlockTable blocks = visit.seat().inputs;
    if (blocks.isEmpty()) {
      return rank * visit.count();
    }
    long at = 0;
    for (int below = 0; below < rank; below++) {
      at += blocks.length(below);
    }
    return (int) at;
  }
}
