package org.ronsel.transport.tcp;

import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;

/** What a connection is made for; of the selector's thread. */
interface ConnectionTarget {
  /** A new handshake. */
  TcpHandshake handshake();

  /** Where the other JVM listens. */
  InetSocketAddress address();

  /** Whether the connection is to be made from here; once. */
  boolean begins();

  /** Whether it still is. */
  boolean isWanted();

  /** The connection is there, and its other end has proved itself. */
  void made(SocketChannel channel) throws ClosedChannelException;

  /** It cannot be made. */
  void failed(String why);
}
