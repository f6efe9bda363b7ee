package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.Elements;

/**
 * The operations in which everybody writes, all meet, and everybody reads: barrier, allGather,
 * allToAll and reduceScatterBlock. One exchange a round: who writes the next but one has met
 * everybody after they read this one.
 */
final class BoardMeeting extends BoardForm {
  BoardMeeting(Collective collective) {
    super(collective);
  }

  /** Whether a rank gives each of the others a block of its own. */
  private boolean hasBlocks() {
    return collective() == Collective.ALL_TO_ALL || collective() == Collective.REDUCE_SCATTER_BLOCK;
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return !hasBlocks() || fitsAsBlocks(bytes, ranks, areaBytes);
  }

  @Override
  int shares(BoardWork work) {
    return hasBlocks() ? work.ranks() : 1;
  }

  @Override
  boolean round(BoardWork work, long at, int count, long bytes) {
    if (work.stage == 1) {
      if (!work.exchanges().mayWrite(Exchanges.ALL)) {
        return false;
      }
      write(work, at, count, bytes);
      work.exchanges().arrive();
      work.stage = 2;
    }
    if (!work.exchanges().allArrived()) {
      return false;
    }
    read(work, at, count, bytes);
    return true;
  }

  private void write(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    long from = call.inputAt() + at;
    switch (collective()) {
      case ALL_GATHER -> work.write(call.input(), from, count, 0, bytes);
      case ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> {
        int ranks = work.ranks();
        for (int to = 0; to < ranks; to++) {
          work.write(call.input(), from + to * call.count(), count, to * bytes, ranks * bytes);
        }
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }

  private void read(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    int ranks = work.ranks();
    int me = work.rank();
    long to = call.outputAt() + at;
    switch (collective()) {
      case ALL_GATHER -> {
        for (int from = 0; from < ranks; from++) {
          long block = to + from * call.count();
          if (from == me) {
            long own = call.inputAt() + at;
            Elements.copy(call.type(), call.input(), own, call.output(), block, count);
          } else {
            work.read(from, 0, bytes, call.output(), block, count);
          }
        }
      }
      case ALL_TO_ALL -> {
        for (int from = 0; from < ranks; from++) {
          long block = to + from * call.count();
          work.read(from, me * bytes, ranks * bytes, call.output(), block, count);
        }
      }
      case REDUCE_SCATTER_BLOCK -> {
        int own = (int) (call.inputAt() + me * call.count() + at);
        BoardCombining.all(work, count, me * bytes, ranks * bytes, own, call.output(), (int) to);
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }
}
