package org.ronsel.onesided;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.Op;
import org.ronsel.RonselException;
import org.ronsel.engine.Engine;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.StridedCopy;
import org.ronsel.transport.AtomicWords;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RemoteOp;

/**
 * Carries out the records of peers on the exposed memory of this rank, and answers each. All of it
 * is under the engine's lock; accumulates of ranks that see the memory pass the same gate.
 */
final class MemoryServer {
  /** Most runs of blocks that a peer may send for one record. */
  private static final int MOST_RUNS = 1 << 14;

  private final Engine engine;
  private final Map<Integer, Exposure> exposed;
  private final GhostClients clients;
  private final Replies replies;
  private final Map<Integer, Long> operands = new HashMap<>();
  private final Map<Integer, Prepared> prepared = new HashMap<>();

  /**
   * The gate of this rank's memory; replaced, before peers know of any memory, by one that they
   * see.
   */
  private volatile AccumulateGate gate;

  /** The memory and the blocks of a record. */
  private record Place(DataPart first, AccumulateGate gate, int told) {}

  /**
   * Makes a server.
   *
   * @param exposed all exposed memory by its numbers
   * @param numbers assigns numbers, where this is a ghost; else null
   */
  MemoryServer(Engine engine, Map<Integer, Exposure> exposed, @Nullable IntSupplier numbers) {
    this.engine = engine;
    this.exposed = exposed;
    this.clients = new GhostClients(engine, exposed, numbers);
    this.replies = new Replies(engine);
    int words = (int) (AccumulateGate.BYTES / Long.BYTES);
    this.gate = new AccumulateGate(engine, MemorySegment.ofArray(new long[words]));
  }

  /** Sets the gate for peers that see this rank's memory; called before they use it. */
  void gate(AccumulateGate shared) {
    gate = shared;
  }

  /** Registers the handlers of records with the engine, before peers know of any memory. */
  void register() {
    engine.activeMessages().handle(OneSidedRecords.PUT, it -> unlessClosed(it, this::put));
    engine.activeMessages().handle(OneSidedRecords.GET, it -> unlessClosed(it, this::get));
    engine.activeMessages().handle(OneSidedRecords.ATOMIC, it -> unlessClosed(it, this::atomic));
    engine
        .activeMessages()
        .handle(OneSidedRecords.OPERAND, it -> operands.put(it.source(), it.cookie()));
    engine.activeMessages().handle(OneSidedRecords.BLOCKS, this::blocks);
    engine.activeMessages().handle(OneSidedRecords.DATA, this::data);
    engine
        .activeMessages()
        .handle(OneSidedRecords.ACCUMULATE, it -> unlessClosed(it, this::accumulate));
    clients.register();
  }

  /** Carries out a record, or tells the sender that the program has closed the memory. */
  private void unlessClosed(RecordView record, Consumer<RecordView> what) {
    try {
      what.accept(record);
    } catch (IllegalStateException closed) {
      replies.refuse(record, OneSidedRecords.CLOSED);
    }
  }

  private AccumulateGate gateOf(Exposure exposure) {
    return exposure.owner() == Ghosts.NOBODY ? gate : clients.gateOf(exposure.owner());
  }

  /** The bits in answers about the owner of memory. */
  private int told(Exposure exposure) {
    return exposure.owner() == Ghosts.NOBODY ? 0 : clients.presenceOf(exposure.owner());
  }

  // ---- the memory of a record ----

  /** The blocks and operands that a sender has sent in advance of its next record. */
  private static final class Prepared {
    private final ByteArrayOutputStream blocks = new ByteArrayOutputStream();
    private final ByteArrayOutputStream data = new ByteArrayOutputStream();
  }

  private Prepared prepared(RecordView record) {
    return prepared.computeIfAbsent(record.source(), source -> new Prepared());
  }

  private void blocks(RecordView record) {
    add(record, prepared(record).blocks, MOST_RUNS * BlockList.BYTES);
  }

  private void data(RecordView record) {
    add(record, prepared(record).data, OneSidedRecords.LONGEST_GET);
  }

