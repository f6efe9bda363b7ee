package org.ronsel.transport.tcp;

import java.nio.channels.SelectionKey;
import org.ronsel.ErrorClass;

/** A link, whose peer may be about to make the connection as well. */
record LinkTarget(TcpSelector by, TcpLink link) implements ConnectionTarget {
  @Override
  public TcpHandshake handshake() {
    return TcpHandshake.connecting(
        by.context, by.encrypts(), TcpHandshake.FOR_RECORDS, link.rank(), link.peer());
  }

  @Override
  public int peer() {
    return link.peer();
  }

  @Override
  public boolean begins() {
    return link.dials();
  }

  @Override
  public boolean isUrgent() {
    return false;
  }

  @Override
  public boolean isWanted() {
    return link.isDialling();
  }

  @Override
  public void saysHello(boolean said) {
    link.saysHello(said);
  }

  @Override
  public void made(Connection connection, SelectionKey key) {
    TcpSelector.establish(connection, key, link);
    by.watch(by.context.shape().jvmOf(link.peer())).dial();
  }

  @Override
  public void failed(ErrorClass errorClass, String why) {
    link.failed(errorClass, why);
  }
}
