package org.ronsel.collective.shared;

import org.ronsel.RonselException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.schedule.BlockTable;
import org.ronsel.data.ElementType;

/**
 * AllToAllv, in which no rank knows how long the blocks of the others are. So each rank writes the
 * lengths of its blocks into its entry, and the blocks with them, all in one phase. If the blocks
 * of some rank do not fit in its area, that rank says so instead, and all ranks leave the operation
 * to {@link Participant.Fallback other means}; long blocks thus cost one phase without data.
 */
final class CopyAllToAllv extends CopyAlgorithm {
  // What a rank writes in place of the length of its block for itself, which nobody asks for.
  private static final int TOO_LONG = -1;

  private static final int FITS = 0;

  /** The bits of a told length that are the code of the elements' type. */
  private static final int TYPE_BITS = 4;

  private static final int TYPES = (1 << TYPE_BITS) - 1;

  CopyAllToAllv() {
    super(Collective.ALL_TO_ALLV);
  }

  @Override
  boolean fits(long bytes, int ranks, int areaBytes) {
    return tableBytes(ranks) <= ControlSegment.INLINE_BYTES;
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    give(part);
    part.arrive();
    part.awaitAll();
    for (int from = 0; from < part.ranks(); from++) {
      if (part.told(from, from) == TOO_LONG) {
        part.decline();
        return;
      }
    }
    take(part);
  }

  private static void give(CopyPart part) {
    Invocation call = part.call();
    BlockTable blocks = call.inputs();
    int me = part.rank();
    long all = tableBytes(part.ranks());
    for (int to = 0; to < part.ranks() && all <= part.areaBytes(); to++) {
      if (to != me) {
        all += padded(bytes(call, blocks.length(to)));
      }
    }
    if (all > part.areaBytes()) {
      part.awaitWritable(Phases.ALL, 0);
      part.tell(me, TOO_LONG);
      return;
    }
    part.awaitWritable(Phases.ALL, all);
    part.tell(me, FITS);
    long place = tableBytes(part.ranks());
    for (int to = 0; to < part.ranks(); to++) {
      if (to != me) {
        long length = blocks.length(to);
        part.tell(to, (int) bytes(call, length) << TYPE_BITS | call.type().code());
        if (length > 0) { // the place of an empty block may lie outside of the buffer
          part.write(call.input(), call.inputAt() + blocks.place(to), length, place, all);
        }
        place += padded(bytes(call, length));
      }
    }
  }

  private static void take(CopyPart part) {
    Invocation call = part.call();
    BlockTable blocks = call.outputs();
    int me = part.rank();
    for (int from = 0; from < part.ranks(); from++) {
      long length = blocks.length(from);
      long to = call.outputAt() + blocks.place(from);
      try {
        agree(part, from, bytes(call, length));
      } catch (RonselException differs) {
        part.finish(true);
        throw differs;
      }
      if (length == 0) {
        continue;
      }
      if (from == me) {
        part.copyOwn(call.inputAt() + call.inputs().place(me), to, length);
      } else {
        readFrom(part, from, to, length);
      }
    }
  }

  private static void agree(CopyPart part, int from, long taken) {
    Invocation call = part.call();
    int me = part.rank();
    boolean isOwn = from == me;
    ElementType type = isOwn ? call.type() : ElementType.ofCode(part.told(from, me) & TYPES);
    long given = isOwn ? bytes(call, call.inputs().length(me)) : toldBytes(part, from, me);
    agree(call.collective(), from, me, type, given, call.type(), taken);
  }

  private static long toldBytes(CopyPart part, int from, int to) {
    return part.told(from, to) >> TYPE_BITS;
  }

  private static void readFrom(CopyPart part, int from, long to, long length) {
    Invocation call = part.call();
    long place = 0;
    long all = tableBytes(part.ranks());
    for (int other = 0; other < part.ranks(); other++) {
      if (other == part.rank()) {
        place = all;
      }
      if (other != from) {
        all += padded(toldBytes(part, from, other));
      }
    }
    part.read(from, place, all, call.output(), to, length);
  }

  /**
   * Length, in bytes, of the table of lengths, which lies in the entry. The blocks follow it there;
   * if that is too long they lie in the area, at the same offset.
   */
  private static int tableBytes(int ranks) {
    return (ranks * Integer.BYTES + Long.BYTES - 1) & -Long.BYTES;
  }

  private static long bytes(Invocation call, long length) {
    return length << call.type().shift();
  }

  private static long padded(long bytes) {
    return bytes + Long.BYTES - 1 & -Long.BYTES;
  }
}
