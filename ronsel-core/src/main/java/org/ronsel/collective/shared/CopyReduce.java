package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * Reduce. Of two ranks, and of short messages, the root combines while others write the next round;
 * else the ranks share the work as in {@link CopyAllReduce}.
 */
final class CopyReduce extends CopyAlgorithm {
  /** Bytes of operands that the root combines faster alone than all after one more phase. */
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

  /** Of the second phase, of the shares, only the root sees the end. */
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
