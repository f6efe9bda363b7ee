package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.engine.OutgoingRecord;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.AtomicWords;
import org.ronsel.transport.Completion;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.RemoteOp;

/**
 * One-sided operations as records, for peers whose memory no transport can touch. The peer's
 * progress does them, under its engine's lock, and answers each record; {@code docs/wire-format.md}
 * has the fields. Data go in as many records as they need, of which a limited number is on the way
 * at a time.
 */
final class RecordProtocol {
  static final int PUT = Envelope.FIRST_FREE_KIND;
  static final int GET = Envelope.FIRST_FREE_KIND + 1;
  static final int ATOMIC = Envelope.FIRST_FREE_KIND + 2;

  /** A second operand of the next ATOMIC record of its sender. */
  static final int OPERAND = Envelope.FIRST_FREE_KIND + 3;

  static final int REPLY = Envelope.FIRST_FREE_KIND + 4;

  /** Records of one operation that wait for their replies. */
  private static final int ON_THE_WAY = 32;

  /** Most bytes that one record asks for. */
  private static final int LONGEST_GET = 1 << 20;

  /** In the tag of ATOMIC: the operation, the width of the word, and this. */
  private static final int COMPARE = 1 << 16;

  private static final int WIDTH_AT = 8;

  private final Engine engine;
  private final IntFunction<@Nullable MemorySegment> exposed;
  private final Map<Integer, Expected> expected = new ConcurrentHashMap<>();
  private final AtomicInteger lastReply = new AtomicInteger();

  /** By sender; under the engine's lock. */
  private final Map<Integer, Long> operands = new HashMap<>();

  /** What a reply belongs to. */
  private record Expected(int endpoint, Pending operation, long from, long bytes) {}

  RecordProtocol(Engine engine, IntFunction<@Nullable MemorySegment> exposed) {
    this.engine = engine;
    this.exposed = exposed;
    engine.handle(PUT, this::put);
    engine.handle(GET, this::get);
    engine.handle(ATOMIC, this::atomic);
    engine.handle(OPERAND, record -> operands.put(record.source(), record.cookie()));
    engine.handle(REPLY, this::replied);
  }

  RemoteMemory open(int endpoint, int number, long bytes) {
    return new Target(endpoint, number, bytes);
  }

  private int expect(Expected reply) {
    int id = lastReply.updateAndGet(last -> last == Integer.MAX_VALUE ? 1 : last + 1);
    expected.put(id, reply);
    return id;
  }

  // ---- at the peer; under its engine's lock ----

  private MemorySegment memory(RecordView record, long at, long bytes) {
    int number = (int) (record.context() >>> 32);
    MemorySegment memory = exposed.apply(number);
    if (memory == null || !memory.scope().isAlive()) {
      throw new MalformedRecordException(
          "operated on memory " + number + ", which is not exposed here, or no longer");
    }
    if (at < 0 || bytes < 0 || bytes > memory.byteSize() - at) {
      throw new MalformedRecordException(
          "operated on " + bytes + " bytes from " + at + " on of memory " + number);
    }
    return memory;
  }

  private MemorySegment writable(RecordView record, long at, long bytes) {
    MemorySegment memory = memory(record, at, bytes);
    if (memory.isReadOnly()) {
      throw new MalformedRecordException("wrote into memory that is exposed for reading");
    }
    return memory;
  }

  private static int replyId(RecordView record) {
    return (int) record.context();
  }

  private void reply(RecordView to, long value) {
    engine.answer(to.source(), OutgoingRecord.of(REPLY, value, 0, 0, replyId(to)));
  }

  private void put(RecordView record) {
    int bytes = record.payloadBytes();
    MemorySegment memory = writable(record, record.cookie(), bytes);
    MemorySegment.copy(record.payload(), record.payloadOffset(), memory, record.cookie(), bytes);
    reply(record, bytes);
  }

