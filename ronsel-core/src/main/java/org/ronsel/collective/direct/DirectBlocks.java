package org.ronsel.collective.direct;

import org.ronsel.TruncationException;
import org.ronsel.collective.algorithm.Collective;

/**
 * The operations whose blocks differ in length. Nobody knows all lengths before all have come, so
 * the work is always divided by rank: a chunk is what one rank gives or gets. A length on which
 * giver and taker disagree fails the operation for all.
 */
final class DirectBlocks extends DirectForm {
  static final DirectBlocks GATHER = new DirectBlocks(Collective.GATHERV);
  static final DirectBlocks ALL_GATHER = new DirectBlocks(Collective.ALL_GATHERV);
  static final DirectBlocks SCATTER = new DirectBlocks(Collective.SCATTERV);
  static final DirectBlocks ALL_TO_ALL = new DirectBlocks(Collective.ALL_TO_ALLV);

  private DirectBlocks(Collective collective) {
    super(collective);
  }

  @Override
  int chunks(Visit visit) {
    return visit.ranks();
  }

  @Override
  void chunk(Visit visit, int rank) {
    int ranks = visit.ranks();
    int root = visit.seat().root;
    switch (collective()) {
      case GATHERV -> give(visit, rank, root);
      case SCATTERV -> give(visit, root, rank);
      case ALL_GATHERV -> {
        for (int to = 0; to < ranks; to++) {
          give(visit, rank, to);
        }
      }
      default -> {
        // Pairs, as for blocks of one length.
        for (int one = 0; one < ranks; one++) {
          int other = rank - one < 0 ? rank - one + ranks : rank - one;
          if (one <= other) {
            exchange(visit, one, other);
          }
        }
      }
    }
  }

  private void give(Visit visit, int from, int to) {
    Seat giver = visit.seat(from);
    Seat taker = visit.seat(to);
    long count = agreed(visit, from, to);
    visit.copy(giver.input, giver.givenAt(to), taker.output, taker.takenAt(from), count);
  }

  private void exchange(Visit visit, int one, int other) {
    Seat a = visit.seat(one);
    Seat b = visit.seat(other);
    if (one != other && (a.input == a.output || b.input == b.output)) {
      long count = agreed(visit, one, other);
      Object kept = visit.scratch(Math.toIntExact(count));
      visit.copy(a.input, a.givenAt(other), kept, 0, count);
      give(visit, other, one);
      visit.copy(kept, 0, b.output, b.takenAt(one), count);
    } else {
      give(visit, one, other);
      if (one != other) {
        give(visit, other, one);
      }
    }
  }

  private long agreed(Visit visit, int from, int to) {
    long given = visit.seat(from).given(to);
    long taken = visit.seat(to).taken(from);
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
