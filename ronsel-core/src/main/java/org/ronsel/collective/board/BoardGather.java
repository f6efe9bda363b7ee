package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Elements;

/** Gather: everybody writes, the root reads one after the other. */
final class BoardGather extends BoardForm {
  BoardGather() {
    super(Collective.GATHER);
  }

  @Override
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    if (visit.rank() != call.root()) {
      return visit.give(call.root(), call.inputAt() + at, count, bytes);
    }
    for (; visit.cursor < visit.ranks(); visit.cursor++) {
      int from = visit.cursor;
      long to = call.outputAt() + from * call.count() + at;
      if (from == visit.rank()) {
        long own = call.inputAt() + at;
        Elements.copy(call.type(), call.input(), own, call.output(), to, count);
      } else if (visit.hasPosted(from)) {
        visit.read(from, 0, bytes, call.output(), to, count);
      } else {
        return false;
      }
    }
    return true;
  }
}
