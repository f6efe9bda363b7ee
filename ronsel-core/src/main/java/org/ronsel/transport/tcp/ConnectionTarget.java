package org.ronsel.transport.tcp;

import java.nio.channels.SelectionKey;
import org.ronsel.ErrorClass;

/** The purpose of a connection that is being made; used by the selector's thread. */
interface ConnectionTarget {
  /** A new handshake. */
  TcpHandshake handshake();

  /** The rank to which the connection is made, or the first of its JVM. */
  int peer();

  /** Whether the connection is to be made from here; once. */
  boolean begins();

  /** Whether it still is. */
  boolean isWanted();

  /**
   * The other end is told who connects, which it has not been before if {@code false}: the
   * connection has failed.
   */
  default void saysHello(boolean said) {
    // Means something where the other end may connect as well.
  }

  /** Whether it does not wait until others to the same JVM have been made. */
  boolean isUrgent();

  /**
   * The connection is there, and its other end has proved itself.
   *
   * @param key that of its channel
   */
  void made(Connection connection, SelectionKey key);

  /**
   * The connection cannot be made.
   *
   * @param errorClass {@code PROC_FAILED} if the peer cannot be reached, another one if this
   *     process can make no connection at all
   */
  void failed(ErrorClass errorClass, String why);
}
