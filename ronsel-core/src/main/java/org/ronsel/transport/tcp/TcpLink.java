package org.ronsel.transport.tcp;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.transport.Capabilities;
import org.ronsel.transport.DataTransfer;
import org.ronsel.transport.Link;
import org.ronsel.transport.MalformedRecordException;
import org.ronsel.transport.RecordDescriptor;
import org.ronsel.transport.RecordWriter;
import org.ronsel.transport.Sink;

/**
 * The way from a rank to a rank of another JVM, and back: one connection, made by the one that
 * first has something to send, and for long messages more of them in each direction, if the job
 * wants that ({@link TcpOptions#connections}).
 *
 * <p>The first word of each record says how much payload its sender has consumed of what the peer
 * has sent, and whether its pool for unexpected messages is full. So a sender knows how much of its
 * payload is on its way or waits to be matched, and sends no more of it unasked than {@link
 * TcpOptions#WINDOW_BYTES}.
 *
 * <p>Data on the further connections have been asked for: that they overtake records of the first
 * one, or are overtaken, is nothing that their receiver could see.
 */
final class TcpLink extends PendingLinks.Entry implements Link {
  /** Kind of a record that has no other contents than its first word. */
  static final int UPDATE = 0;

  private static final Capabilities CAPABILITIES =
      new Capabilities(
          TcpOptions.INLINE_LIMIT,
          Capabilities.Memory.NONE,
          Capabilities.RemoteOperations.NONE,
          true);

  private static final long UPDATE_EVERY = TcpOptions.WINDOW_BYTES / 4;

  /** Parts of messages on a connection that are filled while earlier ones are written. */
  static final int PARTS = 2;

