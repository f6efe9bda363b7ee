package org.ronsel.collective.shared;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * AllReduce. Short operands: each rank writes its operand, waits for all, and combines all operands
 * itself. Long operands: in each round each rank combines one share of all operands and writes it;
 * after one more phase it reads the shares of the others.
 */
final class CopyAllReduce extends CopyAlgorithm {
  /**
   * Length, in bytes, of all operands together up to which it is faster that each rank combines
   * them all than that ranks exchange shares.
   */
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

  /**
   * Writes this rank's operand, except for a range of elements that no other rank reads, and waits
   * until all ranks have written theirs.
   */
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
   * Carries out the first of two phases of a round, and begins the second. In the first phase each
   * rank writes the elements that others combine, and combines and writes its own share; in the
   * second ranks read the shares.
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

  /** The result may go in place of the operand, of whose share no other rank reads anything. */
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

  /** Reads the shares that the other ranks have combined. */
  static void takeOtherShares(CopyPart part, long at, int count) {
    Invocation call = part.call();
    long first = call.outputAt() + at;
    int from = share(part, count, part.rank());
    int to = share(part, count, part.rank() + 1);
    part.readCombined(0, call.output(), first, from);
    long behind = (long) to << call.type().shift();
    part.readCombined(behind, call.output(), first + to, count - to);
  }

  /** Index of the first element of a rank's share. No two shares lie on one cache line. */
  private static int share(CopyPart part, int count, int rank) {
    int ranks = part.ranks();
    int line = 64 >> part.call().type().shift();
    return rank == ranks ? count : (int) ((long) count * rank / ranks / line * line);
  }
}
