package org.ronsel.onesided;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.engine.OutgoingRecord;
import org.ronsel.transport.Completion;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * One-sided operations as records, for peers whose memory no transport can touch, and for what only
 * the owner of memory may do. The peer's progress does them ({@link MemoryServer}), under its
 * engine's lock, and answers each record; {@code docs/wire-format.md} has the fields. Data go in as
 * many records as they need, of which a limited number is on the way at a time. Records to one peer
 * are carried out in the order in which the operations begin.
 */
final class RecordProtocol {
  static final int PUT = Envelope.FIRST_FREE_KIND;
  static final int GET = Envelope.FIRST_FREE_KIND + 1;
  static final int ATOMIC = Envelope.FIRST_FREE_KIND + 2;

  /** A second operand of the next ATOMIC record of its sender. */
  static final int OPERAND = Envelope.FIRST_FREE_KIND + 3;

  static final int REPLY = Envelope.FIRST_FREE_KIND + 4;

  /** Where the data of the next PUT, GET or ACCUMULATE of its sender lie. */
  static final int BLOCKS = Envelope.FIRST_FREE_KIND + 5;

  static final int ACCUMULATE = Envelope.FIRST_FREE_KIND + 6;

  /** Operands of the next ACCUMULATE of its sender, where they do not fit into it. */
  static final int DATA = Envelope.FIRST_FREE_KIND + 7;

  /** A rank wants the memory served, whose key is the payload. */
  static final int SERVE = Envelope.FIRST_FREE_KIND + 8;

  static final int SERVICE_OVER = Envelope.FIRST_FREE_KIND + 9;

  /** Where the gate of all memory of a rank lies that is served. */
  static final int GATE = Envelope.FIRST_FREE_KIND + 10;

  // In the tag of PUT, GET and ACCUMULATE.
  static final int IN_BLOCKS = 1;
  static final int FETCHES = 2;
  static final int COMBINATION_AT = 8;

  /** In the tag of ATOMIC: the operation, the width of the word, and this. */
  static final int COMPARES = 1 << 16;

  static final int WIDTH_AT = 8;

  /** The tag of REPLY: nothing is attached there. */
  static final int REFUSED = 1;

  /** The tag of REPLY: a rank has died in the middle of an accumulate on the memory. */
  static final int LEFT = 2;

  /** The tag of REPLY: the program has closed the arena of the memory. */
  static final int CLOSED = 3;

  /** In the tag of REPLY, of a ghost: the owner of the memory mostly waits in calls. */
  static final int OWNER_WAITS = 1 << 8;

  /** Of the tag of REPLY: {@link #REFUSED}, {@link #LEFT}, {@link #CLOSED} or 0. */
  private static final int OUTCOME = 0xff;

  /** Most bytes that one record asks for. */
  static final int LONGEST_GET = 1 << 20;

  /** Runs of blocks that one record needs. */
  private static final int MOST_RUNS = 1 << 10;

  private static final int LEAST_RUNS = 64;

  private final Engine engine;
  private final MemoryServer server;
  private final Map<Integer, Expected> expected = new ConcurrentHashMap<>();
  private final AtomicInteger lastReply = new AtomicInteger();

  /** What a reply belongs to. */
  record Expected(int endpoint, Pending operation, long from, long bytes) {}

  RecordProtocol(Engine engine, Map<Integer, Exposure> exposed, @Nullable IntSupplier numbers) {
    this.engine = engine;
    engine.activeMessages().handle(REPLY, this::replied);
    server = new MemoryServer(engine, exposed, numbers);
    server.register();
  }

  MemoryServer server() {
    return server;
  }

  /**
   * Memory as records are sent about it.
   *
   * @param endpoint to which they are sent
   * @param owner of the memory
   */
  Target open(int endpoint, int owner, int number, long bytes) {
    return new Target(endpoint, owner, number, bytes);
  }

  // ---- service by a ghost ----

  /** Asks a ghost to serve memory of this rank, and waits for its answer; null if it does not. */
  @Nullable Service askForService(int ghost, byte[] key) {
    Target to = open(ghost, ghost, 0, 0);
    RemoteOperation answered = serviceOf(ghost);
    try {
      to.serve(key, answered);
      engine.await(answered);
      return new Service(ghost, (int) answered.value());
    } catch (RonselException refused) {
      return null; // it does not see that memory, or has failed
    }
  }

