package org.ronsel.transport;

import java.lang.foreign.MemorySegment;
import org.ronsel.machine.LeadingPadding;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;

/**
 * Writes one record at a time to the place from where its transport takes it. {@link Link#claim}
 * finds room and hands out the writer; then come {@link #envelope} or {@link #control}, the payload
 * if there is any, and at last {@link #commit}. All of it under one hold of the engine's lock.
 *
 * <p>Nothing but the payload's source can throw, and then the claim has been given up.
 *
 * <p>A sender writes its writer for each record, so no object that another rank reads may lie in
 * its cache lines: what lies before is padded here, what lies behind by subclasses.
 */
public abstract class RecordWriter extends LeadingPadding {
  /** Payloads of at least so many bytes are long. */
  private static final int LONG_PAYLOAD = 4 << 10;

  private final MemorySegment memory;
  private final int source;
  private long start;
  private long payloadAt;
  private int payloadBytes;
  private int headerFlag;

  /**
   * For transports.
   *
   * @param memory where records are written, at multiples of 8
   * @param source endpoint of the sender
   */
  protected RecordWriter(MemorySegment memory, int source) {
    this.memory = memory;
    this.source = source;
  }

  /** Goes to claimed room at {@code offset}, for a record with so many bytes of payload. */
  protected final void wrap(long offset, int bytes) {
    wrap(offset, bytes, offset + RecordDescriptor.payload(bytes), 0);
  }

  /**
   * The same for a record whose payload lies in other memory.
   *
   * @param at where in the same memory
   * @param flag of the header, by which the transport's other end knows
   */
  protected final void wrap(long offset, int bytes, long at, int flag) {
    start = offset;
    payloadBytes = bytes;
    payloadAt = at;
    headerFlag = flag;
  }

  /** Bytes of payload that the claimed record has. */
  protected final int payloadBytes() {
    return payloadBytes;
  }

  /** Writes all fields of the record; see {@link Envelope}. */
  public final void envelope(int header, long context, int tag, long length, long cookie) {
    MemorySegment m = memory;
    long at = start;
    NativeWords.setLong(
        m, at + RecordDescriptor.HEADER, RecordDescriptor.pair(header | headerFlag, payloadBytes));
    NativeWords.setLong(m, at + RecordDescriptor.CONTEXT, context);
    NativeWords.setLong(m, at + RecordDescriptor.TAG, RecordDescriptor.pair(tag, source));
    NativeWords.setLong(m, at + RecordDescriptor.LENGTH, length);
    NativeWords.setLong(m, at + RecordDescriptor.COOKIE, cookie);
  }

  /** Writes the fields of a record about an operation, which has no others. */
  public final void control(int kind, long cookie) {
    envelope(Envelope.header(kind, 0, 0), 0, 0, 0, cookie);
  }

  /**
   * Copies as many bytes as were claimed.
   *
   * @param base a primitive array, a segment, or scattered memory
   * @param byteOffset where in it they start
   * @throws RuntimeException if they cannot be read; then the record has been {@linkplain #abort
   *     given up}
   */
  public final void payload(Object base, long byteOffset) {
    int bytes = payloadBytes;
    if (bytes == 0) {
      return;
    }
    boolean copied = false;
    try {
      if (bytes < LONG_PAYLOAD) {
        MemoryCopy.toSegment(base, byteOffset, memory, payloadAt, bytes);
      } else {
        copyLong(base, byteOffset, memory, payloadAt, bytes);
      }
      copied = true;
    } finally {
      if (!copied) {
        abort();
      }
    }
  }

  /** Copies a long payload; for transports that know how to do it best. */
  protected void copyLong(Object base, long byteOffset, MemorySegment to, long at, int bytes) {
    MemoryCopy.toSegment(base, byteOffset, to, at, bytes);
  }

  /** Writes a payload of two words. */
  public final void payload(long first, long second) {
    NativeWords.setLong(memory, payloadAt, first);
    NativeWords.setLong(memory, payloadAt + Long.BYTES, second);
  }

  /** Sends a reference along, on links that {@linkplain Capabilities#sharesHeap share the heap}. */
  public void attach(Object reference) {
    throw new IllegalStateException("this link carries no references");
  }

  /** Hands the record over. */
  public abstract void commit();

  /** Gives the claimed room back; the peer sees nothing of the record. */
  public abstract void abort();
}
