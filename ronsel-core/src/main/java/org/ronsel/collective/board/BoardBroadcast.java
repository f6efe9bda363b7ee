package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/** Broadcast: the root writes, the others read as soon as it has, two rounds behind at most. */
final class BoardBroadcast extends BoardForm {
  BoardBroadcast() {
    super(Collective.BROADCAST);
  }

  @Override
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    int root = call.root();
    if (work.rank() == root) {
      return work.give(Exchanges.ALL, call.inputAt() + at, count, bytes);
    }
    if (!work.exchanges().hasPosted(root)) {
      return false;
    }
    work.read(root, 0, bytes, call.output(), call.outputAt() + at, count);
    return true;
  }
}
