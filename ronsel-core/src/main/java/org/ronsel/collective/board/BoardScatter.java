package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Elements;

/** Scatter: the root writes a part of everybody's block in each round. */
final class BoardScatter extends BoardForm {
  private static final int MOST_ROUNDS = 8;

  BoardScatter() {
    super(Collective.SCATTER);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= (long) MOST_ROUNDS * areaBytes && LEAST_SHARE * ranks <= areaBytes;
  }

  @Override
  boolean advance(BoardVisit visit) {
    Invocation call = visit.call();
    int ranks = visit.ranks();
    int perRound = roundElements(visit, ranks);
    int root = call.root();
    boolean isRoot = visit.rank() == root;
    while (true) {
      if (visit.stage == 0) {
        visit.begin();
        visit.stage = 1;
      }
      if (isRoot ? !visit.mayWrite(-1) : !visit.hasPosted(root)) {
        return false;
      }
      int count = elements(visit, perRound);
      long block = (long) count << call.type().shift();
      long to = call.outputAt() + (long) visit.round * perRound;
      if (isRoot) {
        long from = call.inputAt() + (long) visit.round * perRound;
        for (int rank = 0; rank < ranks; rank++) {
          long at = from + rank * call.count();
          if (rank != root) {
            visit.write(call.input(), at, count, rank * block, ranks * block);
          } else {
            Elements.copy(call.type(), call.input(), at, call.output(), to, count);
          }
        }
        visit.post();
      } else {
        visit.read(root, visit.rank() * block, ranks * block, call.output(), to, count);
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
