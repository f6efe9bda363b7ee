package org.ronsel.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.NativeWords;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordWriter;

/**
 * A part of a message's data on its way to a connection, with the record that announces it. Of
 * native memory the connection takes what it can at once, without a copy; what it does not take,
 * and what lies in arrays, goes through the part's own memory, so that the sender's buffer is free
 * when the part has been moved.
 */
final class OutPart implements DataTransfer {
  /** Flag of a FRAGMENT record: the data follow the record, as many as it says. */
  static final int STREAMED = 0x80;

  /** Flag of such a record: the data count against the window of the link. */
  static final int COUNTED = 0x40;

  /**
   * In place of the first word of such a record: nothing is said about what has been consumed. The
   * word would be older than that of a record that was committed later and written earlier.
   */
  static final long NO_NEWS = -1;

  private static final byte[] NOTHING = {};

  private final Header header;
  private final ByteBuffer head = ByteBuffer.allocateDirect(RecordDescriptor.ALIGNMENT);
  private final ByteBuffer data;
  private final MemorySegment memory;
  private final NativeView view = new NativeView();

  /** The buffers to be written, in this order. */
  private final ByteBuffer[] buffers;

  private @Nullable TcpLink link;
  private @Nullable OutStream stream;
  private Object base = NOTHING;
  private long byteOffset;
  private int bytes;
  private boolean moved;

  /** Whether the second buffer is the sender's memory. */
  private boolean direct;

  /** The number of written bytes that the buffer's position does not include yet. */
  private int taken;

  OutPart(int rank, int capacity) {
    this.data = ByteBuffer.allocateDirect(capacity);
    this.memory = MemorySegment.ofBuffer(data);
    this.buffers = new ByteBuffer[] {head, data};
    this.header = new Header(MemorySegment.ofBuffer(head), rank);
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
      NativeWords.setLong(memory, RecordDescriptor.STAMP, NO_NEWS);
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

  /** The most bytes that it carries. */
  int capacity() {
    return data.capacity();
  }

  /** Says what it is to carry, at most as much as it holds, and on which connection of a link. */
  OutPart fill(
      TcpLink to,
      OutStream on,
      long cookie,
      long messageOffset,
      Object from,
      long fromOffset,
      int length,
      int flags) {
    link = to;
    stream = on;
    base = from;
    byteOffset = fromOffset;
    bytes = length;
    moved = false;
    header.write(cookie, messageOffset, bytes, flags);
    head.clear();
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
    OutStream on = stream;
    base = NOTHING;
    if (on == null) {
      return;
    }
    if (from instanceof MemorySegment segment && segment.isNative() && on.isPlain()) {
      writeFrom(segment, on);
    } else {
      writeCopied(from, on);
    }
  }

  /** The peer gets the first bytes while the next ones are copied. */
  private void writeCopied(Object from, OutStream on) {
    boolean open = true;
    boolean copied = false;
    try {
      for (int at = 0; at < bytes; ) {
        int count = Math.min(bytes - at, TcpOptions.COPY_BYTES);
        MemoryCopy.toSegment(from, byteOffset + at, memory, at, count);
        at += count;
        data.limit(at);
        open = open && on.write(this);
      }
      copied = true;
    } finally {
      data.limit(bytes);
      failIfBegun(copied);
    }
    moved = true;
  }

  /** The peer has a part of what is void, and would take the rest for data. */
  private void failIfBegun(boolean copied) {
    TcpLink to = link;
    if (!copied && hasBegun() && to != null) {
      to.failed("the buffer of a message to it was closed while it was sent");
    }
  }

  /** Writes what can be written now; by {@link OutStream} alone. */
  void writeTo(Connection connection) throws IOException {
    if (!direct) {
      connection.write(buffers);
      return;
    }
    // One after the other: of several buffers the JDK keeps a list, if one is memory of an arena.
    if (head.hasRemaining()) {
      connection.write(head);
    }
    if (!head.hasRemaining()) {
      connection.write(buffers[1]);
    }
  }

  private void writeFrom(MemorySegment from, OutStream on) {
    if (!from.scope().isAlive()) {
      throw new IllegalStateException("Already closed");
    }
    ByteBuffer theirs = view.of(from, byteOffset, bytes);
    int start = theirs.position();
    buffers[1] = theirs;
    direct = true;
    taken = -start;
    boolean read = false;
    try {
      var _ = on.write(this);
      read = true;
    } finally {
      buffers[1] = data;
      direct = false;
      data.position(theirs.position() - start);
      taken = 0;
      failIfBegun(read);
    }
    int done = data.position();
    if (done < bytes) {
      boolean copied = false;
      try {
        MemoryCopy.toSegment(from, byteOffset + done, memory, done, bytes - done);
        copied = true;
      } finally {
        failIfBegun(copied);
      }
    }
    moved = true;
  }

  @Override
  public boolean hasBegun() {
    return head.position() > 0;
  }

  /** Whether all bytes have been. */
  boolean isWritten() {
    return buffers[1].position() + taken == bytes && !head.hasRemaining();
  }

  /** Whether all have been that are there to be written so far. */
  boolean isTaken() {
    return !buffers[1].hasRemaining() && !head.hasRemaining();
  }

  /** The connection on which it goes. */
  @Nullable OutStream stream() {
    return stream;
  }

  @Override
  public boolean handOver() {
    TcpLink to = link;
    OutStream on = stream;
    if (to == null || on == null) {
      return false;
    }
    if (!moved && !hasBegun()) {
      // The record that says so, on the first connection, has to be there before.
      on = to.onFirst(on);
      stream = on;
      moved = true;
    }
    if (!isWritten() && !on.write(this)) {
      return false;
    }
    link = null;
    to.release(this);
    return true;
  }

  @Override
  public void drop() {
    TcpLink to = link;
    if (to != null) {
      link = null;
      if (hasBegun() && !isWritten()) {
        to.failed("a message to it was broken off");
      }
      to.release(this);
    }
  }
}
