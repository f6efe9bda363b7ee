package org.ronsel.onesided;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * Memory of a peer that is accessed by records, which the peer or a ghost carries out and answers;
 * see {@link RecordProtocol}. It keeps the operations that are under way, and completes those that
 * wait for them. Any thread.
 */
final class RecordMemory implements RemoteMemory {
  /** Most runs of blocks of one record, unless a unit of an accumulate has more. */
  private static final int MOST_RUNS = 1 << 10;

  private static final int LEAST_RUNS = 64;

  /** Bytes of data under way from which on an operation has one record on its way, not several. */
  private static final long MUCH = 8 << 20;

  /** Operations that were begun between two flushes; guarded by the memory. */
  static final class Batch {
    int pending;
    final List<Completion> flushes = new ArrayList<>(1);
  }

  private final Engine engine;
  private final ExpectedReplies replies;
  private final int endpoint;
  private final int owner;
  private final int number;
  private final long bytes;

  /** The batches, the last of which is open; guarded by this object. */
  private final Deque<Batch> batches = new ArrayDeque<>();

  /** Bytes of data that records carry which have not been answered, or their replies. */
  private final AtomicLong underWay = new AtomicLong();

  /** Accumulates some of whose records are still to be sent. */
  private final Outstanding unsent = new Outstanding();

  /** Operations that still read or write their buffers here. */
  private final Outstanding local = new Outstanding();

  /** The first failure of an operation since the last flush; guarded by this object. */
  private @Nullable RonselException failure;

  private volatile @Nullable ReplyStatistics statistics;

  /**
   * Creates a memory on which no operation is under way.
   *
   * @param endpoint to which records about it are sent
   * @param number of the memory at that endpoint
   */
  RecordMemory(
      Engine engine, ExpectedReplies replies, int endpoint, int owner, int number, long bytes) {
    this.engine = engine;
    this.replies = replies;
    this.endpoint = endpoint;
    this.owner = owner;
    this.number = number;
    this.bytes = bytes;
    batches.add(new Batch());
  }

  Engine engine() {
    return engine;
  }

  /** The endpoint to which records about the memory are sent. */
  int endpoint() {
    return endpoint;
  }

  int owner() {
    return owner;
  }

  @Override
  public long byteSize() {
    return bytes;
  }

  /** Clears the statistics of answers, and starts or stops collecting them. */
  void watchAnswers(boolean watches) {
    statistics = watches ? new ReplyStatistics() : null;
  }

  /** The statistics of answers since their collection was started, or null. */
  @Nullable ReplyStatistics replyStatistics() {
    return statistics;
  }

  void answered(boolean ownerWaits) {
    ReplyStatistics watched = statistics;
    if (watched != null) {
      watched.came(ownerWaits);
    }
  }

  /** The context of a record that expects a reply. */
  long context(PendingOperation operation, long from, long part) {
    int id = replies.expect(new ExpectedReplies.Expected(endpoint, operation, from, part));
    return (long) number << 32 | id;
  }

  /** Counts bytes that are under way from now on, or negative, no longer are. */
  void addUnderWay(long number) {
    var _ = underWay.getAndAdd(number);
  }

  /** Whether so many data are under way that more should wait. A hint, volatile. */
  boolean isMuchUnderWay() {
    return underWay.get() >= MUCH;
  }

  void start(PendingOperation operation, List<OutgoingRecord> records) {
    begin(operation);
    boolean sent = false;
    try {
      engine.activeMessages().send(endpoint, records.toArray(OutgoingRecord[]::new));
      sent = true;
    } finally {
      if (!sent) {
        forget(operation);
        finished(operation);
      }
    }
  }

  /** Expects no replies to an operation whose records have not been sent. */
  void forget(PendingOperation operation) {
    replies.forget(operation);
  }

  private void begin(PendingOperation operation) {
    synchronized (this) {
      ReplyStatistics watched = statistics;
      if (watched != null && pending() == 0) {
        watched.asked();
      }
      Batch open = batches.getLast();
      open.pending++;
      operation.batch = open;
    }
    operation.beginLocally();
  }

