package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * AllReduce. Short: everybody writes and meets, and combines for itself. Long: in each round
 * everybody combines a share of what all have written, and after one more phase takes the whole.
 */
final class CopyAllReduce extends CopyAlgorithm {
  /** Bytes of operands that are combined by everybody faster than shares are exchanged. */
  private static final int LONGEST_ALONE = 4 << 10;

  CopyAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  @Override
  void round(CopyPart part, long at, int count, long bytes) {
    Invocation call = part.call();
    if (call.bytes() * part.ranks() > LONGEST_ALONE) {
      combineShares(part, at, count, bytes);
      part.awaitWritable(Phases.ALL, 0);
      part.arrive();
      part.awaitAll();
      takeOtherShares(part, at, count);
    } else {
      give(part, at, count, bytes, 0, 0);
      CopyCombining combining = part.combining().elements(count, call.inputAt());
      combining.writtenAt(0, bytes).toOutput(call.outputAt()).all();
    }
  }

  /** Everybody writes its operand, but for a range that nobody reads, and meets the others. */
  private static void give(
      CopyPart part, long at, int count, long bytes, int unreadFrom, int unreadTo) {
    part.awaitWritable(Phases.ALL, bytes);
    Invocation call = part.call();
    long first = call.inputAt() + at;
    if (unreadFrom > 0) { // a copy of nothing costs more than one of a few bytes
      part.write(call.input(), first, unreadFrom, 0, bytes);
    }
    if (unreadTo < count) {
      long behind = (long) unreadTo << call.type().shift();
      part.write(call.input(), first + unreadTo, count - unreadTo, behind, bytes);
    }
    part.arrive();
    part.awaitAll();
  }

  /**
   * The first of two phases of a round, in which everybody writes what the others combine, and
   * combines a share of all; then the second, of the shares, begins.
   */
  static void combineShares(CopyPart part, long at, int count, long bytes) {
    int from = share(part, count, part.rank());
    int to = share(part, count, part.rank() + 1);
    give(part, at, count, bytes, from, to);
    if (to > from) {
      combineShare(part, at, from, to - from, bytes);
    }
    part.finish(true);
    part.begin();
  }

  /** May be in place: nobody but this rank reads its share of its operand. */
  private static void combineShare(CopyPart part, long at, int from, int length, long bytes) {
    Invocation call = part.call();
    long behind = (long) from << call.type().shift();
    int own = (int) (call.inputAt() + at + from);
    CopyCombining combining = part.combining().elements(length, own).writtenAt(behind, bytes);
    if (getsResult(part)) {
      int out = (int) (call.outputAt() + at + from);
      combining.toOutput(out).all();
      part.writeCombined(call.output(), out, length, behind);
    } else {
      combining.toResult().all();
      part.writeCombined(part.result(length), 0, length, behind);
    }
  }

  private static boolean getsResult(CopyPart part) {
    Invocation call = part.call();
    return call.collective() != Collective.REDUCE || part.rank() == call.root();
  }

  /** Takes what the others have combined. */
  static void takeOtherShares(CopyPart part, long at, int count) {
    Invocation call = part.call();
    long first = call.outputAt() + at;
    int from = share(part, count, part.rank());
    int to = share(part, count, part.rank() + 1);
    part.readCombined(0, call.output(), first, from);
    long behind = (long) to << call.type().shift();
    part.readCombined(behind, call.output(), first + to, count - to);
  }

  /** First element of a rank's share; shares share no line. */
  private static int share(CopyPart part, int count, int rank) {
    int ranks = part.ranks();
    int line = 64 >> part.call().type().shift();
    return rank == ranks ? count : (int) ((long) count * rank / ranks / line * line);
  }
}
