package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;

/** Broadcast: the root writes, the others read as soon as it has, two rounds behind at most. */
final class BoardBroadcast extends BoardForm {
  BoardBroadcast() {
    super(Collective.BROADCAST);
  }

  @Override
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    int root = call.root();
    if (visit.rank() == root) {
      return visit.give(BoardVisit.ALL, call.inputAt() + at, count, bytes);
    }
    if (!visit.hasPosted(root)) {
      return false;
    }
    visit.read(root, 0, bytes, call.output(), call.outputAt() + at, count);
    return true;
  }
}
