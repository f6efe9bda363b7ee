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
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    if (visit.stage == 1) {
      if (!visit.give(BoardVisit.ALL, call.inputAt() + at, count, bytes)) {
        return false;
      }
      visit.stage = 2;
    }
    int last = collective() == Collective.SCAN ? visit.rank() : visit.rank() - 1;
    int own = (int) (call.inputAt() + at);
    int out = (int) (call.outputAt() + at);
    if (last <= 0) {
      return last < 0 || only(visit, own, out, count, bytes);
    }
    return BoardCombining.asTheyCome(visit, last, count, bytes, own, call.output(), out);
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
