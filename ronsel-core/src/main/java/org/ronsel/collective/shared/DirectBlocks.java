package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Elements;
import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/**
 * The operations whose blocks have different lengths. No rank knows all lengths before all have
 * arrived, so the work is divided by rank: a chunk is what one rank gives or takes. If there is
 * little to copy, the last rank to arrive does all of it. If the rank that gives a block and the
 * rank that takes it name different lengths, the operation fails on all ranks.
 */
final class DirectBlocks extends DirectAlgorithm {
  static final DirectBlocks GATHER = new DirectBlocks(Collective.GATHERV);
  static final DirectBlocks ALL_GATHER = new DirectBlocks(Collective.ALL_GATHERV);
  static final DirectBlocks SCATTER = new DirectBlocks(Collective.SCATTERV);
  static final DirectBlocks ALL_TO_ALL = new DirectBlocks(Collective.ALL_TO_ALLV);

  private static final int LONGEST_WHOLE = 32 << 10;

  /** The time for a block, whatever its length, as a number of elements copied in that time. */
  private static final int LEAST = 4;

  private DirectBlocks(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(DirectPart part) {
    return part.ranks();
  }

  @Override
  boolean isShort(DirectPart part) {
    int ranks = part.ranks();
    long most = LONGEST_WHOLE >> part.slot().type.shift();
    for (int to = 0; to < ranks; to++) {
      Slot taker = part.slot(to);
      for (int from = 0; from < ranks && most >= 0; from++) {
        most -= taker.taken(from) + LEAST;
      }
    }
    return most >= 0;
  }

  @Override
  void whole(DirectPart part) {
    for (int rank = 0; rank < part.ranks(); rank++) {
      chunk(part, rank);
    }
  }

  @Override
  void chunk(DirectPart part, int rank) {
    int ranks = part.ranks();
    int root = part.slot().root;
    switch (collective()) {
      case GATHERV -> give(part, rank, root);
      case SCATTERV -> give(part, root, rank);
      case ALL_GATHERV -> {
        for (int to = 0; to < ranks; to++) {
          give(part, rank, to);
        }
      }
      default -> {
        // The pairs of a row, as in DirectAllToAll.
        for (int one = 0; one < ranks; one++) {
          int other = rank - one < 0 ? rank - one + ranks : rank - one;
          if (one <= other) {
            exchange(part, one, other);
          }
        }
      }
    }
  }

  private void give(DirectPart part, int from, int to) {
    long bytes = agreed(part, from, to);
    Slot giver = part.slot(from);
    Slot taker = part.slot(to);
    Object input = giver.input();
    copy(giver.type, input, giver.givenAt(to), taker, taker.takenAt(from), bytes);
  }

  private void exchange(DirectPart part, int one, int other) {
    Slot a = part.slot(one);
    Slot b = part.slot(other);
    if (one != other && (a.input() == a.output() || b.input() == b.output())) {
      long bytes = agreed(part, one, other);
      long count = a.given(other);
      Object kept = part.scratch(a.type.keeping(a.input(), b.output()), Math.toIntExact(count));
      Elements.copy(a.type, a.input(), a.givenAt(other), kept, 0, count);
      give(part, other, one);
      copy(a.type, kept, 0, b, b.takenAt(one), bytes);
    } else {
      give(part, one, other);
      if (one != other) {
        give(part, other, one);
      }
    }
  }

  /** Copies to a rank's output what may have another type there. */
  static void copy(
      ElementType giving, Object from, long fromAt, Slot taker, long toAt, long bytes) {
    ElementType taking = taker.type;
    if (giving == taking) {
      Elements.copy(giving, from, fromAt, taker.output(), toAt, bytes >> giving.shift());
    } else if (bytes > 0) {
      long at = toAt << taking.shift();
      MemoryCopy.copy(from, fromAt << giving.shift(), taker.output(), at, bytes);
    }
  }

  /** The length of a block, in bytes. */
  private long agreed(DirectPart part, int from, int to) {
    Slot giver = part.slot(from);
    Slot taker = part.slot(to);
    long given = giver.given(to) << giver.type.shift();
    long taken = taker.taken(from) << taker.type.shift();
    boolean isShorter = given < taken && taker.takesShorterBlocks;
    agree(collective(), from, to, giver.type, given, taker.type, isShorter ? given : taken);
    return given;
  }
}
