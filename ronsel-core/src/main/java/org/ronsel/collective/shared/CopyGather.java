package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/** Gather: each rank writes its block, and the root reads the blocks one after the other. */
final class CopyGather extends CopyAlgorithm {
  CopyGather() {
    super(Collective.GATHER);
  }

  @Override
  boolean isStream(CopyPart part) {
    return part.call().bytes() <= part.areaBytes();
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    if (part.rank() != call.root()) {
      part.give(call.root(), call.inputAt() + at, count, bytes);
      return;
    }
    for (int from = 0; from < part.ranks(); from++) {
      long to = call.outputAt() + from * call.count() + at;
      if (from == part.rank()) {
        part.copyOwn(call.inputAt() + at, to, count);
      } else {
        part.awaitPosted(from);
        part.read(from, 0, bytes, call.output(), to, count);
      }
    }
  }
}
