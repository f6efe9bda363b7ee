package org.ronsel.collective.board;

import java.lang.foreign.MemorySegment;
import java.lang.reflect.Array;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.CallSignature;
import org.ronsel.collective.Invocation;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.transport.HostMemory;

/**
 * One rank at a {@link Board}: takes part in one operation after the other. For one thread of the
 * rank at a time, as for all collective operations of a communicator.
 *
 * <p>An operation is a {@link BoardForm} that goes on as far as it can whenever it is polled. A
 * wait that is interrupted throws, and another thread takes the operation to its end, since others
 * may need this rank's part; the next one waits for that.
 */
public final class BoardVisit extends Operation implements HostMemory.Sleeper {
  /** Looks per call where ranks do not share cores; the engine is polled in between. */
  private static final int LOOKS = 8;

  /** So many ranks look at each other's places themselves; more count themselves. */
  private static final int FEW = 4;

  private static final byte[] NO_SCRATCH = {};

  /** For {@link #mayWrite}: everybody reads. */
  static final int ALL = -1;

  /** What a rank may wait for. */
  private enum Wait {
    NOTHING,
    POSTED,
    FINISHED,
    ENDED
  }

  private final Engine engine;
  private final Members members;
  private final HostMemory host;
  private final Board board;
  private final MemorySegment memory;
  private final long context;
  private final int rank;
  private final int ranks;
  private final int looks;

  /** Whether ranks count themselves in an exchange of all with all. */
  private final boolean counted;

  /** The exchange that is being made, or was last. */
  private long exchange;

  /** All ranks have finished this one and those before, as far as this rank knows. */
  private long finishedByAll;

  /** By side: the exchange for which it was written last, and who reads it, or {@link #ALL}. */
  private final long[] writtenFor = new long[2];

  private final int[] readBy = {ALL, ALL};

  /** Those that have been looked at while one condition for all is waited for. */
  private int looked;

  // The operation.
  private Invocation call = new Invocation();
  private BoardForm form = BoardForm.of(Collective.BARRIER);
  private long signature;
  private volatile boolean finished = true;
  private boolean busy;

  /** Takes an operation to its end that was interrupted; null if the last one was not. */
  private @Nullable Thread finisher;

  /** How far the form has come; its own affair. */
  int stage;

  int round;
  int cursor;

  // What is waited for, for those who look after a parked thread.
  private Wait wait = Wait.NOTHING;
  private int awaitedRank;
  private long awaitedExchange;

  private Object left = NO_SCRATCH;
  private Object right = NO_SCRATCH;
  private ElementType scratchType = ElementType.BYTE;

  /**
   * Comes to a board.
   *
   * @param memory of the board, of {@link Board#bytes} bytes
   * @param areaBytes of it; see {@link Board#areaBytes}
   * @param crowded whether the ranks of the job outnumber the cores; alike on all ranks
   */
  BoardVisit(
      Engine engine,
      Members members,
      HostMemory host,
      MemorySegment memory,
      int areaBytes,
      boolean crowded,
      long context) {
    super(engine);
    this.engine = engine;
    this.members = members;
    this.host = host;
    this.board = new Board(memory, members.size(), areaBytes);
    this.memory = memory;
    this.context = context;
    this.rank = members.rank();
    this.ranks = members.size();
    this.looks = engine.spinsWhileWaiting() ? LOOKS : 1;
    this.counted = crowded || ranks > FEW;
  }

  // ---- the operations ----

  /** Whether an operation can be made here; alike on all ranks. */
  public boolean serves(Invocation wanted) {
    return BoardForm.serves(wanted, ranks, board.areaBytes());
  }

  /** Whether no operation is being made. */
  boolean isIdle() {
    return finished && !busy;
  }

  /** Makes an operation and waits until the rank's part is done. */
  public void attend(Invocation wanted) {
    if (busy) {
      throw members.calledByTwoThreads();
    }
    busy = true;
    try {
      awaitInterrupted();
      call = wanted;
      form = BoardForm.of(wanted.collective());
      signature = signature(wanted);
      stage = 0;
      round = 0;
      cursor = 0;
      finished = false;
      if (!poll()) {
        awaitEnd();
      }
      engine.countMeeting();
    } finally {
      busy = false;
    }
  }

  private void awaitEnd() {
    try {
      engine.await(this);
    } catch (WaitInterruptedException interrupted) {
      Thread thread = new Thread(this::endAlone, "ronsel-interrupted-" + rank);
      thread.setDaemon(true);
      finisher = thread;
      thread.start();
      throw interrupted;
    }
  }

