package org.ronsel.transport.tcp;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/**
 * An incoming connection that has not proved to be of the job, or is about to be encrypted; used by
 * the selector's thread.
 */
final class IncomingConnection implements SelectedChannel {
  /** Since when it has made no progress that counts. */
  private long sinceNs = System.nanoTime();

  private final TcpSelector selector;
  private final SocketChannel channel;
  private final TcpHandshake handshake;
  private ByteBuffer wanted = ByteBuffer.allocate(TcpHandshake.HELLO_BYTES);
  private boolean challenged;

  /** Set where the connection is encrypted, once the other end has proved the secret. */
  private @Nullable TlsHandshake tls;

  private int tlsRecords;

  IncomingConnection(TcpSelector selector, SocketChannel channel) throws IOException {
    this.selector = selector;
    this.channel = channel;
    this.handshake = TcpHandshake.accepting(selector.context, selector.encrypts());
    selector.register(channel, SelectionKey.OP_READ, this);
  }

  @Override
  public void ready() {
    try {
      if (tls != null) {
        encrypt(tls);
        return;
      }
      if (!hasAll()) {
        return;
      }
      wanted.flip();
      if (!challenged) {
        challenged = true;
        TcpSelector.send(channel, handshake.challenge(wanted));
        wanted = ByteBuffer.allocate(TcpHandshake.PROOF_BYTES);
        selector.heardOf(this);
      } else {
        handshake.check(wanted);
        requireRanks();
        selector.proved(this);
        sinceNs = System.nanoTime();
        tls = selector.host.encrypt(channel, false, handshake.from());
        if (tls == null) {
          admit(new PlainConnection(channel));
        } else {
          encrypt(tls);
        }
      }
    } catch (EOFException gone) {
      drop(); // no matter of ours
    } catch (IOException e) {
      selector.turnedAway(String.valueOf(e.getMessage()));
      drop();
    }
  }

  /** Reads what is there; returns whether it is all that is wanted now. */
  private boolean hasAll() {
    try {
      if (channel.read(wanted) >= 0) {
        return !wanted.hasRemaining();
      }
    } catch (IOException reset) {
      // It has gone, which is no matter of ours.
    }
    drop();
    return false;
  }

  private void encrypt(TlsHandshake with) throws IOException {
    TlsConnection connection = with.proceed();
    if (with.records() > tlsRecords) {
      tlsRecords = with.records();
      sinceNs = System.nanoTime();
    }
    if (connection != null) {
      admit(connection);
    }
  }

  private void requireRanks() throws IOException {
    if (selector.host.local(handshake.to()) == null || !selector.host.isRemote(handshake.from())) {
      throw new IOException(
          "it wants to connect rank " + handshake.from() + " to rank " + handshake.to());
    }
  }

  private void admit(Connection connection) throws IOException {
    selector.forget(this);
    SelectionKey key = selector.keyOf(channel);
    if (key == null) {
      return; // it has been closed
    }
    if (handshake.purpose() == TcpHandshake.FOR_WATCHING) {
      JvmWatch watch = selector.watch(selector.context.shape().jvmOf(handshake.from()));
      send(connection, TcpHandshake.WELCOME);
      watch.accepted(connection, key);
      return;
    }
    TcpLink link = selector.host.of(handshake.to()).linkTo(handshake.from());
    if (handshake.purpose() == TcpHandshake.FOR_DATA) {
      if (!link.isConnected() || link.furtherIn() >= TcpOptions.MOST_CONNECTIONS) {
        drop();
        return;
      }
      send(connection, TcpHandshake.WELCOME);
      key.interestOps(0);
      key.attach(link.connectedFurther(connection, key));
      return;
    }
    if (!link.accepts()) {
      send(connection, TcpHandshake.REDUNDANT);
      TcpSelector.hangUp(connection);
      return;
    }
    boolean established = false;
    try {
      send(connection, TcpHandshake.WELCOME);
      TcpSelector.establish(connection, key, link);
      selector.progress(link.peer());
      selector.watch(selector.context.shape().jvmOf(link.peer()));
      established = true;
    } finally {
      if (!established) {
        link.acceptsAgain();
      }
    }
  }

  private static void send(Connection connection, byte verdict) throws IOException {
    TcpSelector.send(
        connection, ByteBuffer.allocate(TcpHandshake.VERDICT_BYTES).put(verdict).flip());
  }

  /** Whether it has made no progress for so long. */
  boolean isLate(long now, long withinNs) {
    return now - sinceNs > withinNs;
  }

  /** Hangs up. */
  void drop() {
    selector.forget(this);
    TcpSelector.hangUp(channel);
  }
}
