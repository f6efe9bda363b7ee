package org.ronsel.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.machine.NetworkChoice;
import org.ronsel.machine.ProcessLimits;

/**
 * A connection that this JVM makes to another: tried again until its time is up; of the selector's
 * thread.
 */
final class OutgoingConnection implements SelectedChannel {
  /** Pause before it is tried again, in nanoseconds. */
  private static final long AGAIN_NS = 20_000_000;

  private final TcpSelector selector;
  private final ConnectionTarget target;
  private final InetSocketAddress address;
  private final Dials dials;
  private final long askedNs = System.nanoTime();
  private @Nullable SocketChannel channel;
  private TcpHandshake handshake;
  private ByteBuffer wanted = ByteBuffer.allocate(0);
  private boolean proved;

  /** Set where the connection is encrypted, until it is. */
  private @Nullable TlsHandshake tls;

  /** Set once nothing but the verdict is missing. */
  private @Nullable Connection connection;

  private long againNs;
  private @Nullable String lastFailure;

  /** How far an attempt has come at most: one that comes as far again makes no progress. */
  private int furthest;

  /** Whether the peer has said that it connects itself. */
  private boolean left;

  OutgoingConnection(TcpSelector selector, ConnectionTarget target) {
    this.selector = selector;
    this.target = target;
    this.dials = selector.dialsTo(target.peer());
    this.address = selector.host.addressOf(target.peer());
    this.handshake = target.handshake();
  }

  /** Has it made, perhaps after others. */
  void begin() {
    dials.add(this, target.isUrgent());
  }

  /** As {@link #begin()}, after a pause. */
  void beginLater() {
    againNs = System.nanoTime() + AGAIN_NS;
    dials.add(this, true);
  }

  /** Whether it is to be made, as the other side was not quicker; once. */
  boolean begins() {
    return target.begins() && target.isWanted();
  }

  /** It is to be made now, unless there is to be a pause. */
  void turn() {
    if (againNs == 0) {
      dial();
    }
  }

  private void reached(int stage) {
    if (stage > furthest) {
      furthest = stage;
      dials.progress();
    }
  }

  private void dial() {
    proved = false;
    tls = null;
    connection = null;
    againNs = 0;
    try {
      SocketChannel opened = SocketChannel.open();
      channel = opened;
      TcpSelector.prepare(opened);
      handshake = target.handshake();
      boolean at = opened.connect(address);
      selector.register(opened, at ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT, this);
    } catch (IOException e) {
      failed(e);
    } catch (RuntimeException e) {
      broke(e);
    }
  }

  @Override
  public void ready() {
    SocketChannel of = channel;
    SelectionKey key = of == null ? null : selector.keyOf(of);
    if (of == null || key == null) {
      return;
    }
    try {
      if (wanted.capacity() == 0) {
        if (of.finishConnect()) {
          if (!target.isWanted()) {
            end(); // the peer was quicker
            return;
          }
          target.saysHello(true);
          TcpSelector.send(of, handshake.hello());
          wanted = ByteBuffer.allocate(TcpHandshake.CHALLENGE_BYTES);
          key.interestOps(SelectionKey.OP_READ);
        }
        return;
      }
      if (!proved) {
        if (!hasAll(of)) {
          return;
        }
        proved = true;
        TcpSelector.send(of, handshake.proof(wanted.flip()));
        reached(1);
        wanted = ByteBuffer.allocate(TcpHandshake.VERDICT_BYTES);
        tls = selector.host.encrypt(of, true, target.peer());
        connection = tls == null ? new PlainConnection(of) : null;
      }
      if (tls != null && connection == null) {
        connection = tls.proceed();
        reached(1 + tls.records());
      }
      if (connection != null) {
        hearVerdict(connection, key);
      }
    } catch (IOException e) {
      failed(e);
    }
  }

  /** Reads what is there; returns whether it is all that is wanted now. */
  private boolean hasAll(ReadableByteChannel from) throws IOException {
    if (from.read(wanted) < 0) {
      throw new IOException("it hung up");
    }
    return !wanted.hasRemaining();
  }

  private void hearVerdict(Connection from, SelectionKey key) throws IOException {
    if (!hasAll(from)) {
      return;
    }
    if (wanted.flip().get() == TcpHandshake.WELCOME) {
      dials.progress();
      target.made(from, key);
      channel = null;
      dials.end(this, left);
    } else {
      // The peer's own connection is on its way, or will be when its turn comes.
      failed(new IOException("it wants to connect itself, and does not"));
      left = true;
      dials.progress();
      dials.leave();
    }
  }

  /** It cannot go on, by an error of this end. */
  void broke(RuntimeException e) {
    failed(new IOException(e.toString(), e));
  }

  private void failed(IOException e) {
    lastFailure = String.valueOf(e.getMessage());
    dials.failed(lastFailure);
    target.saysHello(false);
    TcpSelector.hangUp(channel);
    channel = null;
    wanted = ByteBuffer.allocate(0);
    againNs = System.nanoTime() + AGAIN_NS;
  }

  /** What to do about a failure, behind its text. */
  static String advice(String failure) {
    return ProcessLimits.isOfFiles(failure)
        ? ". " + ProcessLimits.filesText()
        : "; is a firewall between the hosts? --net chooses the network, --ports the ports";
  }

  /** Tries again, or gives up; also when the peer has connected. */
  void look(long now) {
    if (!target.isWanted()) {
      end();
    } else if (isLate(now)) {
      end();
      giveUp();
    } else if (channel == null && !left && now - againNs > 0) {
      dial();
    }
  }

  private void end() {
    TcpSelector.hangUp(channel);
    channel = null;
    dials.end(this, left);
  }

  /** Whether nothing has come for so long that this one is given up. */
  boolean isLate(long now) {
    return now - dials.sinceNs(askedNs) > selector.options.connectWithin().toNanos();
  }

  /** It cannot be made. */
  void giveUp() {
    String why = lastFailure == null ? dials.failure() : lastFailure;
    why = why == null ? "no answer" : why;
    target.failed(
        ProcessLimits.isOfFiles(why) ? ErrorClass.OTHER : ErrorClass.PROC_FAILED,
        "cannot connect to "
            + NetworkChoice.text(address.getAddress())
            + " port "
            + address.getPort()
            + " within "
            + selector.options.connectWithin().toSeconds()
            + " s: "
            + why
            + advice(why));
  }
}
