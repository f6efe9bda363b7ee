package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.ErrorClass;
import org.ronsel.machine.KeepAlive;
import org.ronsel.transport.JobShape;

/**
 * Connections on which two JVMs show each other that they are alive, independently of their ranks:
 * a host that is switched off, or whose cable is cut, says nothing, and a rank that waits for it
 * would wait for ever. One is enough; there are two where each has connected to the other. Of the
 * selector's thread.
 */
final class JvmWatch implements ConnectionTarget {
  private final TcpSelector selector;
  private final int jvm;
  private final KeepAlive keepAlive;
  private final long silenceNs;
  private final ByteBuffer sign = ByteBuffer.allocateDirect(Long.BYTES);
  private final List<Connection> connections = new ArrayList<>(1);
  private long heardNs;
  private long signedNs;

  /** Whether this side connects, since it has reached the other before. */
  private boolean dials;

  private boolean dialling;
  private boolean lost;

  /**
   * Looks after a JVM from now on.
   *
   * @param keepAlive the times of this JVM
   */
  JvmWatch(TcpSelector selector, int jvm, KeepAlive keepAlive) {
    this.selector = selector;
    this.jvm = jvm;
    this.keepAlive = keepAlive;
    this.silenceNs = keepAlive.silenceNs();
    this.heardNs = keepAlive.nowNs();
  }

  /** Makes this side connect: it has just reached the other. */
  void dial() {
    dials = true;
    if (isNeeded()) {
      new OutgoingConnection(selector, this).begin();
    }
  }

  private boolean isNeeded() {
    return silenceNs > 0 && connections.isEmpty();
  }

  @Override
  public TcpHandshake handshake() {
    JobShape shape = selector.context.shape();
    return TcpHandshake.connecting(
        selector.context,
        selector.encrypts(),
        TcpHandshake.FOR_WATCHING,
        shape.firstRank(selector.context.jvm()),
        shape.firstRank(jvm));
  }

  @Override
  public int peer() {
    return selector.context.shape().firstRank(jvm);
  }

  @Override
  public boolean begins() {
    boolean first = !dialling && !lost;
    dialling = true;
    return first;
  }

  @Override
  public boolean isUrgent() {
    return true;
  }

  @Override
  public boolean isWanted() {
    return dialling && !lost;
  }

  @Override
  public void made(Connection made, SelectionKey key) {
    dialling = false;
    use(made, key);
  }

  /**
   * The other side has connected. A connection that this side is making goes on: the other one may
   * have admitted it already, and would see it end.
   */
  void accepted(Connection theirs, SelectionKey key) {
    use(theirs, key);
  }

  private void use(Connection made, SelectionKey key) {
    heardNs = keepAlive.nowNs();
    signedNs = heardNs - silenceNs; // a sign follows at once
    connections.add(made);
    key.attach((SelectedChannel) () -> hear(made));
    key.interestOps(SelectionKey.OP_READ);
  }

  private void hear(Connection from) {
    try {
      if (from.read(sign.clear()) >= 0) {
        heardNs = keepAlive.nowNs();
        return;
      }
    } catch (IOException reset) {
      // As if it had been closed.
    }
    drop(from);
  }

  /** The ranks of the other JVM report errors on their own connections. */
  private void drop(Connection connection) {
    TcpSelector.hangUp(connection);
    connections.remove(connection);
    if (dials && !lost && isNeeded()) {
      new OutgoingConnection(selector, this).beginLater(); // it may be dropped again at once
    }
  }

  /** Gives a sign, and sees to it that one has come; the selector has just looked at the clock. */
  void look() {
    if (lost || silenceNs == 0) {
      return;
    }
    long now = keepAlive.lookedNs();
    if (now - signedNs >= keepAlive.signEveryNs()) {
      signedNs = now;
      for (Connection connection : List.copyOf(connections)) {
        try {
          connection.write(sign.clear().limit(1)); // a full connection needs no further signs
        } catch (IOException reset) {
          drop(connection);
        }
      }
    }
    heardNs = keepAlive.heardNs(heardNs);
    if (keepAlive.isTooLong(heardNs)) {
      lose(
          ErrorClass.PROC_FAILED,
          "nothing has been heard of its JVM for "
              + silenceNs / 1_000_000_000
              + " s; is its host still there, and the network?");
    }
  }

  /** This side's connection cannot be made; that of the other will do. */
  @Override
  public void failed(ErrorClass errorClass, String why) {
    dialling = false;
    if (connections.isEmpty()) {
      lose(errorClass, why);
    }
  }

  private void lose(ErrorClass errorClass, String why) {
    lost = true;
    connections.forEach(TcpSelector::hangUp);
    connections.clear();
    selector.host.lost(jvm, errorClass, why);
  }
}
