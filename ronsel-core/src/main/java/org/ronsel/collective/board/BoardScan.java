package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
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
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    if (work.stage == 1) {
      if (!work.give(Exchanges.ALL, call.inputAt() + at, count, bytes)) {
        return false;
      }
      work.stage = 2;
    }
    int last = collective() == Collective.SCAN ? work.rank() : work.rank() - 1;
    int own = (int) (call.inputAt() + at);
    int out = (int) (call.outputAt() + at);
    if (last <= 0) {
      return last < 0 || only(work, own, out, count, bytes);
    }
    return BoardCombining.fromLeftAsTheyCome(work, last + 1, count, bytes, own, call.output(), out);
  }

  /** The result is what rank 0 gives. */
  private static boolean only(BoardWork work, int own, int out, int count, long bytes) {
    Invocation call = work.call();
    if (work.rank() == 0) {
      Elements.copy(call.type(), call.input(), own, call.output(), out, count);
      return true;
    }
    if (!work.exchanges().hasPosted(0)) {
      return false;
    }
    work.read(0, 0, bytes, call.output(), out, count);
    return true;
  }
}
