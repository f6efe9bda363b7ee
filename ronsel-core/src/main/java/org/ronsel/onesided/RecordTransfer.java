package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.data.TypedMemory;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.OutgoingRecord;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.transport.Completion;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;

/**
 * A put, get or accumulate by records. It begins on the calling thread; all later steps are under
 * the engine's lock.
 */
final class RecordTransfer extends PendingOperation {
  /**
   * Most records of one transfer that wait for their replies, where not {@linkplain
   * RecordMemory#isMuchUnderWay much} waits already.
   */
  private static final int ON_THE_WAY = 32;

  private final RecordMemory memory;
  private final Engine engine;
  private final int kind;
  private final @Nullable Object base;
  private final long offset;
  private final long at;
  private final @Nullable TypedMemory pattern;
  private final long bytes;
  private final @Nullable Combination combination;

  /**
   * Completed when all data have been sent, for a put or accumulate, or have arrived, for other
   * operations.
   */
  private final Completion done;

  private final int limit;
  private final int recordBytes;
  private final int unit;
  private @Nullable Object result;
  private long resultOffset;
  private @Nullable BlockList blocks;

  /** Number of bytes for which a record has been sent. */
  private long asked;

  /** Number of records that wait for their replies. */
  private int onTheWay;

  /** Number of bytes for which the peer has answered. */
  private long answered;

  private boolean over;

  /** Whether the memory counts it among the accumulates that are sent in part. */
  private boolean isUnsent;

  /**
   * Describes a transfer.
   *
   * @param kind PUT, GET or ACCUMULATE
   * @param base data or operands, or the destination of data; null for the operator NO_OP
   * @param at address of the peer's data, if they are one block
   * @param pattern of the peer's data otherwise, or null
   * @param bytes of data
   * @param combination of an accumulate, else null
   */
  RecordTransfer(
      RecordMemory memory,
      int kind,
      @Nullable Object base,
      long offset,
      long at,
      @Nullable TypedMemory pattern,
      long bytes,
      @Nullable Combination combination,
      Completion done) {
    this.memory = memory;
    this.engine = memory.engine();
    this.kind = kind;
    this.base = base;
    this.offset = offset;
    this.at = at;
    this.pattern = pattern;
    this.bytes = bytes;
    this.combination = combination;
    this.done = done;
    this.unit = combination == null ? 1 : combination.unitBytes();
    int most =
        Math.min(
            engine.activeMessages().recordBytes(memory.endpoint()), OneSidedRecords.LONGEST_GET);
    int asks = kind == OneSidedRecords.GET ? OneSidedRecords.LONGEST_GET : most;
    this.recordBytes = most;
    this.limit = Math.max(unit, asks - asks % unit);
    if (kind == OneSidedRecords.GET) {
      this.result = base;
      this.resultOffset = offset;
    }
  }

  /** Makes an accumulate fetch the previous values; called before it begins. */
  void fetchInto(Object into, long intoOffset) {
    result = into;
    resultOffset = intoOffset;
  }

  private boolean sendsData() {
    return kind != OneSidedRecords.GET && base != null;
  }

  void begin() {
    List<OutgoingRecord> first = new ArrayList<>();
    boolean copied;
    boolean started = false;
    try {
      while (asked < bytes && mayHaveAnother()) {
        next(first);
      }
      copied = result == null && asked == bytes;
      if (combination != null && asked < bytes) {
        isUnsent = true;
        memory.unsent().begins();
      }
      if (!first.isEmpty()) {
        memory.start(this, first);
      }
      started = true;
    } finally {
      if (!started) { // also where the data cannot be read
        memory.forget(this);
        sent();
      }
    }
    if (copied || bytes == 0) {
      done.complete(0);
    }
  }

  private boolean mayHaveAnother() {
    return onTheWay == 0 || onTheWay < ON_THE_WAY && !(copiesData() && memory.isMuchUnderWay());
  }

