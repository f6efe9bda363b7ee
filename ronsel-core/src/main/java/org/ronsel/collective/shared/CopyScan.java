package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * Scan and exscan: everybody but the last rank writes, and combines what the ranks below have
 * written.
 */
final class CopyScan extends CopyAlgorithm {
  /** With the operands of more than two, so that the last rank's work stays small. */
  private static final int LONGEST = 64 << 10;

  CopyScan(Collective collective) {
    super(collective);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return ranks == 2 || bytes * ranks <= LONGEST;
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    if (part.rank() < part.ranks() - 1) {
      part.give(Phases.ALL, call.inputAt() + at, count, bytes);
    }
    int last = collective() == Collective.SCAN ? part.rank() : part.rank() - 1;
    int own = (int) (call.inputAt() + at);
    int out = (int) (call.outputAt() + at);
    if (last > 0) {
      CopyCombining combining = part.combining().elements(count, own).writtenAt(0, bytes);
      combining.toOutput(out).fromLeftAsTheyCome(last + 1);
    } else if (last == 0) { // the result is what rank 0 gives
      if (part.rank() == 0) {
        part.copyOwn(own, out, count);
      } else {
        part.awaitPosted(0);
        part.read(0, 0, bytes, call.output(), out, count);
      }
    }
  }
}
