package org.ronsel.transport.tcp;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import org.jspecify.annotations.Nullable;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordView;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;

/**
 * The way from a rank to a rank of another JVM, and back: one connection, made by the one that
 * first has something to send.
 *
 * <p>The first word of each record says how much payload its sender has consumed of what the peer
 * has sent, and whether its pool for unexpected messages is full. So a sender knows how much of its
 * payload is on its way or waits to be matched, and sends no more of it unasked than {@link
 * TcpOptions#WINDOW_BYTES}.
 */
final class TcpLink implements Link {
  /** Kind of a record that has no other contents than its first word. */
  static final int UPDATE = 0;

  private static final Capabilities CAPABILITIES =
      new Capabilities(TcpOptions.INLINE_LIMIT, Capabilities.Memory.NONE, true);

  private static final long UPDATE_EVERY = TcpOptions.WINDOW_BYTES / 4;

  /** Parts of messages that are filled while earlier ones are written. */
  private static final int PARTS = 2;

  private static final VarHandle WRITING;
  private static final VarHandle CONSUMED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      WRITING = lookup.findVarHandle(TcpLink.class, "writing", boolean.class);
      CONSUMED = lookup.findVarHandle(TcpLink.class, "consumed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private enum State {
    IDLE,
    /** This side makes the connection. */
    DIALLING,
    /** The other side has made it, or this one has. */
    CONNECTED
  }

  private final TcpTransport transport;
  private final int rank;
  private final int peer;

  /** Guarded by this object, like what follows. */
  private State state = State.IDLE;

  private State before = State.IDLE;

  /** Set once, by the selector's thread, before the channel. */
  private @Nullable SelectionKey key;

  /** Set once, by the selector's thread. */
  private volatile @Nullable Connection channel;

  /** Why the peer has failed; set once, by any thread. */
  private volatile @Nullable RonselException failure;

  // ---- sending: under the engine's lock, but for who has set `writing` ----

  private volatile @Nullable OutQueue out;

  /** Whether a thread writes to the connection. */
  @SuppressWarnings("unused") // by its handle
  private volatile boolean writing;

  /** A part of which the connection has taken some bytes, and will take the others. */
  private @Nullable OutPart streaming;

  /** Parts that are being filled or wait to be written. */
  private int parts;

  /** Payload that has been sent, or promised room, and counts against the window. */
  private long sent;

  private long bytesSent;

  /** What the peer has consumed of it. */
  private long consumedByPeer;

  private boolean closedByPeer;

  // ---- receiving: under the engine's lock ----

  /** Payload of the peer that has been consumed; any thread adds to it. */
  @SuppressWarnings("unused") // by its handle
  private volatile long consumed;

  private long toldConsumed;
  private boolean toldClosed;

  /** The beginning of a record whose rest has not arrived, and how long it is. */
  private @Nullable MemorySegment begun;

  private int begunBytes;

  /** The record of data that arrive, and where they go; null where none do. */
  private @Nullable RecordView dataRecord;

  private @Nullable MemorySegment dataRecordMemory;
  private BlockPool.@Nullable Block block;
  private boolean over;
  private int misses;

  TcpLink(TcpTransport transport, int peer) {
    this.transport = transport;
    this.rank = transport.rank();
    this.peer = peer;
  }

  @Override
  public int peer() {
    return peer;
  }

  int rank() {
    return rank;
  }

  @Override
  public Capabilities capabilities() {
    return CAPABILITIES;
  }

  // ---- the connection ----

  boolean isConnected() {
    return channel != null;
  }

  /** Whether this side is to make the connection: nobody else does. */
  synchronized boolean dials() {
    if (state != State.IDLE) {
      return false;
    }
    state = State.DIALLING;
    return true;
  }

  synchronized boolean isDialling() {
    return state == State.DIALLING && failure == null;
  }

  /**
   * Whether the connection that the peer has made is to be used. Where both make one, that of the
   * lower rank is.
   */
  synchronized boolean accepts() {
    if (state == State.CONNECTED || state == State.DIALLING && rank < peer) {
      return false;
    }
    before = state;
    state = State.CONNECTED;
    return true;
  }

  /** The peer's connection has ended before it could be used. */
  synchronized void acceptsAgain() {
    state = before;
  }