  /** Adds the next record, and those that describe its blocks. */
  private void next(List<OutgoingRecord> records) {
    long from = asked;
    int part = (int) Math.min(limit, bytes - from);
    int flags = 0;
    if (pattern != null) {
      part = describe(pattern, from, part, records);
      flags |= OneSidedRecords.IN_BLOCKS;
    }
    asked += part;
    byte[] data = new byte[sendsData() ? part : 0];
    if (base != null && data.length > 0) {
      MemoryCopy.toSegment(base, offset + from, MemorySegment.ofArray(data), 0, data.length);
    }
    if (combination != null) {
      flags |= result == null ? 0 : OneSidedRecords.FETCHES;
      flags |= combination.code() << OneSidedRecords.COMBINATION_AT;
    }
    long context = memory.context(this, from, part);
    if (data.length > recordBytes) {
      addInPieces(OneSidedRecords.DATA, data, records);
      data = new byte[0];
    }
    records.add(new OutgoingRecord(kind, context, flags, part, at + from, data));
    onTheWay++;
  }

  private void addInPieces(int of, byte[] payload, List<OutgoingRecord> records) {
    for (int from = 0; from < payload.length; from += recordBytes) {
      int to = Math.min(payload.length, from + recordBytes);
      records.add(OutgoingRecord.of(of, 0, Arrays.copyOfRange(payload, from, to)));
    }
  }

  /**
   * Describes the places of the next bytes, as many as fit into the description. One unit always
   * does: it has no more runs than bytes.
   */
  private int describe(TypedMemory of, long from, int most, List<OutgoingRecord> records) {
    BlockList list = blocks;
    if (list == null) {
      list = new BlockList(memory.mostRuns());
      blocks = list;
    }
    int part = most;
    while (true) {
      list.clear();
      of.visit(from, part, list);
      if (!list.isIncomplete()) {
        break;
      }
      if (part == unit) {
        list = new BlockList(unit);
        blocks = list;
      }
      part = Math.max(unit, part / 2 / unit * unit);
    }
    long[] numbers = list.numbers();
    byte[] payload = new byte[numbers.length * Long.BYTES];
    MemoryCopy.copy(numbers, 0, payload, 0, payload.length);
    addInPieces(OneSidedRecords.BLOCKS, payload, records);
    return part;
  }

  @Override
  RecordMemory memory() {
    return memory;
  }

  @Override
  boolean refused(RonselException why) {
    if (!over) {
      end(why);
    }
    return true;
  }

  private void sent() {
    if (isUnsent) {
      isUnsent = false;
      memory.unsent().ends();
    }
  }

  @Override
  boolean copiesData() {
    return kind != OneSidedRecords.GET;
  }

  @Override
  boolean usesBuffers() {
    return result != null || asked < bytes;
  }

  private void end(RonselException why) {
    boolean told = result == null && asked == bytes;
    over = true;
    sent();
    if (!told) {
      done.fail(why);
    }
    RemoteOperation waited = told ? null : RemoteOperation.toldBy(done);
    if (waited == null || !waited.reports(why, memory)) {
      memory.failed(why); // nobody waits for the operation itself
    }
    memory.finished(this);
  }

  @Override
  boolean replied(ExpectedReplies.Expected reply, RecordView record) {
    boolean brings = result != null;
    long from = record.context();
    long part = brings ? record.payloadBytes() : reply.bytes();
    if (brings && (from < 0 || part == 0 || part > reply.bytes() - from)) {
      throw new MalformedRecordException(
          "replied with " + part + " bytes from " + from + " on, of " + reply.bytes());
    }
    boolean last = !brings || from + part == reply.bytes();
    if (over) {
      return last;
    }
    try {
      take(reply.from() + (brings ? from : 0), part, last, record);
    } catch (RuntimeException gone) { // the arena was closed meanwhile
      end(
          new RonselException(
              ErrorClass.BUFFER, "the buffer of a one-sided operation cannot be used", gone));
    }
    return last;
  }

  private void take(long from, long part, boolean last, RecordView record) {
    Object into = result;
    if (into != null) {
      MemoryCopy.fromSegment(
          record.payload(), record.payloadOffset(), into, resultOffset + from, part);
    }
    answered += part;
    if (last) {
      onTheWay--;
    }
    if (last && asked < bytes) {
      List<OutgoingRecord> more = new ArrayList<>(2);
      next(more); // instead of the one that has been answered
      if (asked < bytes && mayHaveAnother()) {
        next(more);
      }
      engine.activeMessages().answer(memory.endpoint(), more.toArray(OutgoingRecord[]::new));
      if (asked == bytes) {
        sent();
      }
      if (into == null && asked == bytes) {
        completeLocally();
        done.complete(0);
      }
    }
    if (answered == bytes) {
      over = true;
      if (into != null) {
        done.complete(0);
      }
      memory.finished(this);
    }
  }
}
