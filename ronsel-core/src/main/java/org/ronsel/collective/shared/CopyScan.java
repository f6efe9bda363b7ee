package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * Scan and exscan: each rank except the last one writes its operand, and each rank combines the
 * operands of the ranks below it.
 */
final class CopyScan extends CopyAlgorithm {
  /**
   * Length, in bytes, of all operands together up to which more than two ranks are served: the last
   * rank combines all of them.
   */
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
    } else if (last == 0) { // the result is the operand of rank 0
      if (part.rank() == 0) {
        part.copyOwn(own, out, count);
      } else {
        part.awaitPosted(0);
        part.read(0, 0, bytes, call.output(), out, count);
      }
    }
  }
}
