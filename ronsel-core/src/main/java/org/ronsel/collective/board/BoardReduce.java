package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

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
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    boolean isRoot = work.rank() == call.root();
    if (work.ranks() > 2 && call.bytes() * work.ranks() > LONGEST_ALONE) {
      return shared(work, at, count, bytes);
    }
    if (!isRoot) {
      return work.give(call.root(), call.inputAt() + at, count, bytes);
    }
    int own = (int) (call.inputAt() + at);
    int out = (int) (call.outputAt() + at);
    return BoardCombining.asTheyCome(work, count, bytes, own, call.output(), out);
  }

  /** Of the second exchange, of the shares, only the root sees the end. */
  private static boolean shared(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    if (work.stage < 3 && !BoardAllReduce.combinedShare(work, at, count, bytes)) {
      return false;
    }
    if (work.stage == 3) {
      if (!work.exchanges().mayWrite(call.root())) {
        return false;
      }
      work.exchanges().post();
      work.cursor = 0;
      work.stage = 4;
    }
    if (work.rank() != call.root()) {
      return true;
    }
    for (; work.cursor < work.ranks(); work.cursor++) {
      if (work.cursor != work.rank() && !work.exchanges().hasPosted(work.cursor)) {
        return false;
      }
    }
    BoardAllReduce.takeOtherShares(work, at, count);
    return true;
  }
}
