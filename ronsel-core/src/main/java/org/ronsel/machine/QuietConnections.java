package org.ronsel.machine;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketOption;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.Set;

/**
 * TCP connections on which nothing may be said for hours. What lies between two hosts, such as a
 * firewall, forgets those after some minutes, and then drops what is sent on them. So the system is
 * asked for a probe each minute, where it can be.
 */
public final class QuietConnections {
  /**
   * Options in seconds, and a number of probes in vain, by their names: their constants are of the
   * module {@code jdk.net}, which a JVM need not have. By these numbers a connection whose other
   * end has gone is given up after two hours, as without them.
   */
  private static final Map<String, Integer> OPTIONS =
      Map.of("TCP_KEEPIDLE", 60, "TCP_KEEPINTERVAL", 60, "TCP_KEEPCOUNT", 120);

  private QuietConnections() {}

  /** Sets an option of a socket of either kind. */
  private interface Setter {
    <T> Object set(SocketOption<T> option, T value) throws IOException;
  }

  /** Keeps a connection alive. */
  public static void keep(SocketChannel connection) throws IOException {
    keep(connection.supportedOptions(), connection::setOption);
  }

  /** Keeps a connection alive. */
  public static void keep(Socket connection) throws IOException {
    keep(connection.supportedOptions(), connection::setOption);
  }

  private static void keep(Set<SocketOption<?>> supported, Setter to) throws IOException {
    var _ = to.set(StandardSocketOptions.SO_KEEPALIVE, true);
    for (SocketOption<?> option : supported) {
      Integer value = OPTIONS.get(option.name());
      if (value != null && option.type() == Integer.class) {
        @SuppressWarnings("unchecked") // as its type says
        SocketOption<Integer> number = (SocketOption<Integer>) option;
        var _ = to.set(number, value);
      }
    }
  }
}
