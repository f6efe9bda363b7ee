package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Elements;

/**
 * The operations in which everybody writes, all meet, and everybody reads: barrier, allGather,
 * allToAll and reduceScatterBlock. One exchange a round: who writes the next but one has met
 * everybody after they read this one.
 */
final class BoardMeeting extends BoardForm {
  /** Rounds that are worth it where an area holds a part of every rank's block. */
  private static final int MOST_ROUNDS = 8;

  BoardMeeting(Collective collective) {
    super(collective);
  }

  /** Whether a rank gives each of the others a block of its own. */
  private boolean hasBlocks() {
    return collective() == Collective.ALL_TO_ALL || collective() == Collective.REDUCE_SCATTER_BLOCK;
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return !hasBlocks()
        || bytes * ranks <= (long) MOST_ROUNDS * areaBytes && LEAST_SHARE * ranks <= areaBytes;
  }

  @Override
  boolean advance(BoardVisit visit) {
    int perRound = roundElements(visit, hasBlocks() ? visit.ranks() : 1);
    while (true) {
      switch (visit.stage) {
        case 0 -> {
          visit.begin();
          visit.stage = 1;
        }
        case 1 -> {
          if (!visit.mayWrite(-1)) {
            return false;
          }
          write(visit, perRound);
          visit.arrive();
          visit.stage = 2;
        }
        default -> {
          if (!visit.allArrived()) {
            return false;
          }
          read(visit, perRound);
          visit.finish();
          if (isLastRound(visit, perRound)) {
            return true;
          }
          visit.round++;
          visit.stage = 0;
        }
      }
    }
  }

  private void write(BoardVisit visit, int perRound) {
    Invocation call = visit.call();
    int count = elements(visit, perRound);
    long at = call.inputAt() + (long) visit.round * perRound;
    int shift = call.type().shift();
    switch (collective()) {
      case ALL_GATHER -> visit.write(call.input(), at, count, 0, (long) count << shift);
      case ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> {
        int ranks = visit.ranks();
        long block = (long) count << shift;
        for (int to = 0; to < ranks; to++) {
          visit.write(call.input(), at + to * call.count(), count, to * block, ranks * block);
        }
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }

  private void read(BoardVisit visit, int perRound) {
    Invocation call = visit.call();
    int count = elements(visit, perRound);
    int ranks = visit.ranks();
    long at = call.outputAt() + (long) visit.round * perRound;
    long block = (long) count << call.type().shift();
    switch (collective()) {
      case ALL_GATHER -> {
        for (int from = 0; from < ranks; from++) {
          long to = at + from * call.count();
          if (from == visit.rank()) {
            long own = call.inputAt() + (long) visit.round * perRound;
            Elements.copy(call.type(), call.input(), own, call.output(), to, count);
          } else {
            visit.read(from, 0, block, call.output(), to, count);
          }
        }
      }
      case ALL_TO_ALL -> {
        for (int from = 0; from < ranks; from++) {
          long to = at + from * call.count();
          visit.read(from, visit.rank() * block, ranks * block, call.output(), to, count);
        }
      }
      case REDUCE_SCATTER_BLOCK -> {
        long own = call.inputAt() + visit.rank() * call.count() + (long) visit.round * perRound;
        long behind = visit.rank() * block;
        BoardCombining.all(visit, count, behind, ranks * block, (int) own, call.output(), (int) at);
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }
}
