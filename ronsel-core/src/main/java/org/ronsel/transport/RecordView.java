package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;

/**
 * Reads a record where it lies: one view serves all records of a ring or a connection, one after
 * the other. For one thread at a time.
 *
 * <p>{@link #wrap} reads each field once. What is checked afterwards cannot change under its
 * reader, although the sender may go on writing into the memory; that is true of the fields, not of
 * the payload.
 */
@SuppressWarnings("unused") // the padding: senders read objects that lie beside a receiver's view
public final class RecordView extends LeadingPadding {
  /** Has lent payload with a record. Any thread, with the engine's lock or without it. */
  @FunctionalInterface
  public interface Lender {
    /** Takes back the payload of this number. */
    void free(int number);

    /**
     * Copies lent payload to memory of the program.
     *
     * @param to an array, a segment, or scattered memory
     * @param messageBytes length of the message that the payload is a part of
     */
    default void copy(
        MemorySegment from, long fromAt, Object to, long toAt, long bytes, long messageBytes) {
      MemoryCopy.fromSegment(from, fromAt, to, toAt, bytes);
    }
  }

  private final MemorySegment memory;

  // Pairs of fields, as they lie in memory: half as many stores.
  private long headerAndBytes;
  private long tagAndSource;
  private long context;
  private long length;
  private long cookie;
  private long payloadOffset;
  private int lentNumber;
  private boolean kept;
  private @Nullable Object attachment;
  private @Nullable MemorySegment lent;
  private @Nullable Lender lender;
  private long q0, q1, q2, q3, q4, q5, q6, q7, q8, q9, q10, q11, q12, q13, q14, q15;

  /** Makes a view that will read records in this memory. */
  public RecordView(MemorySegment memory) {
    this.memory = memory;
  }

  // ---- for transports ----

  /**
   * Goes to the record at {@code offset}, a multiple of 8. Whether the payload that it claims to
   * have lies within the memory is for the caller to check.
   */
  public void wrap(long offset) {
    MemorySegment m = memory;
    long pair = NativeWords.getLong(m, offset + RecordDescriptor.HEADER);
    headerAndBytes = pair;
    context = NativeWords.getLong(m, offset + RecordDescriptor.CONTEXT);
    tagAndSource = NativeWords.getLong(m, offset + RecordDescriptor.TAG);
    length = NativeWords.getLong(m, offset + RecordDescriptor.LENGTH);
    cookie = NativeWords.getLong(m, offset + RecordDescriptor.COOKIE);
    payloadOffset = offset + RecordDescriptor.payload(RecordDescriptor.high(pair));
  }

  /** Says that the payload lies elsewhere in the same memory, and clears the flag that says so. */
  public void payloadAt(long offset, int flag) {
    payloadOffset = offset;
    headerAndBytes &= ~Integer.toUnsignedLong(flag);
  }

  /** Sets or clears the reference that travels with the record, where both ends share a heap. */
  public void attach(@Nullable Object reference) {
    attachment = reference;
  }

  /**
   * Says that the payload lies elsewhere, in memory of the transport that a handler may {@linkplain
   * #keepPayload keep} for a while.
   */
  public void lendPayload(MemorySegment memory, long offset, int bytes, Lender owner, int number) {
    lent = memory;
    payloadOffset = offset;
    headerAndBytes = RecordDescriptor.pair(header(), bytes);
    lender = owner;
    lentNumber = number;
    kept = false;
  }

  /** Frees lent payload that no handler has kept; after the handler, whether it threw or not. */
  public void returnPayload() {
    Lender owner = lender;
    lender = null;
    lent = null;
    if (owner != null && !kept) {
      owner.free(lentNumber);
    }
  }

  // ---- the envelope ----

  /** The header word; see {@link Envelope}. */
  public int header() {
    return RecordDescriptor.low(headerAndBytes);
  }

  /** Version of the wire format. */
  public int version() {
    return Envelope.version(header());
  }

  /** The kind of this record. */
  public int kind() {
    return Envelope.kind(header());
  }

  /** Code of the element type. */
  public int type() {
    return Envelope.type(header());
  }

  /** Whether a flag is set. */
  public boolean has(int flag) {
    return (Envelope.flags(header()) & flag) != 0;
  }

  /** Matching context. */
  public long context() {
    return context;
  }

  /** Endpoint of the sender, for which the transport vouches. */
  public int source() {
    return RecordDescriptor.high(tagAndSource);
  }

  /** Tag. */
  public int tag() {
    return RecordDescriptor.low(tagAndSource);
  }

  /** Bytes of the whole message, or what else the kind says. */
  public long length() {
    return length;
  }

  /** The operation of its sender, or of this rank, that the record is about. */
  public long cookie() {
    return cookie;
  }

  /** The sender's reference, on links that share the heap. */
  public @Nullable Object attachment() {
    return attachment;
  }

  // ---- the payload ----

  /** Bytes that came with the record. */
  public int payloadBytes() {
    return RecordDescriptor.high(headerAndBytes);
  }

  /** Memory in which they lie, from {@link #payloadOffset} on. */
  public MemorySegment payload() {
    MemorySegment elsewhere = lent;
    return elsewhere == null ? memory : elsewhere;
  }

  /** The offset in {@link #payload} at which the data start. */
  public long payloadOffset() {
    return payloadOffset;
  }

  /** A copy of the payload. */
  public byte[] copyOfPayload() {
    byte[] copy = new byte[payloadBytes()];
    MemoryCopy.fromSegment(payload(), payloadOffset, copy, 0, copy.length);
    return copy;
  }

  /** Whether the payload may be {@linkplain #keepPayload kept} when the handler returns. */
  public boolean isLent() {
    return lender != null;
  }

  /** Whose the payload is, if it is lent; it copies it best. */
  public @Nullable Lender lender() {
    return lender;
  }

  /**
   * Keeps lent payload: it stays where it is until its lender is told that the {@linkplain
   * #lentNumber number} is free.
   */
  public Lender keepPayload() {
    kept = true;
    return Objects.requireNonNull(lender, "the payload is not lent");
  }

  /** The number by which the lender knows lent payload. */
  public int lentNumber() {
    return lentNumber;
  }
}
