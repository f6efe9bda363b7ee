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
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    boolean isRoot = visit.rank() == call.root();
    if (visit.ranks() > 2 && call.bytes() * visit.ranks() > LONGEST_ALONE) {
      return shared(visit, at, count, bytes);
    }
    if (!isRoot) {
      return visit.give(call.root(), call.inputAt() + at, count, bytes);
    }
    int own = (int) (call.inputAt() + at);
    int out = (int) (call.outputAt() + at);
    int last = visit.ranks() - 1;
    return BoardCombining.asTheyCome(visit, last, count, bytes, own, call.output(), out);
  }

  /** Of the second exchange, of the shares, only the root sees the end. */
  private static boolean shared(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    if (visit.stage < 3 && !BoardAllReduce.combinedShare(visit, at, count, bytes)) {
      return false;
    }
    if (visit.stage == 3) {
      if (!visit.mayWrite(call.root())) {
        return false;
      }
      visit.post();
      visit.cursor = 0;
      visit.stage = 4;
    }
    if (visit.rank() != call.root()) {
      return true;
    }
    for (; visit.cursor < visit.ranks(); visit.cursor++) {
      if (visit.cursor != visit.rank() && !visit.hasPosted(visit.cursor)) {
        return false;
      }
    }
    visit.readCombined(0, call.output(), call.outputAt() + at, count);
    return true;
  }
}
