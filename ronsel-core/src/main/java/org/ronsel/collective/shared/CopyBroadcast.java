package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * Broadcast: the root writes each round without waiting for the others, while it has entries or
 * areas left; the others read each round as soon as it is posted.
 */
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