  private static void add(RecordView record, ByteArrayOutputStream to, int most) {
    if (record.payloadBytes() > most - to.size()) {
      throw new MalformedRecordException("told more of its next record than one can need");
    }
    to.writeBytes(record.copyOfPayload());
  }

  /** The runs that the sender has described, or null if there are none. */
  private @Nullable BlockList takeBlocks(RecordView record) {
    byte[] bytes = prepared(record).blocks.toByteArray();
    prepared(record).blocks.reset();
    int runs = bytes.length / BlockList.BYTES;
    if (runs == 0 || bytes.length % BlockList.BYTES != 0) {
      return null;
    }
    long[] numbers = new long[runs * BlockList.NUMBERS];
    MemoryCopy.copy(bytes, 0, numbers, 0, bytes.length);
    BlockList list = new BlockList(runs);
    for (int i = 0; i < numbers.length; i += BlockList.NUMBERS) {
      list.blocks(
          numbers[i],
          numbers[i + 1],
          numbers[i + 2],
          numbers[i + 3],
          numbers[i + 4],
          numbers[i + 5]);
    }
    return list;
  }

  /**
   * The memory of a record.
   *
   * @param bytes of data, packed
   * @param unit number of these bytes that are in one segment
   * @return null if the address space has no memory there; the sender has been told
   */
  private @Nullable Place place(RecordView record, long bytes, long unit, boolean writes) {
    BlockList blocks =
        (record.tag() & OneSidedRecords.IN_BLOCKS) == 0
            ? BlockList.of(record.cookie(), bytes)
            : takeBlocks(record);
    if (blocks == null) {
      throw new MalformedRecordException("described no blocks");
    }
    int number = (int) (record.context() >>> 32);
    Exposure exposure = exposed.get(number);
    AddressSpace space = exposure == null ? null : exposure.space();
    boolean nothing = bytes == 0 && record.cookie() >= 0;
    long low = nothing ? record.cookie() : blocks.low(bytes);
    boolean changes = space != null && space.changes(); // then a record may name any address
    if (low < 0 && !changes) {
      throw new MalformedRecordException("described blocks that cannot be, of " + bytes + " bytes");
    }
    long high = nothing || low < 0 ? low : blocks.high();
    AddressSpace.Mapped mapped = space == null || low < 0 ? null : space.find(low, high - low);
    if (exposure == null || mapped == null || writes && mapped.memory().isReadOnly()) {
      if (exposure != null && space != null && changes) {
        DataPart first =
            nothing || low < 0 ? null : DataPart.divide(space, blocks, bytes, unit, writes);
        if (first != null) {
          return new Place(first, gateOf(exposure), told(exposure));
        }
        replies.refuse(record, OneSidedRecords.REFUSED);
        return null;
      }
      throw new MalformedRecordException(
          space == null
              ? "operated on memory " + number + ", which is not exposed here, or no longer"
              : mapped == null
                  ? "operated on " + (high - low) + " bytes from " + low + " on of memory " + number
                  : "wrote into memory that is exposed for reading");
    }
    blocks.move(-mapped.address());
    BlockList all = nothing ? new BlockList(0) : blocks;
    DataPart only = new DataPart(mapped.memory(), all, 0, bytes, null);
    return new Place(only, gateOf(exposure), told(exposure));
  }

  // ---- operations ----

  private void put(RecordView record) {
    int bytes = record.payloadBytes();
    Place place = place(record, bytes, 1, true);
    if (place == null) {
      return;
    }
    for (DataPart part = place.first; part != null; part = part.next()) {
      put(record.payload(), record.payloadOffset() + part.from(), part);
    }
    replies.reply(record, bytes, place.told);
  }

  private static void put(MemorySegment from, long first, DataPart to) {
    to.blocks()
        .visit(
            (at, stride, packedAt, packedStride, block, n) ->
                StridedCopy.copy(
                    from, first + packedAt, packedStride, to.memory(), at, stride, block, n));
  }

  private void get(RecordView record) {
    long bytes = record.length();
    if (bytes > OneSidedRecords.LONGEST_GET) {
      throw new MalformedRecordException("asked for " + bytes + " bytes in one record");
    }
    Place place = place(record, bytes, 1, false);
    if (place == null) {
      return;
    }
    replies.reply(record, place.first, place.told);
  }

