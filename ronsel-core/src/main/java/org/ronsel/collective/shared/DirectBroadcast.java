package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;

/**
 * Broadcast. Short data: the last rank to arrive copies the root's data to an array of all ranks,
 * from which each rank copies them, so that the root need not wait for them. Long data: all ranks,
 * the root included, share chunks, each of which copies a piece of the root's array to that of one
 * rank.
 */
final class DirectBroadcast extends DirectAlgorithm {
  static final DirectBroadcast INSTANCE = new DirectBroadcast();

  private static final int LONGEST_WHOLE = 4 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  private DirectBroadcast() {
    super(Collective.BROADCAST);
  }

  private static boolean isWhole(DirectPart part) {
    return part.bytes() <= LONGEST_WHOLE;
  }

  @Override
  int chunks(DirectPart part) {
    return isWhole(part) ? 0 : (part.ranks() - 1) * Pieces.of(part, CHUNK_BYTES);
  }

  @Override
  void whole(DirectPart part) {
    if (!isWhole(part)) {
      return; // a single rank has no chunks, whatever the length
    }
    Slot root = part.slot(part.slot().root);
    int count = part.count();
    Object result = part.newCopy(count);
    part.copy(root.input(), root.inputAt, result, 0, count);
  }

  @Override
  void leave(DirectPart part) {
    Slot slot = part.slot();
    if (isWhole(part) && part.rank() != slot.root) {
      part.copy(part.result(), 0, slot.output(), slot.outputAt, part.count());
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    int pieces = Pieces.of(part, CHUNK_BYTES);
    int root = part.slot().root;
    int receiver = chunk / pieces;
    Slot from = part.slot(root);
    Slot to = part.slot(receiver < root ? receiver : receiver + 1);
    int piece = chunk % pieces;
    int at = Pieces.start(part, piece, pieces);
    int count = Pieces.start(part, piece + 1, pieces) - at;
    part.copy(from.input(), from.inputAt + at, to.output(), to.outputAt + at, count);
  }
}
