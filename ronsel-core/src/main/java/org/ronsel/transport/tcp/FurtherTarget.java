package org.ronsel.transport.tcp;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import org.ronsel.ErrorClass;
import org.ronsel.transport.JobShape;

/** A further connection for data of long messages to a peer. */
final class FurtherTarget implements ConnectionTarget {
  private final TcpSelector selector;
  private final TcpLink link;
  private final ByteBuffer heard = ByteBuffer.allocateDirect(1);

  FurtherTarget(TcpSelector selector, TcpLink link) {
    this.selector = selector;
    this.link = link;
  }

  @Override
  public TcpHandshake handshake() {
    return TcpHandshake.connecting(
        selector.context, selector.encrypts(), TcpHandshake.FOR_DATA, link.rank(), link.peer());
  }

  @Override
  public int peer() {
    return link.peer();
  }

  @Override
  public boolean begins() {
    return true;
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  @Override
  public boolean isWanted() {
    return !link.hasFailed();
  }

  @Override
  public void made(Connection connection, SelectionKey key) {
    key.attach((SelectedChannel) () -> hear(connection));
    key.interestOps(SelectionKey.OP_READ);
    link.widen(connection, key);
  }

  /** Nothing is said on it in this direction; TLS itself may. */
  private void hear(Connection connection) {
    try {
      int count = connection.read(heard.clear());
      if (count != 0) {
        link.failed(
            count < 0
                ? "it has closed a connection"
                : "it says something on a connection that is for what it gets");
      }
    } catch (IOException broken) {
      link.failed(String.valueOf(broken.getMessage()));
    }
  }

  /** The first connection does. */
  @Override
  public void failed(ErrorClass errorClass, String why) {
    JobShape shape = selector.context.shape();
    selector.cannotWiden(shape.jvmOf(link.peer()), why);
  }
}