  private void get(RecordView record) {
    int bytes = record.tag();
    if (bytes > LONGEST_GET) {
      throw new MalformedRecordException("asked for " + bytes + " bytes in one record");
    }
    MemorySegment memory = memory(record, record.cookie(), bytes);
    int source = record.source();
    int limit = engine.answerBytes(source);
    for (int from = 0; from < bytes; from += limit) {
      byte[] part = new byte[Math.min(limit, bytes - from)];
      MemoryCopy.fromSegment(memory, record.cookie() + from, part, 0, part.length);
      engine.answer(source, new OutgoingRecord(REPLY, from, 0, part.length, replyId(record), part));
    }
  }

  private void atomic(RecordView record) {
    int op = record.tag() & 0xff;
    int width = record.tag() >>> WIDTH_AT & 0xff;
    boolean compares = (record.tag() & COMPARE) != 0;
    long at = record.length();
    RemoteOp[] ops = RemoteOp.values();
    boolean reads = !compares && op == RemoteOp.READ.ordinal();
    MemorySegment memory = reads ? memory(record, at, width) : writable(record, at, width);
    if (op >= ops.length || !AtomicWords.isWord(memory, width, at)) {
      throw new MalformedRecordException("asked for operation " + op + " on " + width + " bytes");
    }
    Long comparand = compares ? operands.remove(record.source()) : null;
    if (compares && comparand == null) {
      throw new MalformedRecordException("sent nothing to compare a word with");
    }
    long fetched =
        comparand == null
            ? AtomicWords.fetchAndOp(memory, ops[op], width, at, record.cookie())
            : AtomicWords.compareAndSwap(memory, width, at, comparand, record.cookie());
    reply(record, fetched);
  }

  // ---- at the origin ----

  private void replied(RecordView record) {
    int id = (int) record.cookie();
    Expected reply = expected.get(id);
    if (reply == null || reply.endpoint != record.source()) {
      throw new MalformedRecordException("replied to " + id + ", which it was not asked");
    }
    if (reply.operation.replied(reply, record)) {
      expected.remove(id);
    }
  }

  /** An operation that is not complete remotely. */
  private abstract static class Pending {
    /** Whom its remote completion is told; guarded by the target. */
    final List<Runnable> flushes = new ArrayList<>(0);

    /**
     * A reply has come; under the engine's lock.
     *
     * @return whether it was the last to its record
     */
    abstract boolean replied(Expected reply, RecordView record);
  }

  /** Memory of a peer. */
  private final class Target implements RemoteMemory {
    private final int endpoint;
    private final int number;
    private final long bytes;

    /** Guarded by this object. */
    private final Set<Pending> pending = new HashSet<>();

    Target(int endpoint, int number, long bytes) {
      this.endpoint = endpoint;
      this.number = number;
      this.bytes = bytes;
    }

    @Override
    public long byteSize() {
      return bytes;
    }

    private long context(int id) {
      return (long) number << 32 | id;
    }

    private void start(Pending operation, List<OutgoingRecord> records) {
      synchronized (this) {
        pending.add(operation);
      }
      boolean sent = false;
      try {
        engine.sendRecords(endpoint, records.toArray(OutgoingRecord[]::new));
        sent = true;
      } finally {
        if (!sent) {
          expected.values().removeIf(reply -> reply.operation == operation);
          finished(operation);
        }
      }
    }

    private void finished(Pending operation) {
      List<Runnable> told;
      synchronized (this) {
        pending.remove(operation);
        told = operation.flushes;
      }
      told.forEach(Runnable::run);
    }

    @Override
    public void flush(Completion remote) {
      synchronized (this) {
        if (!pending.isEmpty()) {
          AtomicInteger left = new AtomicInteger(pending.size());
          for (Pending each : pending) {
            each.flushes.add(
                () -> {
                  if (left.decrementAndGet() == 0) {
                    remote.complete(0);
                  }
                });
          }
          return;
        }
      }
      remote.complete(0);
    }

    @Override
    public void put(Object base, long byteOffset, long at, long length, Completion local) {
      new Transfer(this, true, base, byteOffset, at, length, local).begin();
    }

    @Override
    public void get(long at, Object base, long byteOffset, long length, Completion done) {
      new Transfer(this, false, base, byteOffset, at, length, done).begin();
    }

