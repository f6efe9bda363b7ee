package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.data.ElementType;

/**
 * Broadcast of which the root alone knows the length; see {@link
 * org.ronsel.collective.call.Invocation#hasLengthOfRoot}. Short data: the last rank to arrive
 * copies the root's data to the arrays of all ranks. Long data: all ranks, the root included, share
 * chunks, each of which copies a piece of the root's data to the array of one rank.
 */
final class DirectRootLengthBroadcast extends DirectAlgorithm {
  static final DirectRootLengthBroadcast INSTANCE = new DirectRootLengthBroadcast();

  private static final int LONGEST_WHOLE = 4 << 10;
  private static final int CHUNK_BYTES = 128 << 10;

  /** The bits of what is announced that are the code of the elements' type. */
  private static final int TYPE_BITS = 4;

  private static final int TYPES = (1 << TYPE_BITS) - 1;

  private DirectRootLengthBroadcast() {
    super(Collective.BROADCAST);
  }

  private static Slot root(DirectPart part) {
    return part.slot(part.slot().root);
  }

  private static long bytes(Slot slot) {
    return slot.count << slot.type.shift();
  }

  /** The length of the root's data, as the last rank to arrive has announced it. */
  private static long announcedBytes(DirectPart part) {
    return part.resultValue() >>> TYPE_BITS;
  }

  private static int pieces(DirectPart part) {
    return Math.toIntExact(Math.ceilDiv(announcedBytes(part), CHUNK_BYTES));
  }

  @Override
  boolean knowsChunks() {
    return false;
  }

  @Override
  void announce(DirectPart part) {
    Slot root = root(part);
    part.result(bytes(root) << TYPE_BITS | root.type.code());
  }

  @Override
  int chunks(DirectPart part) {
    return announcedBytes(part) <= LONGEST_WHOLE
        ? 0
        : Math.multiplyExact(part.ranks() - 1, pieces(part));
  }

  @Override
  void whole(DirectPart part) {
    Slot root = root(part);
    for (int rank = 0; rank < part.ranks(); rank++) {
      if (rank != root.root) {
        copy(root, part.slot(rank), 0, root.count);
      }
    }
  }

  @Override
  void chunk(DirectPart part, int chunk) {
    Slot root = root(part);
    int pieces = pieces(part);
    int receiver = chunk / pieces;
    long each = CHUNK_BYTES >> root.type.shift();
    long at = chunk % pieces * each;
    Slot to = part.slot(receiver < root.root ? receiver : receiver + 1);
    copy(root, to, at, Math.min(each, root.count - at));
  }

  /** Copies nothing to a rank that takes less than the root gives; that rank says so. */
  private static void copy(Slot root, Slot taker, long at, long count) {
    if (bytes(taker) >= bytes(root)) {
      int shift = root.type.shift();
      long to = taker.outputAt + (at << shift >> taker.type.shift());
      DirectBlocks.copy(root.type, root.input(), root.inputAt + at, taker, to, count << shift);
    }
  }

  @Override
  void leave(DirectPart part) {
    Slot own = part.slot();
    ElementType type = ElementType.ofCode((int) part.resultValue() & TYPES);
    agreeOnRoot(own.root, part.rank(), type, announcedBytes(part), own.type, bytes(own));
  }
}
