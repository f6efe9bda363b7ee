package org.ronsel.collective.shared;

import org.ronsel.TruncationException;
import org.ronsel.collective.algorithm.Collective;

/**
 * The operations whose blocks differ in length. Nobody knows all lengths before all have come, so
 * the work is always divided by rank: a chunk is what one rank gives or gets. A length on which
 * giver and taker disagree fails the operation for all.
 */
final class DirectBlocks extends DirectAlgorithm {
  static final DirectBlocks GATHER = new DirectBlocks(Collective.GATHERV);
  static final DirectBlocks ALL_GATHER = new DirectBlocks(Collective.ALL_GATHERV);
  static final DirectBlocks SCATTER = new DirectBlocks(Collective.SCATTERV);
  static final DirectBlocks ALL_TO_ALL = new DirectBlocks(Collective.ALL_TO_ALLV);

  private DirectBlocks(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(DirectPart part) {
    return part.ranks();
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
        // Pairs, as for blocks of one length.
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
    Slot giver = part.slot(from);
    Slot taker = part.slot(to);
    long count = agreed(part, from, to);
    part.copy(giver.input, giver.givenAt(to), taker.output, taker.takenAt(from), count);
  }

  private void exchange(DirectPart part, int one, int other) {
    Slot a = part.slot(one);
    Slot b = part.slot(other);
    if (one != other && (a.input == a.output || b.input == b.output)) {
      long count = agreed(part, one, other);
      Object kept = part.scratch(Math.toIntExact(count));
      part.copy(a.input, a.givenAt(other), kept, 0, count);
      give(part, other, one);
      part.copy(kept, 0, b.output, b.takenAt(one), count);
    } else {
      give(part, one, other);
      if (one != other) {
        give(part, other, one);
      }
    }
  }

  private long agreed(DirectPart part, int from, int to) {
    long given = part.slot(from).given(to);
    long taken = part.slot(to).taken(from);
    if (given != taken) {
      throw new TruncationException(
          collective().call()
              + ": rank "
              + from
              + " gives rank "
              + to
              + " "
              + given
              + " elements, but that expects "
              + taken
              + "; both must name the same");
    }
    return given;
  }
}
