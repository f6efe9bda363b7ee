package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
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
  int shares(BoardVisit visit) {
    return visit.ranks();
  }

  @Override
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    int root = call.root();
    int ranks = visit.ranks();
    long to = call.outputAt() + at;
    if (visit.rank() != root) {
      if (!visit.hasPosted(root)) {
        return false;
      }
      visit.read(root, visit.rank() * bytes, ranks * bytes, call.output(), to, count);
      return true;
    }
    if (!visit.mayWrite(BoardVisit.ALL)) {
      return false;
    }
    for (int rank = 0; rank < ranks; rank++) {
      long from = call.inputAt() + rank * call.count() + at;
      if (rank == root) {
        Elements.copy(call.type(), call.input(), from, call.output(), to, count);
      } else {
        visit.write(call.input(), from, count, rank * bytes, ranks * bytes);
      }
    }
    visit.post();
    return true;
  }
}
