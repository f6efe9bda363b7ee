package org.ronsel.transport.tcp;

import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;

/** A link, whose peer may be about to make the connection as well. */
record LinkTarget(TcpSelector by, TcpLink link) implements ConnectionTarget {
  @Override
  public TcpHandshake handshake() {
    return TcpHandshake.connecting(by.context, TcpHandshake.FOR_RECORDS, link.rank(), link.peer());
  }

  @Override
  public InetSocketAddress address() {
    return by.host.addressOf(link.peer());
  }

  @Override
  public boolean begins() {
    return link.dials();
  }

  @Override
  public boolean isWanted() {
    return link.isDialling();
  }

  @Override
  public void made(SocketChannel channel) throws ClosedChannelException {
    by.establish(channel, link);
    by.watch(by.context.shape().jvmOf(link.peer())).dial();
  }

  @Override
  public void failed(String why) {
    link.failed(why);
  }
}
