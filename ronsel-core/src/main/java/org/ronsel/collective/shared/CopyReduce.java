package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * Reduce. Between two ranks, and for short operands, the root combines a round while the others
 * write the next. Otherwise the ranks share the work as in {@link CopyAllReduce}.
 */
final class CopyReduce extends CopyAlgorithm {
  /**
   * Length, in bytes, of all operands together up to which it is faster that the root combines them
   * alone than that ranks combine shares, which takes one more phase.
   */
  private static final int LONGEST_ALONE = 16 << 10;

  CopyReduce() {
    super(Collective.REDUCE);
  }

  @Override
  boolean isStream(CopyPart part) {
    return part.ranks() == 2 || part.call().bytes() * part.ranks() <= LONGEST_ALONE;
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    if (!isStream(part)) {
      shared(part, at, count, bytes);
    } else if (part.rank() != call.root()) {
      part.give(call.root(), call.inputAt() + at, count, bytes);
    } else {
      int own = (int) (call.inputAt() + at);
      int out = (int) (call.outputAt() + at);
      part.combining().elements(count, own).writtenAt(0, bytes).toOutput(out).allAsTheyCome();
    }
  }

  /** Combines shares. In the second phase, in which these are read, only the root waits. */
  private static void shared(CopyPart part, long at, int count, long bytes) {
    int root = part.call().root();
    CopyAllReduce.combineShares(part, at, count, bytes);
    part.awaitWritable(root, 0);
    part.post();
    if (part.rank() == root) {
      for (int other = 0; other < part.ranks(); other++) {
        if (other != root) {
          part.awaitPosted(other);
        }
      }
      CopyAllReduce.takeOtherShares(part, at, count);
    }
  }
}
