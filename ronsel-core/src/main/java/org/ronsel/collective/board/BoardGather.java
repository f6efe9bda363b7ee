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
  boolean advance(BoardVisit visit) {
    Invocation call = visit.call();
    int perRound = roundElements(visit, 1);
    boolean isRoot = visit.rank() == call.root();
    while (true) {
      if (visit.stage == 0) {
        visit.begin();
        visit.cursor = 0;
        visit.stage = 1;
      }
      int count = elements(visit, perRound);
      long at = (long) visit.round * perRound;
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

  private static boolean collect(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
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