  private void accumulate(RecordView record) {
    Combination combination = Combination.ofCode(record.tag() >>> OneSidedRecords.COMBINATION_AT);
    long bytes = record.length();
    byte[] before = prepared(record).data.toByteArray();
    prepared(record).data.reset();
    int operandBytes = before.length > 0 ? before.length : record.payloadBytes();
    if (combination == null
        || bytes > OneSidedRecords.LONGEST_GET
        || bytes % combination.unitBytes() != 0
        || operandBytes != (combination.op() == Op.NO_OP ? 0 : bytes)) {
      throw new MalformedRecordException(
          "asked for accumulate " + record.tag() + " with " + operandBytes + " of " + bytes);
    }
    long unit = combination.isUndivided() ? Math.max(1, bytes) : combination.unitBytes();
    Place place = place(record, bytes, unit, combination.op() != Op.NO_OP);
    if (place == null) {
      return;
    }
    byte[] old = (record.tag() & OneSidedRecords.FETCHES) == 0 ? null : new byte[(int) bytes];
    Object operands = operandBytes == 0 ? null : before.length > 0 ? before : record.payload();
    long operandAt = before.length > 0 ? 0 : record.payloadOffset();
    try {
      for (DataPart part = place.first; part != null; part = part.next()) {
        Accumulation.any(
            place.gate,
            combination,
            part.memory(),
            part.blocks()::part,
            part.bytes(),
            operands,
            operandAt + part.from(),
            old,
            part.from());
      }
    } catch (RonselException failed) { // the rank that holds the gate has failed
      replies.refuse(record, OneSidedRecords.LEFT);
      return;
    }
    if (old == null) {
      replies.reply(record, bytes, place.told);
    } else {
      replies.reply(record, old, place.told);
    }
  }

  private void atomic(RecordView record) {
    int op = record.tag() & 0xff;
    int width = record.tag() >>> OneSidedRecords.WIDTH_AT & 0xff;
    boolean compares = (record.tag() & OneSidedRecords.COMPARES) != 0;
    long at = record.length();
    RemoteOp[] ops = RemoteOp.values();
    boolean reads = !compares && op == RemoteOp.READ.ordinal();
    int number = (int) (record.context() >>> 32);
    Exposure exposure = exposed.get(number);
    AddressSpace space = exposure == null ? null : exposure.space();
    AddressSpace.Mapped mapped = space == null ? null : space.find(at, width);
    Long comparand = compares ? operands.remove(record.source()) : null;
    if (mapped == null && space != null && space.changes()) {
      replies.refuse(record, OneSidedRecords.REFUSED);
      return;
    }
    boolean swaps = compares && Integer.bitCount(width) == 1 && width <= Long.BYTES;
    if (exposure == null
        || mapped == null
        || op >= ops.length
        || !swaps && !AtomicWords.isWord(mapped.memory(), width, at - mapped.address())
        || mapped.memory().isReadOnly() && !reads) {
      throw new MalformedRecordException(
          "asked for operation " + op + " on " + width + " bytes of memory " + number);
    }
    if (compares && comparand == null) {
      throw new MalformedRecordException("sent nothing to compare a word with");
    }
    MemorySegment memory = mapped.memory();
    long place = at - mapped.address();
    AccumulateGate passed = gateOf(exposure);
    long fetched;
    try {
      fetched =
          comparand == null
              ? fetchAndOp(passed, memory, ops[op], width, place, record.cookie())
              : CompareAndSwap.apply(passed, memory, width, place, comparand, record.cookie());
    } catch (RonselException failed) { // the rank that holds the gate has failed
      replies.refuse(record, OneSidedRecords.LEFT);
      return;
    }
    replies.reply(record, fetched, told(exposure));
  }

  private static long fetchAndOp(
      AccumulateGate passed, MemorySegment memory, RemoteOp op, int width, long at, long operand) {
    passed.enter();
    try {
      return AtomicWords.fetchAndOp(memory, op, width, at, operand);
    } finally {
      passed.leave();
    }
  }
}
