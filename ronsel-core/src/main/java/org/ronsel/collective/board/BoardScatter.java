package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.Elements;

/** Scatter: the root writes a part of everybody's block in each round. */
final class BoardScatter extends BoardForm {
  BoardScatter() {
    super(Collective.SCATTER);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return fitsAsBlocks(bytes, ranks, areaBytes);
  }

  @Override
  int shares(BoardWork work) {
    return work.ranks();
  }

  @Override
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    int root = call.root();
    int ranks = work.ranks();
    long to = call.outputAt() + at;
    if (work.rank() != root) {
      if (!work.exchanges().hasPosted(root)) {
        return false;
      }
      work.read(root, work.rank() * bytes, ranks * bytes, call.output(), to, count);
      return true;
    }
    if (!work.exchanges().mayWrite(Exchanges.ALL)) {
      return false;
    }
    for (int rank = 0; rank < ranks; rank++) {
      long from = call.inputAt() + rank * call.count() + at;
      if (rank == root) {
        Elements.copy(call.type(), call.input(), from, call.output(), to, count);
      } else {
        work.write(call.input(), from, count, rank * bytes, ranks * bytes);
      }
    }
    work.exchanges().post();
    return true;
  }
}
