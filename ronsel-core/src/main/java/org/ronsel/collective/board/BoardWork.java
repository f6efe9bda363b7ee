package org.ronsel.collective.board;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.CallSignature;
import org.ronsel.collective.call.FailureVote;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.call.TypedScratch;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.engine.ProgramFailure;
import org.ronsel.memory.MemoryCopy;

/**
 * One rank's part of one operation after the other on a {@link Board}: how far its {@link
 * BoardForm} has come, and what that needs to go on. Where the operator is code of the program the
 * ranks then {@linkplain FailureVote vote}, on the board too. One thread at a time.
 */
final class BoardWork {
  /** In the signature of a call that is a part of another one. */
  private static final long IS_PART = 1L << 62;

  private final Board board;
  private final MemorySegment memory;
  private final Exchanges exchanges;
  private final FailureVote vote;
  private final int rank;
  private final int ranks;
  private final TypedScratch stacks = new TypedScratch();
  private final TypedScratch results = new TypedScratch();

  private Invocation call = new Invocation();
  private BoardForm form = BoardForm.of(Collective.BARRIER);
  private @Nullable Throwable thrown;

  // How far the form has come; its own affair.
  int stage;
  int round;
  int cursor;

  // Of what is being combined; see BoardCombining.
  int height;
  int ownHeight;

  BoardWork(
      Board board,
      MemorySegment memory,
      Exchanges exchanges,
      FailureVote vote,
      int rank,
      int ranks) {
    this.board = board;
    this.memory = memory;
    this.exchanges = exchanges;
    this.vote = vote;
    this.rank = rank;
    this.ranks = ranks;
  }

  /** Begins an operation; the one before is over. */
  void begin(Invocation wanted) {
    vote.begin(wanted);
    thrown = null;
    prepare(wanted, 0);
  }

  private void prepare(Invocation next, long mark) {
    call = next;
    form = BoardForm.of(next.collective());
    exchanges.beginCall(signature(next) | mark);
    stage = 0;
    round = 0;
    cursor = 0;
  }

  /** Number in which calls agree that fit together; the operation in its upper half. */
  private static long signature(Invocation call) {
    int hash =
        CallSignature.of(
            call.collective(), call.type(), call.count(), call.root(), call.reduction());
    return (long) call.collective().ordinal() << 32 | hash & 0xffff_ffffL;
  }

  /** Goes on as far as possible; true when the rank's part is done. */
  boolean advance() {
    while (form.advance(this)) {
      Invocation next = vote.next(thrown);
      if (next == null) {
        return true;
      }
      prepare(next, IS_PART);
    }
    return false;
  }

  /** What the operation that is over has failed with on all ranks, or null. */
  @Nullable ProgramFailure failure() {
    return vote.failure();
  }

  // ---- for the forms ----

  Invocation call() {
    return call;
  }

  int rank() {
    return rank;
  }

  int ranks() {
    return ranks;
  }

  int areaBytes() {
    return board.areaBytes();
  }

  Exchanges exchanges() {
    return exchanges;
  }

  /** Begins a round with its first exchange. */
  void beginRound() {
    exchanges.begin();
    cursor = 0;
    stage = 1;
  }

  /** Writes elements to this rank's side, so many bytes behind its start. */
  void write(Object from, long fromAt, long count, long behind, long allBytes) {
    int shift = call.type().shift();
    long at = board.data(rank, exchanges.number(), allBytes) + behind;
    MemoryCopy.toSegment(from, fromAt << shift, memory, at, count << shift);
  }

  /** Writes what this rank gives and posts it; false if it may not yet. */
  boolean give(int reader, long at, int count, long bytes) {
    if (!exchanges.mayWrite(reader)) {
      return false;
    }
    write(call.input(), at, count, 0, bytes);
    exchanges.post();
    return true;
  }

  /** Reads elements from a rank's side. */
  void read(int from, long behind, long allBytes, Object to, long toAt, long count) {
    int shift = call.type().shift();
    long at = board.data(from, exchanges.number(), allBytes) + behind;
    MemoryCopy.fromSegment(memory, at, to, toAt << shift, count << shift);
  }

  /** Writes elements of what is combined together. */
  void writeCombined(Object from, long fromAt, long count, long behind) {
    int shift = call.type().shift();
    MemoryCopy.toSegment(from, fromAt << shift, memory, board.combined() + behind, count << shift);
  }

  /** Reads elements of what is combined together. */
  void readCombined(long behind, Object to, long toAt, long count) {
    int shift = call.type().shift();
    MemoryCopy.fromSegment(memory, board.combined() + behind, to, toAt << shift, count << shift);
  }

  /** Private memory for so many elements of the call's type, for partial results. */
  Object stack(int length) {
    return stacks.atLeast(call.type(), length);
  }

  /** Other such memory, for a result. */
  Object result(int length) {
    return results.atLeast(call.type(), length);
  }

  Reduction reduction() {
    Reduction operator = call.reduction();
    if (operator == null) {
      throw new IllegalStateException("no operator");
    }
    return operator;
  }

  /**
   * Combines elements. If the operator is code of the program and throws, it is not called any
   * more, and the operation goes on with whatever data, since others wait for this rank.
   */
  void combine(
      Object left, int leftAt, Object right, int rightAt, Object out, int outAt, int count) {
    if (!vote.takesFailures()) {
      reduction().combine(left, leftAt, right, rightAt, out, outAt, count);
    } else if (thrown == null) {
      try {
        reduction().combine(left, leftAt, right, rightAt, out, outAt, count);
      } catch (Throwable broken) {
        thrown = broken;
      }
    }
  }
}
