package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/** Broadcast: the root writes, the others read as soon as it has, some rounds behind at most. */
final class CopyBroadcast extends CopyAlgorithm {
  CopyBroadcast() {
    super(Collective.BROADCAST);
  }

  @Override
  boolean isStream(CopyPart part) {
    return part.call().bytes() <= part.areaBytes();
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    int root = call.root();
    if (part.rank() == root) {
      part.give(Phases.ALL, call.inputAt() + at, count, bytes);
    } else {
      part.awaitPosted(root);
      part.read(root, 0, bytes, call.output(), call.outputAt() + at, count);
    }
  }
}
