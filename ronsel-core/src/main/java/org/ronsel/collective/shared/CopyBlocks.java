package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.BlockTable;

/**
 * The operations whose blocks have different lengths, all of which each rank knows: allGatherv and
 * reduceScatter. Serves blocks that fit in an area together. As in {@link CopyExchange} each rank
 * writes, waits for all others, and reads.
 */
final class CopyBlocks extends CopyAlgorithm {
  CopyBlocks(Collective collective) {
    super(collective);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return bytes * ranks <= areaBytes;
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    if (collective() == Collective.ALL_GATHERV) {
      gather(part);
    } else {
      combine(part);
    }
  }

  private static void gather(CopyPart part) {
    Invocation call = part.call();
    BlockTable blocks = call.outputs();
    int me = part.rank();
    meet(part, blocks.length(me), 0, 0);
    for (int from = 0; from < part.ranks(); from++) {
      long length = blocks.length(from);
      long to = call.outputAt() + blocks.place(from);
      if (length == 0) {
        continue; // the place of an empty block may lie outside of the buffer
      }
      if (from == me) {
        part.copyOwn(call.inputAt(), to, length);
      } else {
        part.read(from, 0, bytes(call, length), call.output(), to, length);
      }
    }
  }

  private static void combine(CopyPart part) {
    Invocation call = part.call();
    BlockTable blocks = call.inputs();
    long total = blocks.total();
    long place = blocks.place(part.rank());
    int length = (int) blocks.length(part.rank());
    meet(part, total, place, place + length);
    if (length > 0) {
      int own = (int) (call.inputAt() + place);
      CopyCombining combining = part.combining().elements(length, own);
      combining.writtenAt(bytes(call, place), bytes(call, total)).toOutput(call.outputAt()).all();
    }
  }

  /**
   * Writes this rank's elements, except for a range that no other rank reads, and waits until all
   * ranks have written theirs.
   */
  private static void meet(CopyPart part, long length, long unreadFrom, long unreadTo) {
    Invocation call = part.call();
    long bytes = bytes(call, length);
    part.awaitWritable(Phases.ALL, bytes);
    if (unreadFrom > 0) {
      part.write(call.input(), call.inputAt(), unreadFrom, 0, bytes);
    }
    if (unreadTo < length) {
      long first = call.inputAt() + unreadTo;
      part.write(call.input(), first, length - unreadTo, bytes(call, unreadTo), bytes);
    }
    part.arrive();
    part.awaitAll();
  }

  private static long bytes(Invocation call, long length) {
    return length << call.type().shift();
  }
}
