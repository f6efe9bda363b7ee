package org.ronsel.transport.tcp;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.transport.JobShape;

/**
 * Connections on which two JVMs show each other that they are there, whatever their ranks do: a
 * host that is switched off, or whose cable is cut, says nothing, and a rank that waits for it
 * would wait for ever. One is enough; there are two where each has connected to the other. Of the
 * selector's thread.
 */
final class JvmWatch implements ConnectionTarget {
  private final TcpSelector by;
  private final int jvm;
  private final long silenceNs;
  private final ByteBuffer sign = ByteBuffer.allocateDirect(Long.BYTES);
  private final List<SocketChannel> channels = new ArrayList<>(1);
  private long heardNs = System.nanoTime();
  private long signedNs;

  /** Whether this side connects, since it has reached the other before. */
  private boolean dials;

  private boolean dialling;
  private boolean lost;

  /** Looks after a JVM from now on. */
  JvmWatch(TcpSelector by, int jvm, long silenceNs) {
    this.by = by;
    this.jvm = jvm;
    this.silenceNs = silenceNs;
  }

  /** Has this side connect: it has just reached the other. */
  void dial() {
    dials = true;
    if (silenceNs > 0 && channels.isEmpty()) {
      new OutgoingConnection(by, this).begin();
    }
  }

  @Override
  public TcpHandshake handshake() {
    JobShape shape = by.context.shape();
    return TcpHandshake.connecting(
        by.context,
        TcpHandshake.FOR_WATCHING,
        shape.firstRank(by.context.jvm()),
        shape.firstRank(jvm));
  }

  @Override
  public InetSocketAddress address() {
    return by.host.addressOf(by.context.shape().firstRank(jvm));
  }

  @Override
  public boolean begins() {
    boolean first = !dialling && !lost;
    dialling = true;
    return first;
  }

  @Override
  public boolean isWanted() {
    return dialling && !lost;
  }

  @Override
  public void made(SocketChannel made) throws ClosedChannelException {
    SelectionKey key = by.keyOf(made);
    if (key == null) {
      throw new ClosedChannelException();
    }
    dialling = false;
    heardNs = System.nanoTime();
    signedNs = heardNs - silenceNs; // a sign follows at once
    channels.add(made);
    key.attach((SelectedChannel) () -> hear(made));
    key.interestOps(SelectionKey.OP_READ);
  }

  private void hear(SocketChannel from) {
    try {
      if (from.read(sign.clear()) >= 0) {
        heardNs = System.nanoTime();
        return;
      }
    } catch (IOException reset) {
      // As if it had been closed.
    }
    drop(from);
  }

  /** What the other's ranks have to say of this they say on their own connections. */
  private void drop(SocketChannel channel) {
    TcpSelector.hangUp(channel);
    channels.remove(channel);
    if (dials && !lost) {
      dial();
    }
  }

  /**
   * Gives a sign, and sees to it that one has come.
   *
   * @param everyNs so often a sign is given
   * @param slept whether this JVM itself has not listened, perhaps since its job was stopped
   */
  void look(long now, long everyNs, boolean slept) {
    if (lost || silenceNs == 0) {
      return;
    }
    if (now - signedNs >= everyNs) {
      signedNs = now;
      for (SocketChannel channel : List.copyOf(channels)) {
        try {
          channel.write(sign.clear().limit(1)); // a full connection needs no further signs
        } catch (IOException reset) {
          drop(channel);
        }
      }
    }
    if (slept) {
      heardNs = now;
    } else if (now - heardNs > silenceNs) {
      failed(
          "nothing has been heard of its JVM for "
              + silenceNs / 1_000_000_000
              + " s; is its host still there, and the network?");
    }
  }

  @Override
  public void failed(String why) {
    lost = true;
    channels.forEach(TcpSelector::hangUp);
    channels.clear();
    by.host.lost(jvm, why);
  }
}
