package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/** Scatter: in each round the root writes a part of the block of every other rank. */
final class CopyScatter extends CopyAlgorithm {
  CopyScatter() {
    super(Collective.SCATTER);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return ranks == 2 || fitsAsBlocks(bytes, ranks, areaBytes);
  }

  @Override
  int shares(CopyPart part) {
    return part.ranks() - 1;
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    int root = call.root();
    int ranks = part.ranks();
    long all = (ranks - 1) * bytes;
    long to = call.outputAt() + at;
    if (part.rank() != root) {
      part.awaitPosted(root);
      long block = blockOf(part.rank(), root) * bytes;
      part.read(root, block, all, call.output(), to, count);
      return;
    }
    part.awaitWritable(Phases.ALL, all);
    for (int rank = 0; rank < ranks; rank++) {
      long from = call.inputAt() + rank * call.count() + at;
      if (rank == root) {
        part.copyOwn(from, to, count);
      } else {
        part.write(call.input(), from, count, blockOf(rank, root) * bytes, all);
      }
    }
    part.post();
  }
}