  /** An operation is over. One whose server fails while it begins may be over twice. */
  void finished(PendingOperation operation) {
    operation.completeLocally();
    List<Completion> told = List.of();
    synchronized (this) {
      Batch of = operation.batch;
      if (of != null) {
        of.pending--;
        operation.batch = null;
      }
      while (batches.size() > 1 && batches.getFirst().pending == 0) {
        Batch over = batches.removeFirst();
        if (told.isEmpty()) {
          told = over.flushes;
        } else {
          told.addAll(over.flushes);
        }
      }
    }
    if (!told.isEmpty()) {
      RonselException why = takeFailure();
      if (why == null) {
        told.forEach(each -> each.complete(0));
      } else {
        fail(told, why);
      }
    }
  }

  /** Fails completions. If the program has abandoned all of them the next flush reports it. */
  void fail(List<Completion> waiting, RonselException why) {
    boolean isHeard = false;
    for (Completion each : waiting) {
      RemoteOperation operation = RemoteOperation.toldBy(each);
      isHeard |= operation == null || operation.reports(why, this);
      each.fail(why);
    }
    if (!isHeard) {
      failed(why);
    }
  }

  /** Completes a flush of operations that are complete. */
  private void completed(Completion flush) {
    RonselException why = takeFailure();
    if (why == null) {
      flush.complete(0);
    } else {
      fail(List.of(flush), why);
    }
  }

  private synchronized @Nullable RonselException takeFailure() {
    RonselException why = failure;
    failure = null;
    return why;
  }

  void serve(byte[] key, Completion served) {
    WordOperation word = new WordOperation(this, served);
    start(word, List.of(OutgoingRecord.of(OneSidedRecords.SERVE, context(word, 0, 0), key)));
  }

  void gate(int ofNumber, long offset, Completion known) {
    WordOperation word = new WordOperation(this, known);
    start(
        word,
        List.of(OutgoingRecord.of(OneSidedRecords.GATE, context(word, 0, 0), 0, ofNumber, offset)));
  }

  /**
   * Notes the failure of an operation for which nobody waits: the next flush reports it, or an
   * earlier one.
   */
  synchronized void failed(RonselException why) {
    if (failure == null) {
      failure = why;
    }
  }

  /**
   * Accumulates not all of whose records have been sent: one that began now could overtake them.
   */
  Outstanding unsent() {
    return unsent;
  }

  /** Operations that are not complete locally: their buffers are still in use. */
  Outstanding local() {
    return local;
  }

  /**
   * Completes {@code buffersFree} when operations that were begun before need no buffer any more,
   * or fails it with what one of them has failed with.
   */
  void flushLocal(Completion buffersFree) {
    local.whenNone(
        new Completion() {
          @Override
          public void complete(long value) {
            completed(buffersFree);
          }

          @Override
          public void fail(RonselException cause) {
            buffersFree.fail(cause);
          }
        });
  }

  @Override
  public void flush(Completion remote) {
    synchronized (this) {
      Batch open = batches.getLast();
      if (open.pending > 0 || batches.size() > 1) {
        if (open.pending > 0) {
          open.flushes.add(remote);
          batches.add(new Batch());
        } else {
          batches.removeLast();
          batches.getLast().flushes.add(remote);
          batches.add(open);
        }
        return;
      }
    }
    completed(remote);
  }

  @Override
  public void put(Object base, long byteOffset, long at, long length, Completion local) {
    new RecordTransfer(this, OneSidedRecords.PUT, base, byteOffset, at, null, length, null, local)
        .begin();
  }

  @Override
  public void get(long at, Object base, long byteOffset, long length, Completion done) {
    new RecordTransfer(this, OneSidedRecords.GET, base, byteOffset, at, null, length, null, done)
        .begin();
  }

  /** Puts into a pattern of the memory. */
  void put(Object base, long byteOffset, TypedMemory to, Completion local) {
    new RecordTransfer(
            this, OneSidedRecords.PUT, base, byteOffset, 0, to, to.byteSize(), null, local)
        .begin();
  }

