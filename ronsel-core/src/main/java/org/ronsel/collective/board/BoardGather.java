package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.Elements;

/** Gather: everybody writes, the root reads one after the other. */
final class BoardGather extends BoardForm {
  BoardGather() {
    super(Collective.GATHER);
  }

  @Override
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    if (work.rank() != call.root()) {
      return work.give(call.root(), call.inputAt() + at, count, bytes);
    }
    for (; work.cursor < work.ranks(); work.cursor++) {
      int from = work.cursor;
      long to = call.outputAt() + from * call.count() + at;
      if (from == work.rank()) {
        long own = call.inputAt() + at;
        Elements.copy(call.type(), call.input(), own, call.output(), to, count);
      } else if (work.exchanges().hasPosted(from)) {
        work.read(from, 0, bytes, call.output(), to, count);
      } else {
        return false;
      }
    }
    return true;
  }
}
