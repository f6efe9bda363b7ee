package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/** Scatter: the root writes a part of everybody's block in each round. */
final class CopyScatter extends CopyAlgorithm {
  CopyScatter() {
    super(Collective.SCATTER);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return fitsAsBlocks(bytes, ranks, areaBytes);
  }

  @Override
  int shares(CopyPart part) {
    return part.ranks();
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    int root = call.root();
    int ranks = part.ranks();
    long to = call.outputAt() + at;
    if (part.rank() != root) {
      part.awaitPosted(root);
      part.read(root, part.rank() * bytes, ranks * bytes, call.output(), to, count);
      return;
    }
    part.awaitWritable(Epochs.ALL, ranks * bytes);
    for (int rank = 0; rank < ranks; rank++) {
      long from = call.inputAt() + rank * call.count() + at;
      if (rank == root) {
        part.copyOwn(from, to, count);
      } else {
        part.write(call.input(), from, count, rank * bytes, ranks * bytes);
      }
    }
    part.post();
  }
}
