package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;

/**
 * Reduce. Of two ranks, and of short messages, the root combines while others write the next round;
 * else the ranks share the work as in {@link BoardAllReduce}.
 */
final class BoardReduce extends BoardForm {
  /** Bytes of operands that the root combines faster alone than all after one more exchange. */
  private static final int LONGEST_ALONE = 16 << 10;

  BoardReduce() {
    super(Collective.REDUCE);
  }

  @Override
  boolean advance(BoardVisit visit) {
    Invocation call = visit.call();
    boolean isRoot = visit.rank() == call.root();
    if (visit.ranks() > 2 && call.bytes() * visit.ranks() > LONGEST_ALONE) {
      return BoardAllReduce.advanceShared(visit, isRoot);
    }
    int perRound = roundElements(visit, 1);
    while (true) {
      if (visit.stage == 0) {
        visit.begin();
        visit.cursor = 0;
        visit.stage = 1;
      }
      int count = elements(visit, perRound);
      int at = visit.round * perRound;
      long bytes = (long) count << call.type().shift();
      if (isRoot) {
        if (!collect(visit, at, count, bytes)) {
          return false;
        }
      } else {
        if (!visit.mayWrite(call.root())) {
          return false;
        }
        visit.write(call.input(), call.inputAt() + at, count, 0, bytes);
        visit.post();
      }
      visit.finish();
      if (isLastRound(visit, perRound)) {
        return true;
      }
      visit.round++;
      visit.stage = 0;
    }
  }

  private static boolean collect(BoardVisit visit, int at, int count, long bytes) {
    Invocation call = visit.call();
    int last = visit.ranks() - 1;
    for (; visit.cursor <= last; visit.cursor++) {
      int from = visit.cursor;
      if (from != visit.rank() && !visit.hasPosted(from)) {
        return false;
      }
      int own = call.inputAt() + at;
      int out = call.outputAt() + at;
      BoardCombining.next(visit, from, last, count, 0, bytes, own, call.output(), out);
    }
    return true;
  }
}
