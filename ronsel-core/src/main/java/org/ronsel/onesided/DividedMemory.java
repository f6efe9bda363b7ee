package org.ronsel.onesided;

import java.util.function.Consumer;
import org.ronsel.data.TypedMemory;
import org.ronsel.transport.Completion;

/**
 * Memory of a peer that is divided among several ghosts: an operation goes in pieces to those that
 * serve some of its bytes, or waits until it is alone. Any thread.
 */
final class DividedMemory {
  private final ServedMemory memory;
  private final ServerChoice choice;

  /** A part of an operation on contiguous bytes. */
  interface Piece {
    void begin(RecordMemory records, long skipped, long bytes, Completion told);
  }

  DividedMemory(ServedMemory memory, ServerChoice choice) {
    this.memory = memory;
    this.choice = choice;
  }

  /**
   * Begins an operation in pieces, at all ghosts that serve a part of the bytes.
   *
   * @param unit number of bytes that are not divided
   */
  void begin(Division division, long at, long bytes, int unit, Completion done, Piece piece) {
    if (!division.isInOne(at, bytes) && !division.keepsWhole(at, unit)) {
      memory.alone(records -> piece.begin(records, 0, bytes, done));
      return;
    }
    Completion last = done;
    long end = at + bytes;
    long from = at;
    while (true) {
      boolean isRest = division.isInOne(from, end - from);
      long part = (isRest ? end : division.endOf(from)) - from;
      long skipped = from - at;
      Completion told = isRest ? last : new BothCompletions(last);
      memory.inOrder(
          choice.serverOf(division, from), records -> piece.begin(records, skipped, part, told));
      if (isRest) {
        return;
      }
      last = told;
      from += part;
    }
  }

  /** Begins an accumulate on a pattern, at the ghost that serves all of it. */
  void begin(Division division, TypedMemory pattern, Consumer<RecordMemory> begin) {
    long[] ends = {Long.MAX_VALUE, Long.MIN_VALUE};
    pattern.visit(
        0,
        pattern.byteSize(),
        (at, stride, packedAt, packedStride, block, n) -> {
          long other = at + (n - 1) * stride;
          ends[0] = Math.min(ends[0], Math.min(at, other));
          ends[1] = Math.max(ends[1], Math.max(at, other) + block);
        });
    if (division.isInOne(ends[0], ends[1] - ends[0])) {
      memory.inOrder(choice.serverOf(division, ends[0]), begin);
    } else {
      memory.alone(begin);
    }
  }
}
