package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;

/** Broadcast: the root writes, the others read as soon as it has, two rounds behind at most. */
final class BoardBroadcast extends BoardForm {
  BoardBroadcast() {
    super(Collective.BROADCAST);
  }

  @Override
  boolean advance(BoardVisit visit) {
    Invocation call = visit.call();
    int perRound = roundElements(visit, 1);
    boolean isRoot = visit.rank() == call.root();
    while (true) {
      if (visit.stage == 0) {
        visit.begin();
        visit.stage = 1;
      }
      if (isRoot ? !visit.mayWrite(-1) : !visit.hasPosted(call.root())) {
        return false;
      }
      int count = elements(visit, perRound);
      long at = (long) visit.round * perRound;
      long bytes = (long) count << call.type().shift();
      if (isRoot) {
        visit.write(call.input(), call.inputAt() + at, count, 0, bytes);
        visit.post();
      } else {
        visit.read(call.root(), 0, bytes, call.output(), call.outputAt() + at, count);
      }
      visit.finish();
      if (isLastRound(visit, perRound)) {
        return true;
      }
      visit.round++;
      visit.stage = 0;
    }
  }
}