  /** Tells who serves memory of this rank where the gate of it lies. */
  void tellGate(Service service, long offset) {
    Target to = open(service.ghost(), service.ghost(), 0, 0);
    RemoteOperation known = serviceOf(service.ghost());
    try {
      to.gate(service.number(), offset, known);
      engine.await(known);
    } catch (ProcessFailedException gone) {
      // Nobody asks it for anything any more.
    }
  }

  private RemoteOperation serviceOf(int ghost) {
    return new RemoteOperation(engine, ghost, ghost, () -> false, "service by a ghost");
  }

  void endService(Service service) {
    try {
      engine
          .activeMessages()
          .send(service.ghost(), OutgoingRecord.of(SERVICE_OVER, 0, 0, 0, service.number()));
    } catch (RonselException gone) {
      // It serves nobody any more.
    }
  }

  private int expect(Expected reply) {
    int id = lastReply.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
    expected.put(id, reply);
    return id;
  }

  private void replied(RecordView record) {
    int id = (int) record.cookie();
    Expected reply = expected.get(id);
    if (reply == null || reply.endpoint != record.source()) {
      throw new MalformedRecordException("replied to " + id + ", which it was not asked");
    }
    Target target = reply.operation.target();
    int outcome = record.tag() & OUTCOME;
    target.answered((record.tag() & OWNER_WAITS) != 0);
    boolean last =
        outcome == 0
            ? reply.operation.replied(reply, record)
            : reply.operation.refused(
                switch (outcome) {
                  case REFUSED -> nothingAttached(reply.endpoint);
                  case CLOSED -> closed(target.owner);
                  default -> left(target.owner);
                });
    if (last) {
      expected.remove(id);
    }
  }

  /** An operation that is not complete remotely. */
  abstract static class Pending {
    /** Of those that were begun between two flushes; guarded by the target. */
    @Nullable Batch batch;

    /**
     * A reply has come; under the engine's lock.
     *
     * @return whether it was the last to its record
     */
    abstract boolean replied(Expected reply, RecordView record);

    /** The peer cannot do it; see {@link #replied}. */
    abstract boolean refused(RonselException why);

    private boolean isLocal;

    /** The memory on which it operates. */
    abstract Target target();

    /** Whether it still needs buffers of this rank when its first records have been made. */
    abstract boolean usesBuffers();

    private void beginLocally() {
      if (usesBuffers()) {
        isLocal = true;
        target().local.begins();
      }
    }

    /** Its buffers may be used again; told once. */
    final void completeLocally() {
      if (isLocal) {
        isLocal = false;
        target().local.ends();
      }
    }
  }

  /** Operations that were begun between two flushes; guarded by their target. */
  private static final class Batch {
    int pending;
    final List<Completion> flushes = new ArrayList<>(1);
  }

  private static InvalidArgumentException nothingAttached(int endpoint) {
    return new InvalidArgumentException(
        ErrorClass.RMA_RANGE,
        "rank "
            + endpoint
            + " of the job has attached no memory where an operation on a dynamic window was to"
            + " be; attach it, and tell the displacement, before others use it");
  }

  /** The error of an operation on memory whose arena its owner has closed. */
  static RonselException closed(int endpoint) {
    return new RonselException(
        ErrorClass.RMA_RANGE,
        "rank "
            + endpoint
            + " of the job has closed the arena of memory on which others operate; keep it open as"
            + " long as the window");
  }

  private static RonselException left(int endpoint) {
    return new RonselException(
        ErrorClass.PROC_FAILED,
        "a rank has died in the middle of an accumulate on the memory of rank "
            + endpoint
            + " of the job, which nobody accumulates to any more");
  }

  /** Memory of a peer. */
  final class Target implements RemoteMemory {
    private final int endpoint;
    private final int owner;
    private final int number;
    private final long bytes;

    /** The last one is open; guarded by this object. */
    private final Deque<Batch> batches = new ArrayDeque<>();