  /** Takes an operation to its end whose caller has left it; has told it what there was to tell. */
  private void endAlone() {
    try {
      engine.await(this);
    } catch (RonselException failed) {
      finished = true; // so it ends here; later calls meet the cause themselves
    }
  }

  /** Waits for the end of an operation that was interrupted. */
  private void awaitInterrupted() {
    Thread thread = finisher;
    if (thread == null) {
      return;
    }
    try {
      thread.join();
    } catch (InterruptedException again) {
      throw new WaitInterruptedException(
          "rank "
              + rank
              + ": interrupted before a collective call on "
              + members.name()
              + " had begun, while one that was interrupted earlier was awaited; call it again",
          again);
    }
    finisher = null;
  }

  @Override
  protected boolean poll() {
    if (finished) {
      return true;
    }
    int times = Thread.currentThread().isVirtual() ? 1 : looks;
    for (int i = 0; i < times; i++) {
      boolean done = false;
      boolean thrown = true;
      try {
        done = form.advance(this);
        thrown = false;
      } finally {
        if (done || thrown) {
          finished = true;
        }
      }
      if (done) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  /** Number in which calls agree that fit together; the operation in its upper half. */
  private static long signature(Invocation call) {
    int hash =
        CallSignature.of(
            call.collective(), call.type(), call.count(), call.root(), call.reduction());
    return (long) call.collective().ordinal() << 32 | hash & 0xffff_ffffL;
  }

  // ---- exchanges ----

  /** Begins a round with its first exchange. */
  void beginRound() {
    begin();
    cursor = 0;
    stage = 1;
  }

  /** Begins the next exchange. */
  void begin() {
    exchange++;
    looked = 0;
  }

  /**
   * Whether this rank's side for the exchange may be written.
   *
   * @param reader who will read it, or {@link #ALL}
   */
  boolean mayWrite(int reader) {
    int side = (int) (exchange & 1);
    long last = writtenFor[side];
    if (finishedByAll < last && !isRead(last, readBy[side])) {
      return false;
    }
    looked = 0;
    writtenFor[side] = exchange;
    readBy[side] = reader;
    return true;
  }

  private boolean isRead(long last, int reader) {
    if (reader >= 0) {
      return hasFinished(reader, last);
    }
    for (; looked < ranks; looked++) {
      if (looked != rank && !hasFinished(looked, last)) {
        return false;
      }
    }
    finishedByAll = last;
    return true;
  }

  private boolean hasFinished(int other, long last) {
    return board.finished(other) >= last || waitFor(Wait.FINISHED, other, last);
  }

  /** Writes elements to this rank's side, so many bytes behind its start. */
  void write(Object from, long fromAt, long count, long behind, long allBytes) {
    int shift = call.type().shift();
    long at = board.data(rank, exchange, allBytes) + behind;
    MemoryCopy.toSegment(from, fromAt << shift, memory, at, count << shift);
  }

  /** Writes what this rank gives and posts it; false if it may not yet. */
  boolean give(int reader, long at, int count, long bytes) {
    if (!mayWrite(reader)) {
      return false;
    }
    write(call.input(), at, count, 0, bytes);
    post();
    return true;
  }

  /** Reads elements from a rank's side. */
  void read(int from, long behind, long allBytes, Object to, long toAt, long count) {
    int shift = call.type().shift();
    long at = board.data(from, exchange, allBytes) + behind;
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

  /** Posts: for an exchange in which some look at this rank's place. */
  void post() {
    board.post(rank, exchange, signature);
    wakeOthers();
  }

  /** Posts, for an exchange of all with all. */
  void arrive() {
    if (!counted) {
      post();
      return;
    }
    board.post(rank, exchange, signature); // for the reports
    switch (board.arrive(Long.hashCode(signature))) {
      case EARLY -> {}
      case LAST -> {
        board.end(exchange, true);
        wakeOthers();
      }
      case LAST_OF_DIFFERENT -> {
        board.end(exchange, false);
        wakeOthers();
      }
    }
  }

  /** Whether all have arrived; then what they have written may be read. */
  boolean allArrived() {
    if (counted) {
      if (!board.hasEnded(exchange)) {
        return waitFor(Wait.ENDED, rank, exchange);
      }
      if (board.disagreed(exchange)) {
        throw disagreement(firstToDiffer());
      }
    } else {
      for (; looked < ranks; looked++) {
        if (looked != rank && !hasPostedAny(looked)) {
          return false;
        }
        if (looked != rank && board.signature(looked, exchange) != signature) {
          throw disagreement(looked); // all see it, in the same exchange
        }
      }
    }
    finishedByAll = exchange - 1; // nobody posts before it has finished what was before
    return true;
  }

  /** Whether a rank has posted; then what it has written may be read. */
  boolean hasPosted(int other) {
    if (!hasPostedAny(other)) {
      return false;
    }
    if (board.signature(other, exchange) != signature) {
      InvalidArgumentException seen = disagreement(other);
      engine.failedCalls().failAll(context, seen); // others may see nothing, and wait for this rank
      throw seen;
    }
    return true;
  }

  /** Whether a rank has posted, whatever it calls. */
  private boolean hasPostedAny(int other) {
    return board.hasPosted(other, exchange) || waitFor(Wait.POSTED, other, exchange);
  }

  /** Says that this rank reads nothing more in the exchange. */
  void finish() {
    board.finish(rank, exchange);
    if (board.someParked()) {
      wakeAll();
    }
  }

  private int firstToDiffer() {
    for (int other = 0; other < ranks; other++) {
      if (board.signature(other, exchange) != signature) {
        return other;
      }
    }
    return rank;
  }

  private InvalidArgumentException disagreement(int other) {
    board.finish(rank, exchange);
    int theirs = (int) (board.signature(other, exchange) >>> 32);
    Collective[] all = Collective.values();
    boolean same = theirs == call.collective().ordinal() || theirs < 0 || theirs >= all.length;
    return new InvalidArgumentException(
        ErrorClass.ARGUMENT,
        "rank "
            + rank
            + ", "
            + call.call()
            + " on "
            + members.name()
            + ": rank "
            + other
            + (same
                ? " calls it with another count, type, operator or root"
                : " calls " + all[theirs].call())
            + "; all ranks must make the same collective call (--check says how they differ)");
  }

  // ---- waiting ----

  private boolean waitFor(Wait what, int other, long number) {
    awaitedRank = other;
    awaitedExchange = number;
    wait = what;
    return false;
  }

  private void wakeOthers() {
    if (board.someParked()) {
      wakeAll();
    }
  }

  private void wakeAll() {
    for (int other = 0; other < ranks; other++) {
      if (other != rank) {
        host.wake(members.endpoint(other));
      }
    }
  }

  @Override
  protected void overdue() {
    compareCalls();
  }

  @Override
  protected void throwIfHopeless() {
    engine.failedCalls().throwIfAllFailed(context);
    int peer = awaitedPeer();
    if (peer != NO_PEER) {
      engine.throwIfPeerFailed(peer);
    }
  }

  @Override
  protected void waiterParks(boolean parks) {
    if (parks) {
      host.parks(this);
      board.countParked(1);
    } else {
      board.countParked(-1);
      host.unparks(this);
    }
  }

  @Override
  public boolean isReady() {
    return switch (wait) {
      case NOTHING -> false;
      case POSTED -> board.hasPosted(awaitedRank, awaitedExchange);
      case FINISHED -> board.finished(awaitedRank) >= awaitedExchange;
      case ENDED -> board.hasEnded(awaitedExchange);
    };
  }

  @Override
  public void wake() {
    wakeWaiter();
  }

  @Override
  public String describe() {
    return call.call();
  }

  @Override
  public int awaitedPeer() {
    if (wait == Wait.ENDED) {
      for (int other = 0; other < ranks; other++) {
        if (!board.hasPosted(other, awaitedExchange)) {
          return members.endpoint(other);
        }
      }
    }
    return wait == Wait.POSTED || wait == Wait.FINISHED ? members.endpoint(awaitedRank) : NO_PEER;
  }

  @Override
  public long awaitedContext() {
    return context;
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

  Reduction reduction() {
    Reduction operator = call.reduction();
    if (operator == null) {
      throw new IllegalStateException("no operator");
    }
    return operator;
  }

  /** Private memory for {@code count} elements, for a partial result. */
  Object partial(int count) {
    fitScratch(count);
    return left;
  }

  /** Private memory for {@code count} elements, for an operand. */
  Object operand(int count) {
    fitScratch(count);
    return right;
  }

  private void fitScratch(int count) {
    ElementType type = call.type();
    if (scratchType != type || Array.getLength(left) < count) {
      int length = Math.max(count, 64);
      left = Array.newInstance(type.carrier(), length);
      right = Array.newInstance(type.carrier(), length);
      scratchType = type;
    }
  }
}
