package org.ronsel.collective.shared;

import org.ronsel.collective.call.Invocation;
import org.ronsel.data.ElementType;

/**
 * Broadcast of which the root alone knows the length; see {@link Invocation#hasLengthOfRoot}. As
 * {@link CopyBroadcast}, but in each round the root writes type and number of its elements in front
 * of the data, by which the others see how many rounds there are. Where ranks of one JVM copy
 * longer data directly, the root says so instead.
 */
final class CopyRootLengthBroadcast {
  /** Length, in bytes, of what is written in front of the data. */
  private static final int HEADER = Long.BYTES;

  /** The bits of that which are the code of the elements' type; the others are their number. */
  private static final int TYPE_BITS = 4;

  private static final int TYPES = (1 << TYPE_BITS) - 1;

  /** Stands for type and number where the data are not copied here. */
  private static final long DECLINED = -1;

  /** Longest data, in bytes, that ranks of one JVM copy here, as {@code default.table} says. */
  private static final int LONGEST_IN_JVM = 1 << 10;

  private CopyRootLengthBroadcast() {}

  /** Carries out the rank's part of a call. */
  static void run(CopyPart part) {
    if (part.rank() == part.call().root()) {
      give(part);
    } else {
      take(part);
    }
  }

  private static void give(CopyPart part) {
    Invocation call = part.call();
    long all = call.count();
    int shift = call.type().shift();
    if (part.isInJvm() && all << shift > LONGEST_IN_JVM) {
      part.begin();
      part.awaitWritable(Phases.ALL, HEADER);
      part.announce(DECLINED);
      part.post();
      finish(part, HEADER);
      part.decline();
      return;
    }
    int perRound = perRound(part, all << shift, shift);
    long at = 0;
    do {
      int count = (int) Math.min(perRound, all - at);
      long bytes = HEADER + ((long) count << shift);
      part.begin();
      part.awaitWritable(Phases.ALL, bytes);
      part.announce(all << TYPE_BITS | call.type().code());
      part.write(call.input(), call.inputAt() + at, count, HEADER, bytes);
      part.post();
      finish(part, bytes);
      at += count;
    } while (at < all);
  }

  /** A rank that takes less than the root gives goes through all rounds: the root waits for it. */
  private static void take(CopyPart part) {
    Invocation call = part.call();
    int root = call.root();
    int own = call.type().shift();
    long at = 0;
    long all;
    ElementType type;
    do {
      part.begin();
      part.awaitPosted(root);
      long announced = part.announced(root);
      if (announced == DECLINED) {
        finish(part, HEADER);
        part.decline();
        return;
      }
      all = announced >>> TYPE_BITS;
      type = ElementType.ofCode((int) announced & TYPES);
      int shift = type.shift();
      int count = (int) Math.min(perRound(part, all << shift, shift), all - at);
      long data = (long) count << shift;
      if (call.bytes() >= all << shift) {
        long to = call.outputAt() + (at << shift >> own);
        part.read(root, HEADER, HEADER + data, call.output(), to, data >> own);
      }
      finish(part, HEADER + data);
      at += count;
    } while (at < all);
    SharedAlgorithm.agreeOnRoot(
        root, part.rank(), type, all << type.shift(), call.type(), call.bytes());
  }

  private static void finish(CopyPart part, long bytes) {
    part.finish(ControlSegment.isInArea(bytes));
  }

  /** The number of elements that one round moves. */
  private static int perRound(CopyPart part, long bytes, int shift) {
    boolean isStream = bytes <= part.areaBytes() && !part.isOversubscribed();
    long most = (long) part.areaBytes() - HEADER;
    return CopyAlgorithm.inRound(
        isStream ? Math.min(most, CopyAlgorithm.streamed(bytes)) : most, shift);
  }
}