    /** Accumulates of which some records are still to be sent. */
    private final Outstanding unsent = new Outstanding();

    /** Operations that still read or write their buffers here. */
    private final Outstanding local = new Outstanding();

    /** Why an operation has failed since the last flush; guarded by this object. */
    private @Nullable RonselException failure;

    private volatile @Nullable Answers answers;

    Target(int endpoint, int owner, int number, long bytes) {
      this.endpoint = endpoint;
      this.owner = owner;
      this.number = number;
      this.bytes = bytes;
      batches.add(new Batch());
    }

    Engine engine() {
      return engine;
    }

    /** To which records about the memory are sent. */
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

    /** Forgets what answers have been like, and watches those to come or no more. */
    void watchAnswers(boolean watches) {
      answers = watches ? new Answers() : null;
    }

    /** What answers have been like since they are watched, or null. */
    @Nullable Answers answers() {
      return answers;
    }

    /** Tells who waits for an operation which begins now who carries it out. */
    void tellServer(Completion waiting) {
      if (waiting instanceof RemoteOperation operation) {
        operation.servedBy(endpoint);
      }
    }

    private void answered(boolean ownerWaits) {
      Answers watched = answers;
      if (watched != null) {
        watched.came(ownerWaits);
      }
    }

    /** The context of a record that is to be replied to. */
    long context(Pending operation, long from, long part) {
      int id = expect(new Expected(endpoint, operation, from, part));
      return (long) number << 32 | id;
    }

    void start(Pending operation, List<OutgoingRecord> records) {
      begin(operation);
      boolean sent = false;
      try {
        engine.activeMessages().send(endpoint, records.toArray(OutgoingRecord[]::new));
        sent = true;
      } finally {
        if (!sent) {
          expected.values().removeIf(reply -> reply.operation == operation);
          finished(operation);
        }
      }
    }

    private void begin(Pending operation) {
      synchronized (this) {
        Answers watched = answers;
        if (watched != null && pending() == 0) {
          watched.asked();
        }
        Batch open = batches.getLast();
        open.pending++;
        operation.batch = open;
      }
      operation.beginLocally();
    }

