package org.ronsel.collective.board;

import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation;

/**
 * AllReduce. Short: everybody writes and meets, and combines for itself. Long: in each round
 * everybody combines a share of what all have written, and after one more meeting takes the whole.
 */
final class BoardAllReduce extends BoardForm {
  /** Bytes of operands that are combined by everybody faster than shares are exchanged. */
  private static final int LONGEST_ALONE = 4 << 10;

  BoardAllReduce() {
    super(Collective.ALL_REDUCE);
  }

  @Override
  boolean round(BoardWork work, long at, int count, long bytes) {
    Invocation call = work.call();
    if (call.bytes() * work.ranks() > LONGEST_ALONE) {
      return shared(work, at, count, bytes);
    }
    if (!meet(work, at, count, bytes, 0, 0)) {
      return false;
    }
    BoardCombining.all(work, count, 0, bytes, call.inputAt(), call.output(), call.outputAt());
    return true;
  }

  /** Everybody writes its operand, but for a range that nobody reads, and meets the others. */
  private static boolean meet(
      BoardWork work, long at, int count, long bytes, int unreadFrom, int unreadTo) {
    if (work.stage == 1) {
      if (!work.exchanges().mayWrite(Exchanges.ALL)) {
        return false;
      }
      Invocation call = work.call();
      long first = call.inputAt() + at;
      if (unreadFrom > 0) { // a copy of nothing costs more than one of a few bytes
        work.write(call.input(), first, unreadFrom, 0, bytes);
      }
      if (unreadTo < count) {
        long behind = (long) unreadTo << call.type().shift();
        work.write(call.input(), first + unreadTo, count - unreadTo, behind, bytes);
      }
      work.exchanges().arrive();
      work.stage = 2;
    }
    return work.exchanges().allArrived();
  }

  private static boolean shared(BoardWork work, long at, int count, long bytes) {
    if (work.stage < 3 && !combinedShare(work, at, count, bytes)) {
      return false;
    }
    if (work.stage == 3) {
      if (!work.exchanges().mayWrite(Exchanges.ALL)) {
        return false;
      }
      work.exchanges().arrive();
      work.stage = 4;
    }
    if (!work.exchanges().allArrived()) {
      return false;
    }
    takeOtherShares(work, at, count);
    return true;
  }

  /**
   * The first of two exchanges of a round, in which everybody writes what the others combine, and
   * combines a share of all; then the second, of the shares, has begun, and the stage is 3.
   */
  static boolean combinedShare(BoardWork work, long at, int count, long bytes) {
    int from = share(work, count, work.rank());
    int to = share(work, count, work.rank() + 1);
    if (!meet(work, at, count, bytes, from, to)) {
      return false;
    }
    if (to > from) {
      combineShare(work, at, from, to - from, bytes);
    }
    work.exchanges().finish();
    work.exchanges().begin();
    work.stage = 3;
    return true;
  }

  /** May be in place: nobody but this rank reads its share of its operand. */
  private static void combineShare(BoardWork work, long at, int from, int length, long bytes) {
    Invocation call = work.call();
    boolean isResult = getsResult(work);
    Object result = isResult ? call.output() : work.result(length);
    int resultAt = isResult ? (int) (call.outputAt() + at + from) : 0;
    long behind = (long) from << call.type().shift();
    int own = (int) (call.inputAt() + at + from);
    BoardCombining.all(work, length, behind, bytes, own, result, resultAt);
    work.writeCombined(result, resultAt, length, behind);
  }

  private static boolean getsResult(BoardWork work) {
    Invocation call = work.call();
    return call.collective() != Collective.REDUCE || work.rank() == call.root();
  }

  /** Takes what the others have combined. */
  static void takeOtherShares(BoardWork work, long at, int count) {
    Invocation call = work.call();
    long first = call.outputAt() + at;
    int from = share(work, count, work.rank());
    int to = share(work, count, work.rank() + 1);
    work.readCombined(0, call.output(), first, from);
    long behind = (long) to << call.type().shift();
    work.readCombined(behind, call.output(), first + to, count - to);
  }

  /** First element of a rank's share; shares share no line. */
  private static int share(BoardWork work, int count, int rank) {
    int ranks = work.ranks();
    int line = 64 >> work.call().type().shift();
    return rank == ranks ? count : (int) ((long) count * rank / ranks / line * line);
  }
}