  /** The connection is there; the selector's thread. */
  void connected(Connection connection, SelectionKey by) {
    synchronized (this) {
      state = State.CONNECTED;
    }
    key = by;
    channel = connection;
    VarHandle.fullFence(); // see flush
    if (failure != null) {
      TcpSelector.hangUp(connection); // who failed it may have seen no connection yet
    }
    flush();
    transport.arrived(this);
  }

  /** Something may have arrived; the selector's thread. */
  void becameReady() {
    flush();
    transport.arrived(this);
  }

  /** The connection cannot be made, or has ended; any thread. */
  void failed(String why) {
    failed(new ProcessFailedException("rank " + rank + ": rank " + peer + " is lost: " + why));
  }

  private void failed(RonselException why) {
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = why;
    }
    TcpSelector.hangUp(channel);
    transport.closed();
    transport.arrived(this);
  }

  /** Has the selector tell when something arrives; whether that is news to it. */
  boolean leaveToSelector() {
    SelectionKey told = key;
    Connection connection = channel;
    if (connection == null || told == null || over) {
      return false;
    }
    if (connection.holdsMore()) {
      transport.arrived(this); // it goes on, as if the selector had told at once
    }
    OutQueue queue = out;
    boolean waits = streaming != null || queue != null && !queue.isEmpty();
    try {
      told.interestOpsOr(SelectionKey.OP_READ | (waits ? SelectionKey.OP_WRITE : 0));
      return true;
    } catch (CancelledKeyException closed) {
      return false;
    }
  }

  /** Ends the connection of a job that has ended. */
  void hangUp() {
    TcpSelector.hangUp(channel);
  }

  /** The failure has been told: nothing will come any more. */
  boolean isOver() {
    return over;
  }

  /** Reads in vain since something came. */
  int misses() {
    return misses;
  }

  // ---- sending ----

  long bytesSent() {
    return bytesSent;
  }

  private OutQueue queue() {
    OutQueue queue = out;
    if (queue == null) {
      queue = OutQueue.of(this::wordOf, rank, transport.outBytes());
      out = queue;
    }
    return queue;
  }

  @Override
  public boolean eagerOpen() {
    return !closedByPeer && sent - consumedByPeer < TcpOptions.WINDOW_BYTES;
  }

  @Override
  public boolean admitUnsolicited(long bytes) {
    if (closedByPeer || sent - consumedByPeer + bytes > TcpOptions.WINDOW_BYTES) {
      return false;
    }
    sent += bytes;
    return true;
  }

  @Override
  public @Nullable RecordWriter claim(int payloadBytes) {
    OutQueue queue = queue();
    if (streaming != null || !queue.claim(payloadBytes)) {
      return null;
    }
    return queue;
  }

  /** The first word of a record with so much payload, which is sent now. */
  private long wordOf(int payloadBytes) {
    if (payloadBytes > RecordDescriptor.SHORT_PAYLOAD_BYTES) {
      sent += payloadBytes;
    }
    bytesSent += payloadBytes;
    return word();
  }

  /** The first word of the next record; once for each, under the engine's lock. */
  long word() {
    long now = (long) CONSUMED.getOpaque(this);
    boolean closed = transport.eagerClosed();
    toldConsumed = now;
    toldClosed = closed;
    return now << 1 | (closed ? 1 : 0);
  }

  /** Counts payload of the peer that has been consumed; any thread. */
  void consumed(int bytes) {
    long was = (long) CONSUMED.getAndAdd(this, (long) bytes);
    if (was / UPDATE_EVERY != (was + bytes) / UPDATE_EVERY) {
      transport.owes();
    }
  }

  /** Tells the peer what it ought to know; whether it could be told. */
  boolean tellConsumed() {
    long untold = (long) CONSUMED.getOpaque(this) - toldConsumed;
    if (channel == null || untold < UPDATE_EVERY && toldClosed == transport.eagerClosed()) {
      return true;
    }
    RecordWriter record = claim(0);
    if (record == null) {
      return false;
    }
    record.control(UPDATE, 0);
    record.commit();
    flush();
    return true;
  }

  @Override
  public void ring() {
    flush();
  }

  /** Writes records to the connection, unless another thread is doing so; any thread. */
  void flush() {
    OutQueue queue = out;
    Connection connection = channel;
    if (connection == null) {
      // Full: either this sees the connection or who publishes it sees what has been committed.
      VarHandle.fullFence();
      connection = channel;
    }
    if (queue == null || connection == null) {
      return;
    }
    boolean taken = true;
    while (taken && !queue.isEmpty()) {
      // Full order: who finds the other one writing has committed before, and the other looks
      // again.
      if (!WRITING.compareAndSet(this, false, true)) {
        return;
      }
      try {
        taken = queue.writeTo(connection);
        if (!taken) {
          goOnLater();
        }
      } catch (IOException e) {
        failed(String.valueOf(e.getMessage()));
        return;
      } finally {
        WRITING.setVolatile(this, false);
      }
    }
  }

  /** Has the selector say when the connection takes more. */
  private void goOnLater() {
    SelectionKey told = key;
    if (told != null) {
      try {
        told.interestOpsOr(SelectionKey.OP_WRITE);
        told.selector().wakeup();
      } catch (CancelledKeyException closed) {
        return; // who reads will find out
      }
    }
  }

  @Override
  public @Nullable DataTransfer sendData(
      long cookie,
      long messageOffset,
      Object base,
      long byteOffset,
      long bytes,
      boolean solicited) {
    OutPart part = parts == PARTS ? null : transport.takePart();
    if (part == null) {
      return null;
    }
    parts++;
    int flags = solicited ? 0 : OutPart.COUNTED;
    return part.fill(this, cookie, messageOffset, base, byteOffset, bytes, flags);
  }

  /** Writes a part; whether the connection has taken it all. Under the engine's lock. */
  boolean write(OutPart part) {
    Connection connection = channel;
    OutPart other = streaming;
    if (connection == null
        || failure != null
        || other != null && other != part
        || !WRITING.compareAndSet(this, false, true)) {
      return false;
    }
    try {
      OutQueue queue = queue();
      if (other == null && !queue.writeTo(connection)) {
        return false;
      }
      part.seal(this);
      long written = connection.write(part.buffers);
      bytesSent += written;
      boolean done = part.isWritten();
      streaming = done ? null : part;
      if (done) {
        release(part);
      }
      return done;
    } catch (IOException e) {
      failed(String.valueOf(e.getMessage()));
      return false;
    } finally {
      WRITING.setVolatile(this, false);
    }
  }

  /** A part carries nothing any more. Under the engine's lock. */
  void release(OutPart part) {
    parts--;
    transport.giveBack(part);
  }

  // ---- receiving ----

  /**
   * Hands over what has arrived; under the engine's lock.
   *
   * @return a number other than 0 if anything has
   */
  int receive(Sink sink) {
    Connection connection = channel;
    if (failure == null && connection != null) {
      try {
        int count = block == null ? records(connection, sink) : data(connection, sink);
        misses = count == 0 ? misses + 1 : 0;
        return count;
      } catch (MalformedRecordException | IndexOutOfBoundsException malformed) {
        failed(
            new ProcessFailedException(
                "rank "
                    + rank
                    + ": what rank "
                    + peer
                    + " sends is damaged: "
                    + malformed.getMessage(),
                malformed));
      } catch (IOException e) {
        failed(String.valueOf(e.getMessage()));
      }
    }
    RonselException why = failure;
    if (why == null || over) {
      return 0;
    }
    over = true;
    if (!transport.hasEnded()) {
      sink.failPeer(peer, why);
    }
    return 1;
  }

  private static int arrived(long bytes) throws IOException {
    if (bytes < 0) {
      throw new IOException("it has closed the connection");
    }
    return (int) bytes;
  }

  private int records(Connection connection, Sink sink) throws IOException {
    TcpTransport.Arrivals in = transport.arrivals();
    ByteBuffer buffer = in.buffer.clear();
    MemorySegment beginning = begun;
    if (beginning != null && begunBytes > 0) {
      MemorySegment.copy(beginning, 0, in.memory, 0, begunBytes);
      buffer.position(begunBytes);
    }
    if (arrived(connection.read(buffer)) == 0) {
      return 0;
    }
    begunBytes = 0;
    return parse(in, 0, buffer.position(), sink);
  }

  /** Reads the rest of a block of data, and no more of what follows than the next record. */
  private int data(Connection connection, Sink sink) throws IOException {
    BlockPool.Block to = block;
    if (to == null) {
      return 0;
    }
    TcpTransport.Arrivals in = transport.arrivals();
    in.pair[0] = to.buffer;
    in.pair[1] = in.buffer.clear().limit(RecordDescriptor.ALIGNMENT);
    int count = arrived(connection.read(in.pair));
    if (count == 0) {
      return 0;
    }
    if (to.buffer.hasRemaining()) {
      return 1;
    }
    deliverData(sink);
    return 1 + parse(in, 0, in.buffer.position(), sink);
  }

  /** Hands over the records in a part of the buffer, and keeps the beginning of one at its end. */
  private int parse(TcpTransport.Arrivals in, int from, int end, Sink sink) {
    int at = from;
    int count = 0;
    while (end - at >= RecordDescriptor.ALIGNMENT) {
      RecordView record = in.view;
      record.wrap(at);
      int payload = record.payloadBytes();
      if (record.kind() == Envelope.FRAGMENT && record.has(OutPart.STREAMED)) {
        begin(in, at, record);
        heard(in.word(at));
        at += RecordDescriptor.ALIGNMENT;
        at += take(in, at, end);
        if (isDataThere()) {
          deliverData(sink);
        }
        if ((at & Long.BYTES - 1) != 0 && at < end) {
          in.buffer.limit(end).position(at);
          in.buffer.compact(); // records are aligned in memory
          end -= at;
          at = 0;
        }
        count++;
        continue;
      }
      if (payload < 0 || payload > TcpOptions.INLINE_LIMIT || record.source() != peer) {
        throw new MalformedRecordException(
            "record of rank " + record.source() + " with " + payload + " bytes");
      }
      int bytes = OutQueue.bytes(payload);
      if (end - at < bytes) {
        break;
      }
      heard(in.word(at));
      if (record.kind() != UPDATE) {
        sink.onRecord(record);
        if (payload > RecordDescriptor.SHORT_PAYLOAD_BYTES) {
          consumed(payload);
        }
      }
      at += bytes;
      count++;
    }
    keep(in, at, end);
    return Math.max(count, 1);
  }

  private void keep(TcpTransport.Arrivals in, int at, int end) {
    if (at == end) {
      return;
    }
    MemorySegment beginning = begun;
    if (beginning == null) {
      int most = OutQueue.bytes(TcpOptions.INLINE_LIMIT);
      beginning = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(most));
      begun = beginning;
    }
    begunBytes = end - at;
    MemorySegment.copy(in.memory, at, beginning, 0, begunBytes);
  }

  /** What the peer says in the first word of its records. */
  private void heard(long word) {
    long count = word >>> 1;
    if (count < consumedByPeer || count > sent) {
      throw new MalformedRecordException(
          "it has consumed " + count + " of " + sent + " bytes, and before " + consumedByPeer);
    }
    consumedByPeer = count;
    closedByPeer = (word & 1) != 0;
  }

  private void begin(TcpTransport.Arrivals in, int at, RecordView record) {
    int bytes = record.payloadBytes();
    if (bytes <= 0 || bytes > TcpOptions.BLOCK_BYTES || record.source() != peer) {
      throw new MalformedRecordException(
          "data of rank " + record.source() + ", " + bytes + " bytes");
    }
    MemorySegment kept = dataRecordMemory;
    if (kept == null) {
      kept = MemorySegment.ofBuffer(ByteBuffer.allocateDirect(RecordDescriptor.ALIGNMENT));
      dataRecordMemory = kept;
      dataRecord = new RecordView(kept);
    }
    MemorySegment.copy(in.memory, at, kept, 0, RecordDescriptor.ALIGNMENT);
    boolean counted = record.has(OutPart.COUNTED);
    block = transport.blocks.take(counted ? this : null, bytes);
  }

  private int take(TcpTransport.Arrivals in, int at, int end) {
    BlockPool.Block to = block;
    if (to == null) {
      return 0;
    }
    int bytes = Math.min(to.buffer.remaining(), end - at);
    int filled = to.buffer.position();
    MemorySegment.copy(in.memory, at, to.memory, filled, bytes);
    to.buffer.position(filled + bytes);
    return bytes;
  }

  private boolean isDataThere() {
    BlockPool.Block to = block;
    return to != null && !to.buffer.hasRemaining();
  }

  private void deliverData(Sink sink) {
    BlockPool.Block full = block;
    RecordView record = dataRecord;
    block = null;
    if (full == null || record == null) {
      return;
    }
    record.wrap(0);
    record.lendPayload(full.memory, 0, full.buffer.limit(), transport.blocks, full.number);
    try {
      sink.onRecord(record);
    } finally {
      record.returnPayload();
    }
  }
}
