package org.ronsel.collective.board;

import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;

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
  boolean round(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    if (call.bytes() * visit.ranks() > LONGEST_ALONE) {
      return shared(visit, at, count, bytes);
    }
    if (!meet(visit, at, count, bytes)) {
      return false;
    }
    BoardCombining.all(visit, count, 0, bytes, call.inputAt(), call.output(), call.outputAt());
    return true;
  }

  /** Everybody writes its operand and meets the others. */
  private static boolean meet(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    if (visit.stage == 1) {
      if (!visit.mayWrite(BoardVisit.ALL)) {
        return false;
      }
      visit.write(call.input(), call.inputAt() + at, count, 0, bytes);
      visit.arrive();
      visit.stage = 2;
    }
    return visit.allArrived();
  }

  private static boolean shared(BoardVisit visit, long at, int count, long bytes) {
    if (visit.stage < 3 && !combinedShare(visit, at, count, bytes)) {
      return false;
    }
    if (visit.stage == 3) {
      if (!visit.mayWrite(BoardVisit.ALL)) {
        return false;
      }
      visit.arrive();
      visit.stage = 4;
    }
    if (!visit.allArrived()) {
      return false;
    }
    Invocation call = visit.call();
    visit.readCombined(0, call.output(), call.outputAt() + at, count);
    return true;
  }

  /**
   * The first of two exchanges of a round, in which everybody writes its operand and combines a
   * share of all; then the second, of the shares, has begun, and the stage is 3.
   */
  static boolean combinedShare(BoardVisit visit, long at, int count, long bytes) {
    if (!meet(visit, at, count, bytes)) {
      return false;
    }
    combineShare(visit, at, count, bytes);
    visit.finish();
    visit.begin();
    visit.stage = 3;
    return true;
  }

  private static void combineShare(BoardVisit visit, long at, int count, long bytes) {
    Invocation call = visit.call();
    int from = share(visit, count, visit.rank());
    int length = share(visit, count, visit.rank() + 1) - from;
    if (length > 0) {
      // By way of a private array: the output may be the input of a share that is still to come.
      int shift = call.type().shift();
      Object result = visit.partial(length);
      int own = (int) (call.inputAt() + at + from);
      BoardCombining.all(visit, length, (long) from << shift, bytes, own, result, 0);
      visit.writeCombined(result, 0, length, (long) from << shift);
    }
  }

  /** First element of a rank's share; shares share no line. */
  private static int share(BoardVisit visit, int count, int rank) {
    int ranks = visit.ranks();
    int line = 64 >> visit.call().type().shift();
    return rank == ranks ? count : (int) ((long) count * rank / ranks / line * line);
  }
}