  private static final VarHandle CONSUMED;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      CONSUMED = lookup.findVarHandle(TcpLink.class, "consumed", long.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private enum State {
    IDLE,
    /** This side makes the connection. */
    DIALLING,
    /** The connection is there, made by either side. */
    CONNECTED
  }

  private final TcpTransport transport;
  private final int rank;
  private final int peer;

  /** Guarded by this object, like what follows. */
  private State state = State.IDLE;

  private State before = State.IDLE;

  /** Whether the peer has been told, on a connection that this side has made, who it is. */
  private boolean saidHello;

  /** All connections, to be closed when the peer has failed. */
  private final List<Connection> connections = new ArrayList<>(1);

  /** The incoming streams of the connections other than the first one. */
  private final List<InStream> furtherIn = new ArrayList<>(0);

  /** Why the peer has failed; set once, by any thread. */
  private volatile @Nullable RonselException failure;

  /** Whether the first connection is there. */
  private volatile boolean connected;

  // ---- sending: under the engine's lock ----

  private final OutStream firstOut = new OutStream(this);

  /** The outgoing streams of further connections; replaced by the selector's thread. */
  private volatile OutStream[] furtherOut = {};

  private boolean widened;

  /** Which connection gets the next part, if all have as much to do. */
  private int turn;

  private volatile @Nullable OutQueue out;

  /** Payload that has been sent, or promised room, and counts against the window. */
  private long sent;

  private long bytesSent;

  /** Number of bytes of it that the peer has consumed. */
  private long consumedByPeer;

  private boolean closedByPeer;

  // ---- receiving: under the engine's lock ----

  private final InStream firstIn;

  /** Payload of the peer that has been consumed; any thread adds to it. */
  @SuppressWarnings("unused") // by its handle
  private volatile long consumed;

  private long toldConsumed;
  private boolean toldClosed;

  /** Whether it is among those that the transport has to tell when its pool has room again. */
  private boolean listed;

  private boolean failureTold;

  TcpLink(TcpTransport transport, int peer) {
    this.transport = transport;
    this.rank = transport.rank();
    this.peer = peer;
    this.firstIn = new InStream(this, transport, true);
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

  // ---- the connections ----

  boolean isConnected() {
    return connected;
  }

  /** Whether this side is to make the connection: no other thread does. */
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
   * Says whether the connection that this side makes has reached the peer, who may use it from then
   * on.
   */
  synchronized void saysHello(boolean said) {
    saidHello = said;
  }

  /**
   * Whether the connection that the peer has made is to be used. Where both make one, that of the
   * lower rank is, unless it has not reached the peer: it may never do, as where a firewall lets
   * connections through in one direction.
   */
  synchronized boolean accepts() {
    if (state == State.CONNECTED || state == State.DIALLING && rank < peer && saidHello) {
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

  /**
   * The first connection is there; the selector's thread.
   *
   * @return what is to be told when something happens on it
   */
  InStream connected(Connection connection, SelectionKey key) {
    synchronized (this) {
      state = State.CONNECTED;
    }
    firstIn.connected(connection, key);
    firstOut.connected(connection, key);
    connected = true;
    keep(connection);
    VarHandle.fullFence(); // see OutStream.flush
    firstOut.flush();
    transport.push(this); // before it was connected it could tell nothing
    transport.arrived(firstIn);
    return firstIn;
  }

  /** A further connection of the peer is there; the selector's thread. */
  InStream connectedFurther(Connection connection, SelectionKey key) {
    InStream in = new InStream(this, transport, false);
    in.connected(connection, key);
    synchronized (this) {
      furtherIn.add(in);
    }
    keep(connection);
    transport.arrived(in);
    return in;
  }

  /** A further connection to the peer is there; the selector's thread. */
  void widen(Connection connection, SelectionKey key) {
    OutStream stream = new OutStream(this);
    stream.connected(connection, key);
    OutStream[] were = furtherOut;
    OutStream[] are = Arrays.copyOf(were, were.length + 1);
    are[were.length] = stream;
    furtherOut = are;
    keep(connection);
  }

  /** How many connections there are to the peer. */
  int connections() {
    return (connected ? 1 : 0) + furtherOut.length;
  }

  /** How many further connections the peer has made; the selector's thread. */
  synchronized int furtherIn() {
    return furtherIn.size();
  }

  private void keep(Connection connection) {
    boolean late;
    synchronized (this) {
      connections.add(connection);
      late = failure != null;
    }
    if (late) {
      TcpSelector.hangUp(connection); // the thread that failed it has seen no connection yet
    }
  }

  /** The connection cannot be made, or has ended; any thread. */
  void failed(String why) {
    failed(ErrorClass.PROC_FAILED, why);
  }

  /** As {@link #failed(String)}, for what is not the peer's failure with a class of its own. */
  void failed(ErrorClass errorClass, String why) {
    failed(
        errorClass == ErrorClass.PROC_FAILED
            ? new ProcessFailedException(
                ErrorPlace.of(rank).message("rank " + peer + " is lost: " + why))
            : new RonselException(
                errorClass,
                ErrorPlace.of(rank).message("no connection to rank " + peer + ": " + why),
                null));
  }

  /** The peer has failed; any thread. */
  void failed(RonselException why) {
    List<InStream> told;
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = why;
      told = List.copyOf(furtherIn);
    }
    hangUp();
    transport.closed();
    transport.arrived(firstIn);
    told.forEach(transport::arrived);
  }

  boolean hasFailed() {
    return failure != null;
  }

  /** Tells the engine, once. */
  void tellFailure(Sink sink) {
    RonselException why = failure;
    if (why != null && !failureTold) {
      failureTold = true;
      if (!transport.hasEnded()) {
        sink.failPeer(peer, why);
      }
    }
  }

  @Override
  public void peerEnded() {
    if (isConnected()) {
      failed("its process has ended");
    }
  }

  /** Ends the connections of a job that has ended, or of a peer that has failed. */
  void hangUp() {
    List<Connection> all;
    synchronized (this) {
      all = List.copyOf(connections);
    }
    all.forEach(TcpSelector::hangUp);
  }

  // ---- sending ----

  long bytesSent() {
    return bytesSent;
  }

  /** Whether something waits to be written on the first connection. */
  boolean isPending() {
    return firstOut.isPending();
  }

  private OutQueue queue() {
    OutQueue queue = out;
    if (queue == null) {
      queue = OutQueue.of(this::wordOf, rank, transport.outBytes());
      out = queue;
      firstOut.carry(queue);
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
    return queue.claim(payloadBytes) ? queue : null;
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
  private long word() {
    long now = (long) CONSUMED.getOpaque(this);
    boolean closed = transport.eagerClosed();
    toldConsumed = now;
    if (closed && !toldClosed) {
      transport.tellsClosed(this);
    }
    toldClosed = closed;
    return now << 1 | (closed ? 1 : 0);
  }

  /** Counts payload of the peer that has been consumed; any thread. */
  void consumed(int bytes) {
    long was = (long) CONSUMED.getAndAdd(this, (long) bytes);
    if (was / UPDATE_EVERY != (was + bytes) / UPDATE_EVERY) {
      transport.owes(this);
    }
  }

  /** Whether the peer takes the pool for full, as far as it has been told. */
  boolean hasToldClosed() {
    return toldClosed;
  }

  boolean isListed() {
    return listed;
  }

  void setListed(boolean now) {
    listed = now;
  }

  /**
   * Tells the peer what it ought to know; whether it could be told. A peer that has never been
   * connected is told when it is, and one that has failed nothing any more.
   */
  @Override
  boolean tell() {
    // Volatile: who consumes more meanwhile is seen here, or adds it again (PendingLinks).
    long untold = (long) CONSUMED.getVolatile(this) - toldConsumed;
    if (!connected
        || failure != null
        || untold < UPDATE_EVERY && toldClosed == transport.eagerClosed()) {
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
  public void ringDoorbell() {
    flush();
  }

  /** Writes records to the connection, unless another thread is doing so; any thread. */
  void flush() {
    firstOut.flush();
  }

  @Override
  public @Nullable DataTransfer sendData(
      long cookie,
      long messageOffset,
      Object base,
      long byteOffset,
      long bytes,
      boolean solicited) {
    long message = messageOffset + bytes;
    boolean wide = solicited && message >= TcpOptions.WIDE_BYTES;
    OutStream stream = wide ? leastBusy() : firstOut;
    OutPart part = stream.parts >= PARTS ? null : transport.takePart(stream.parts == 0);
    if (part == null) {
      return null;
    }
    queue(); // goes before the part on the first connection
    stream.parts++;
    int most = TcpOptions.partBytes(message, wide ? 1 + furtherOut.length : 1);
    return part.fill(
        this,
        stream,
        cookie,
        messageOffset,
        base,
        byteOffset,
        (int) Math.min(Math.min(bytes, most), part.capacity()),
        solicited ? 0 : OutPart.COUNTED);
  }

  /** The connection for a part of a long message; has further ones made. */
  private OutStream leastBusy() {
    if (!widened && connected) {
      widened = true;
      transport.widen(this);
    }
    OutStream[] others = furtherOut;
    OutStream least = firstOut;
    for (int i = 0; i < others.length; i++) {
      // In turns, as all may take their parts at once.
      turn = turn >= others.length ? 0 : turn + 1;
      OutStream each = turn == others.length ? firstOut : others[turn];
      if (each.parts < least.parts || each.parts == least.parts && i == 0) {
        least = each;
      }
    }
    return least;
  }

  /** Moves a part from another connection to the first one. Under the engine's lock. */
  OutStream onFirst(OutStream from) {
    from.parts--;
    firstOut.parts++;
    return firstOut;
  }

  /** A part carries nothing any more. Under the engine's lock. */
  void release(OutPart part) {
    OutStream stream = part.stream();
    if (stream != null) {
      stream.parts--;
    }
    if (part.isWritten()) {
      bytesSent += part.bytes();
    }
    transport.giveBack(part);
  }

  // ---- receiving ----

  /** Takes in the first word of the peer's records, which counts what the peer has consumed. */
  void heard(long word) {
    long count = word >>> 1;
    if (count < consumedByPeer || count > sent) {
      throw new MalformedRecordException(
          "it has consumed " + count + " of " + sent + " bytes, and before " + consumedByPeer);
    }
    consumedByPeer = count;
    closedByPeer = (word & 1) != 0;
    if (toldClosed != transport.eagerClosed()) {
      transport.push(this);
    }
  }
}
