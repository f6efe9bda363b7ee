package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection that somebody has made to this JVM and that has not proved the secret of the job; of
 * the selector's thread.
 */
final class IncomingConnection implements SelectedChannel {
  final long sinceNs = System.nanoTime();
  private final TcpSelector by;
  private final SocketChannel channel;
  private final TcpHandshake handshake;
  private ByteBuffer wanted = ByteBuffer.allocate(TcpHandshake.HELLO_BYTES);
  private boolean challenged;

  IncomingConnection(TcpSelector by, SocketChannel channel) throws IOException {
    this.by = by;
    this.channel = channel;
    this.handshake = TcpHandshake.accepting(by.context);
    by.register(channel, SelectionKey.OP_READ, this);
  }

  @Override
  public void ready() {
    try {
      if (!hasAll()) {
        return;
      }
      wanted.flip();
      if (!challenged) {
        challenged = true;
        TcpSelector.send(channel, handshake.challenge(wanted));
        wanted = ByteBuffer.allocate(TcpHandshake.PROOF_BYTES);
        by.heardOf(this);
      } else {
        handshake.check(wanted);
        admit();
      }
    } catch (IOException e) {
      by.turnedAway(String.valueOf(e.getMessage()));
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

  private void admit() throws IOException {
    TcpTransport transport = by.host.local(handshake.to());
    if (transport == null || !by.host.isRemote(handshake.from())) {
      throw new IOException(
          "it wants to connect rank " + handshake.from() + " to rank " + handshake.to());
    }
    by.forget(this);
    if (handshake.purpose() == TcpHandshake.FOR_WATCHING) {
      JvmWatch watch = by.watch(by.context.shape().jvmOf(handshake.from()));
      send(TcpHandshake.WELCOME);
      watch.made(channel);
      return;
    }
    TcpLink link = transport.linkTo(handshake.from());
    if (!link.accepts()) {
      send(TcpHandshake.REDUNDANT);
      TcpSelector.hangUp(channel);
      return;
    }
    boolean established = false;
    try {
      send(TcpHandshake.WELCOME);
      by.establish(channel, link);
      by.watch(by.context.shape().jvmOf(link.peer()));
      established = true;
    } finally {
      if (!established) {
        link.acceptsAgain();
      }
    }
  }

  private void send(byte verdict) throws IOException {
    TcpSelector.send(channel, ByteBuffer.allocate(TcpHandshake.VERDICT_BYTES).put(verdict).flip());
  }

  /** Hangs up. */
  void drop() {
    by.forget(this);
    TcpSelector.hangUp(channel);
  }
}