    @Override
    public void fetchAndOp(RemoteOp op, int width, long at, long operand, Completion fetched) {
      Word word = new Word(this, fetched);
      int id = expect(new Expected(endpoint, word, 0, 0));
      int tag = op.ordinal() | width << WIDTH_AT;
      start(word, List.of(OutgoingRecord.of(ATOMIC, context(id), tag, at, operand)));
    }

    @Override
    public void compareAndSwap(
        int width, long at, long comparand, long desired, Completion fetched) {
      Word word = new Word(this, fetched);
      int id = expect(new Expected(endpoint, word, 0, 0));
      int tag = RemoteOp.REPLACE.ordinal() | width << WIDTH_AT | COMPARE;
      start(
          word,
          List.of(
              OutgoingRecord.of(OPERAND, 0, 0, 0, comparand),
              OutgoingRecord.of(ATOMIC, context(id), tag, at, desired)));
    }
  }

  /** An atomic operation. */
  private static final class Word extends Pending {
    private final Target target;
    private final Completion fetched;

    Word(Target target, Completion fetched) {
      this.target = target;
      this.fetched = fetched;
    }

    @Override
    boolean replied(Expected reply, RecordView record) {
      fetched.complete(record.context());
      target.finished(this);
      return true;
    }
  }

  /** A put or a get. All but {@link #begin} is under the engine's lock. */
  private final class Transfer extends Pending {
    private final Target target;
    private final boolean puts;
    private final Object base;
    private final long offset;
    private final long at;
    private final long bytes;
    private final Completion local;
    private final int limit;
    private long asked;
    private long done;
    private boolean over;

    Transfer(
        Target target,
        boolean puts,
        Object base,
        long offset,
        long at,
        long bytes,
        Completion local) {
      this.target = target;
      this.puts = puts;
      this.base = base;
      this.offset = offset;
      this.at = at;
      this.bytes = bytes;
      this.local = local;
      this.limit = Math.min(engine.recordBytes(target.endpoint), LONGEST_GET);
    }

    void begin() {
      List<OutgoingRecord> first = new ArrayList<>();
      while (asked < bytes && first.size() < ON_THE_WAY) {
        first.add(next());
      }
      boolean copied = puts && asked == bytes;
      if (!first.isEmpty()) {
        target.start(this, first);
      }
      if (copied || bytes == 0) {
        local.complete(0);
      }
    }

    private OutgoingRecord next() {
      long from = asked;
      int part = (int) Math.min(limit, bytes - from);
      asked += part;
      byte[] data = new byte[puts ? part : 0];
      MemoryCopy.toSegment(base, offset + from, MemorySegment.ofArray(data), 0, data.length);
      long context = target.context(expect(new Expected(target.endpoint, this, from, part)));
      return puts
          ? new OutgoingRecord(PUT, context, 0, part, at + from, data)
          : OutgoingRecord.of(GET, context, part, part, at + from);
    }

    @Override
    boolean replied(Expected reply, RecordView record) {
      long from = record.context();
      long part = puts ? reply.bytes : record.payloadBytes();
      if (!puts && (from < 0 || part == 0 || part > reply.bytes - from)) {
        throw new MalformedRecordException(
            "replied with " + part + " bytes from " + from + " on, of " + reply.bytes);
      }
      boolean last = puts || from + part == reply.bytes;
      if (over) {
        return last;
      }
      try {
        take(reply.from + from, part, last, record);
      } catch (RuntimeException gone) { // its arena was closed meanwhile
        over = true;
        local.fail(
            new RonselException(
                ErrorClass.BUFFER, "the buffer of a one-sided operation cannot be used", gone));
        target.finished(this);
      }
      return last;
    }

    private void take(long from, long part, boolean last, RecordView record) {
      if (!puts) {
        MemoryCopy.fromSegment(record.payload(), record.payloadOffset(), base, offset + from, part);
      }
      done += part;
      if (last && asked < bytes) {
        engine.answer(target.endpoint, next());
        if (puts && asked == bytes) {
          local.complete(0);
        }
      }
      if (done == bytes) {
        over = true;
        if (!puts) {
          local.complete(0);
        }
        target.finished(this);
      }
    }
  }
}
