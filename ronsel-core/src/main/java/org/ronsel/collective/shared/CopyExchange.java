package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * The operations in which each rank writes, waits until all have written, and reads: barrier,
 * allGather, allToAll and reduceScatterBlock. A round is one phase. Two areas suffice: before a
 * rank writes the round after the next it has seen all ranks arrive at the next one, and a rank
 * arrives there when it has read this one.
 */
final class CopyExchange extends CopyAlgorithm {
  /** The most rounds in which two ranks take no longer than they would with messages. */
  private static final long MOST_ROUNDS_OF_TWO = 32;

  CopyExchange(Collective collective) {
    super(collective);
  }

  /** Whether each rank writes a different block for each of the others. */
  private boolean hasBlocks() {
    return collective() == Collective.ALL_TO_ALL || collective() == Collective.REDUCE_SCATTER_BLOCK;
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return !hasBlocks()
        || fitsAsBlocks(bytes, ranks, areaBytes)
        || ranks == 2 && bytes <= MOST_ROUNDS_OF_TWO * areaBytes;
  }

  @Override
  int shares(CopyPart part) {
    return switch (collective()) {
      case ALL_TO_ALL -> part.ranks() - 1;
      case REDUCE_SCATTER_BLOCK ->
          part.ranks(); // so that a block lies at the same place in all areas
      default -> 1;
    };
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    part.awaitWritable(Phases.ALL, shares(part) * bytes);
    write(part, at, count, bytes);
    part.arrive();
    part.awaitAll();
    read(part, at, count, bytes);
  }

  private void write(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    long from = call.inputAt() + at;
    switch (collective()) {
      case ALL_GATHER -> part.write(call.input(), from, count, 0, bytes);
      case ALL_TO_ALL, REDUCE_SCATTER_BLOCK -> {
        int me = part.rank();
        long all = shares(part) * bytes;
        for (int to = 0; to < part.ranks(); to++) {
          if (to != me) {
            int block = collective() == Collective.ALL_TO_ALL ? blockOf(to, me) : to;
            part.write(call.input(), from + to * call.count(), count, block * bytes, all);
          }
        }
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }

  private void read(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    int ranks = part.ranks();
    int me = part.rank();
    long to = call.outputAt() + at;
    switch (collective()) {
      case ALL_GATHER -> {
        for (int from = 0; from < ranks; from++) {
          long block = to + from * call.count();
          if (from == me) {
            part.copyOwn(call.inputAt() + at, block, count);
          } else {
            part.read(from, 0, bytes, call.output(), block, count);
          }
        }
      }
      case ALL_TO_ALL -> {
        for (int from = 0; from < ranks; from++) {
          long block = to + from * call.count();
          if (from == me) {
            part.copyOwn(call.inputAt() + me * call.count() + at, block, count);
          } else {
            long behind = blockOf(me, from) * bytes;
            part.read(from, behind, shares(part) * bytes, call.output(), block, count);
          }
        }
      }
      case REDUCE_SCATTER_BLOCK -> {
        int own = (int) (call.inputAt() + me * call.count() + at);
        CopyCombining combining = part.combining().elements(count, own);
        combining.writtenAt(me * bytes, ranks * bytes).toOutput((int) to).all();
      }
      default -> {
        // A barrier moves nothing.
      }
    }
  }
}
