package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.schedule.Elements;

/** Scan and exscan: everybody writes, and combines what the ranks below have written. */
final class BoardScan extends BoardForm {
  /** With the operands of all, so that the last rank's work stays small. */
  private static final int LONGEST = 64 << 10;

  BoardScan(Collective collective) {
    super(collective);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= LONGEST;
  }

  @Override
  boolean advance(BoardVisit visit) {
    Invocation call = visit.call();
    int perRound = roundElements(visit, 1);
    while (true) {
      int count = elements(visit, perRound);
      int at = visit.round * perRound;
      long bytes = (long) count << call.type().shift();
      if (visit.stage == 0) {
        visit.begin();
        visit.cursor = 0;
        visit.stage = 1;
      }
      if (visit.stage == 1) {
        if (!visit.mayWrite(-1)) {
          return false;
        }
        visit.write(call.input(), call.inputAt() + at, count, 0, bytes);
        visit.post();
        visit.stage = 2;
      }
      if (!collect(visit, at, count, bytes)) {
        return false;
      }
      visit.finish();
      if (isLastRound(visit, perRound)) {
        return true;
      }
      visit.round++;
      visit.stage = 0;
    }
  }

  private boolean collect(BoardVisit visit, int at, int count, long bytes) {
    Invocation call = visit.call();
    int last = collective() == Collective.SCAN ? visit.rank() : visit.rank() - 1;
    int own = call.inputAt() + at;
    int out = call.outputAt() + at;
    if (last <= 0) {
      return last < 0 || only(visit, own, out, count, bytes);
    }
    for (; visit.cursor <= last; visit.cursor++) {
      int from = visit.cursor;
      if (from != visit.rank() && !visit.hasPosted(from)) {
        return false;
      }
      BoardCombining.next(visit, from, last, count, 0, bytes, own, call.output(), out);
    }
    return true;
  }

  /** The result is what rank 0 gives. */
  private static boolean only(BoardVisit visit, int own, int out, int count, long bytes) {
    Invocation call = visit.call();
    if (visit.rank() == 0) {
      Elements.copy(call.type(), call.input(), own, call.output(), out, count);
      return true;
    }
    if (!visit.hasPosted(0)) {
      return false;
    }
    visit.read(0, 0, bytes, call.output(), out, count);
    return true;
  }
}
