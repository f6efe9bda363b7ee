package org.ronsel.transport.tcp;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordWriter;

/** A part of a message's data on its way to a connection, with the record that announces it. */
final class OutPart implements DataTransfer {
  /** Flag of a FRAGMENT record: the data follow the record, as many as it says. */
  static final int STREAMED = 0x80;

  /** Flag of such a record: the data count against the window of the link. */
  static final int COUNTED = 0x40;

  private static final byte[] NOTHING = {};

  private final Header header;
  private final ByteBuffer data = ByteBuffer.allocateDirect(TcpOptions.BLOCK_BYTES);
  private final MemorySegment memory = MemorySegment.ofBuffer(data);

  /** What is to be written, in this order. */
  final ByteBuffer[] buffers;

  private @Nullable TcpLink link;
  private Object base = NOTHING;
  private long byteOffset;
  private int bytes;

  OutPart(int rank) {
    ByteBuffer head = ByteBuffer.allocateDirect(RecordDescriptor.ALIGNMENT);
    this.header = new Header(MemorySegment.ofBuffer(head), rank);
    this.buffers = new ByteBuffer[] {head, data};
  }

  /** The record before the data. */
  private static final class Header extends RecordWriter {
    private final MemorySegment memory;

    Header(MemorySegment memory, int rank) {
      super(memory, rank);
      this.memory = memory;
    }

    void write(long cookie, long messageOffset, int bytes, int flags) {
      wrap(0, bytes);
      envelope(
          Envelope.header(Envelope.FRAGMENT, 0, STREAMED | flags), 0, 0, messageOffset, cookie);
    }

    void seal(long word) {
      NativeWords.setLong(memory, RecordDescriptor.STAMP, word);
    }

    @Override
    public void commit() {
      throw new IllegalStateException("it goes with its data");
    }

    @Override
    public void abort() {
      // It has no payload that could fail.
    }
  }

  /** Says what it is to carry: as much as it holds. */
  OutPart fill(
      TcpLink to,
      long cookie,
      long messageOffset,
      Object from,
      long fromOffset,
      long length,
      int flags) {
    link = to;
    base = from;
    byteOffset = fromOffset;
    bytes = (int) Math.min(length, TcpOptions.BLOCK_BYTES);
    header.write(cookie, messageOffset, bytes, flags);
    buffers[0].clear();
    data.clear().limit(bytes);
    return this;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public void move() {
    Object from = base;
    base = NOTHING;
    MemoryCopy.toSegment(from, byteOffset, memory, 0, bytes);
  }

  /** Writes the first word of the record; while no byte has been written. */
  void seal(TcpLink by) {
    if (buffers[0].position() == 0) {
      header.seal(by.word());
    }
  }

  boolean isWritten() {
    return !data.hasRemaining();
  }

  @Override
  public boolean handOver() {
    TcpLink to = link;
    return to != null && to.write(this);
  }

  @Override
  public void drop() {
    TcpLink to = link;
    if (to != null) {
      link = null;
      to.release(this);
    }
  }
}