    void finished(Pending operation) {
      operation.completeLocally();
      List<Completion> told = List.of();
      synchronized (this) {
        Batch of = operation.batch;
        if (of != null) {
          of.pending--;
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
        told.forEach(each -> tell(each, why));
      }
    }

    private static void tell(Completion flush, @Nullable RonselException why) {
      if (why == null) {
        flush.complete(0);
      } else {
        flush.fail(why);
      }
    }

    private synchronized @Nullable RonselException takeFailure() {
      RonselException why = failure;
      failure = null;
      return why;
    }

    /**
     * Forgets all operations, since who should have carried them out has failed; tells who waits.
     */
    void abandon(RonselException why) {
      expected
          .values()
          .removeIf(reply -> reply.endpoint == endpoint && reply.operation.target() == this);
      List<Completion> told = new ArrayList<>();
      synchronized (this) {
        batches.forEach(batch -> told.addAll(batch.flushes));
        batches.clear();
        batches.add(new Batch());
      }
      told.forEach(each -> each.fail(why));
      unsent.abandon(why);
      local.abandon(why);
    }

    void serve(byte[] key, Completion served) {
      Word word = new Word(this, served);
      start(word, List.of(OutgoingRecord.of(SERVE, context(word, 0, 0), key)));
    }

    void gate(int ofNumber, long offset, Completion known) {
      Word word = new Word(this, known);
      start(word, List.of(OutgoingRecord.of(GATE, context(word, 0, 0), 0, ofNumber, offset)));
    }

    /** An operation has failed of which the program learns at the next flush. */
    synchronized void failed(RonselException why) {
      failure = why;
    }

    /**
     * Accumulates of which not all records have been sent: one that began now could overtake them.
     */
    Outstanding unsent() {
      return unsent;
    }

    /** Operations that are not complete locally: their buffers are still in use. */
    Outstanding local() {
      return local;
    }

    @Override
    public void flush(Completion remote) {
      tellServer(remote);
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
      tell(remote, takeFailure());
    }

    @Override
    public void put(Object base, long byteOffset, long at, long length, Completion local) {
      new RecordTransfer(this, PUT, base, byteOffset, at, null, length, null, local).begin();
    }

    @Override
    public void get(long at, Object base, long byteOffset, long length, Completion done) {
      new RecordTransfer(this, GET, base, byteOffset, at, null, length, null, done).begin();
    }

    /** Puts into a pattern of the memory. */
    void put(Object base, long byteOffset, TypedMemory to, Completion local) {
      new RecordTransfer(this, PUT, base, byteOffset, 0, to, to.byteSize(), null, local).begin();
    }

    /** Gets from a pattern of the memory. */
    void get(TypedMemory from, Object base, long byteOffset, Completion done) {
      new RecordTransfer(this, GET, base, byteOffset, 0, from, from.byteSize(), null, done).begin();
    }

    /**
     * Accumulates.
     *
     * @param base operands, or null for NO_OP
     * @param to a pattern of the memory, of that many bytes
     * @param result gets what was there, if it is not null
     */
    void accumulate(
        Combination combination,
        @Nullable Object base,
        long byteOffset,
        TypedMemory to,
        @Nullable Object result,
        long resultOffset,
        Completion done) {
      start(
          new RecordTransfer(
              this, ACCUMULATE, base, byteOffset, 0, to, to.byteSize(), combination, done),
          result,
          resultOffset);
    }

    /** Operations that are not complete, of all threads. */
    synchronized int pending() {
      int sum = 0;
      for (Batch each : batches) {
        sum += each.pending;
      }
      return sum;
    }

    /** Accumulates on bytes that lie side by side. */
    void accumulate(
        Combination combination,
        @Nullable Object base,
        long byteOffset,
        long at,
        long length,
        @Nullable Object result,
        long resultOffset,
        Completion done) {
      start(
          new RecordTransfer(
              this, ACCUMULATE, base, byteOffset, at, null, length, combination, done),
          result,
          resultOffset);
    }

    private static void start(RecordTransfer transfer, @Nullable Object result, long resultOffset) {
      if (result != null) {
        transfer.fetchInto(result, resultOffset);
      }
      transfer.begin();
    }

    int mostRuns() {
      return Math.clamp(
          engine.activeMessages().recordBytes(endpoint) / BlockList.BYTES, LEAST_RUNS, MOST_RUNS);
    }

    @Override
    public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
      Word word = new Word(this, fetched);
      int tag = op.ordinal() | width << WIDTH_AT;
      start(word, List.of(OutgoingRecord.of(ATOMIC, context(word, 0, 0), tag, at, operand)));
    }

    /** Adds to a word where the engine's lock is held: when something else is complete. */
    void addInHandler(int width, long at, long operand, Completion fetched) {
      Word word = new Word(this, fetched);
      int tag = RemoteOp.ADD.ordinal() | width << WIDTH_AT;
      begin(word);
      engine
          .activeMessages()
          .answer(endpoint, OutgoingRecord.of(ATOMIC, context(word, 0, 0), tag, at, operand));
    }

    @Override
    public void compareAndSwap(
        int width, long at, long comparand, long desired, Completion fetched) {
      Word word = new Word(this, fetched);
      int tag = RemoteOp.REPLACE.ordinal() | width << WIDTH_AT | COMPARES;
      start(
          word,
          List.of(
              OutgoingRecord.of(OPERAND, 0, 0, 0, comparand),
              OutgoingRecord.of(ATOMIC, context(word, 0, 0), tag, at, desired)));
    }
  }

  /** An atomic operation. */
  private static final class Word extends Pending {
    private final Target target;
    private final Completion fetched;

    @Override
    Target target() {
      return target;
    }

    @Override
    boolean usesBuffers() {
      return true; // for what was fetched
    }

    Word(Target target, Completion fetched) {
      this.target = target;
      this.fetched = fetched;
      target.tellServer(fetched);
    }

    @Override
    boolean replied(Expected reply, RecordView record) {
      fetched.complete(record.context());
      target.finished(this);
      return true;
    }

    @Override
    boolean refused(RonselException why) {
      fetched.fail(why);
      target.finished(this);
      return true;
    }
  }
}