  /** Gets from a pattern of the memory. */
  void get(TypedMemory from, Object base, long byteOffset, Completion done) {
    new RecordTransfer(
            this, OneSidedRecords.GET, base, byteOffset, 0, from, from.byteSize(), null, done)
        .begin();
  }

  /**
   * Accumulates to a pattern of the memory.
   *
   * @param base operands, or null for NO_OP
   * @param to the pattern, which has the same number of bytes
   * @param result gets the previous values, if it is not null
   */
  void accumulate(
      Combination combination,
      @Nullable Object base,
      long byteOffset,
      TypedMemory to,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    accumulate(combination, base, byteOffset, 0, to, to.byteSize(), result, resultOffset, done);
  }

  /** Accumulates to contiguous bytes. */
  void accumulate(
      Combination combination,
      @Nullable Object base,
      long byteOffset,
      long at,
      long length,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    accumulate(combination, base, byteOffset, at, null, length, result, resultOffset, done);
  }

  private void accumulate(
      Combination combination,
      @Nullable Object base,
      long byteOffset,
      long at,
      @Nullable TypedMemory to,
      long length,
      @Nullable Object result,
      long resultOffset,
      Completion done) {
    RecordTransfer transfer =
        new RecordTransfer(
            this, OneSidedRecords.ACCUMULATE, base, byteOffset, at, to, length, combination, done);
    if (result != null) {
      transfer.fetchInto(result, resultOffset);
    }
    transfer.begin();
  }

  /** Whether a flush has nothing to wait for and no failure to report. */
  synchronized boolean isFlushed() {
    return failure == null && pending() == 0;
  }

  /** The number of incomplete operations of all threads. */
  synchronized int pending() {
    int sum = 0;
    for (Batch each : batches) {
      sum += each.pending;
    }
    return sum;
  }

  int mostRuns() {
    return Math.clamp(
        engine.activeMessages().recordBytes(endpoint) / BlockList.BYTES, LEAST_RUNS, MOST_RUNS);
  }

  @Override
  public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
    WordOperation word = new WordOperation(this, fetched);
    start(word, List.of(atomic(word, op, width, at, operand)));
  }

  /** Adds to a word where the engine's lock is held: in the completion of another operation. */
  void addInHandler(int width, long at, long operand, Completion fetched) {
    WordOperation word = new WordOperation(this, fetched);
    startInHandler(word, atomic(word, RemoteOp.ADD, width, at, operand));
  }

  private OutgoingRecord atomic(WordOperation word, RemoteOp op, int width, long at, long operand) {
    int tag = op.ordinal() | width << OneSidedRecords.WIDTH_AT;
    return OutgoingRecord.of(OneSidedRecords.ATOMIC, context(word, 0, 0), tag, at, operand);
  }

  @Override
  public void compareAndSwap(int width, long at, long comparand, long desired, Completion fetched) {
    WordOperation word = new WordOperation(this, fetched);
    start(word, List.of(operand(comparand), swap(word, width, at, desired)));
  }

  /** Compares and swaps a word where the engine's lock is held; see {@link #addInHandler}. */
  void swapInHandler(int width, long at, long comparand, long desired, Completion fetched) {
    WordOperation word = new WordOperation(this, fetched);
    startInHandler(word, operand(comparand), swap(word, width, at, desired));
  }

  private static OutgoingRecord operand(long comparand) {
    return OutgoingRecord.of(OneSidedRecords.OPERAND, 0, 0, 0, comparand);
  }

  private OutgoingRecord swap(WordOperation word, int width, long at, long desired) {
    int tag =
        RemoteOp.REPLACE.ordinal() | width << OneSidedRecords.WIDTH_AT | OneSidedRecords.COMPARES;
    return OutgoingRecord.of(OneSidedRecords.ATOMIC, context(word, 0, 0), tag, at, desired);
  }

  private void startInHandler(WordOperation word, OutgoingRecord... records) {
    begin(word);
    engine.activeMessages().answer(endpoint, records);
    if (engine.peerFailures().hasFailed(endpoint)) {
      replies.failed(endpoint, engine.peerFailures().failureOf(endpoint));
    }
  }
}
