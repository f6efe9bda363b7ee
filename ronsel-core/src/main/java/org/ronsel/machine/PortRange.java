package org.ronsel.machine;

import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;

/**
 * The ports on which the JVMs of a host may listen, one each: those that a firewall lets through.
 *
 * @param first the first one, 0 for any
 * @param last the last one
 */
public record PortRange(int first, int last) {
  private static final int HIGHEST = 65535;

  /** The range in the property {@code ronsel.tcp.ports}, which {@code --ports} sets. */
  public static PortRange ofProperty() {
    return of(Setting.TCP_PORTS.text("0"));
  }

  /**
   * Reads a range such as {@code 20000-20100}, or a single port.
   *
   * @throws RonselException if it is none
   */
  public static PortRange of(String text) {
    String[] ends = text.split("-", 2);
    try {
      int first = Integer.parseInt(ends[0].strip());
      int last = Integer.parseInt(ends[ends.length - 1].strip());
      if (first >= 0 && first <= last && last <= HIGHEST) {
        return new PortRange(first, last);
      }
    } catch (NumberFormatException e) {
      throw unusable(text);
    }
    throw unusable(text);
  }

  /** Whether {@link #of} can read a text. */
  static boolean isRange(String text) {
    try {
      PortRange unused = of(text);
      return true;
    } catch (RonselException e) {
      return false;
    }
  }

  private static RonselException unusable(String text) {
    return new RonselException(
        ErrorClass.ARGUMENT,
        "'" + text + "' is not a range of ports; give one such as 20000-20100");
  }

  /**
   * Listens on the first port that is free.
   *
   * @throws IOException if none is, or the system refuses
   */
  public ServerSocketChannel listen(InetAddress address, int backlog) throws IOException {
    for (int port = first; port <= last; port++) {
      ServerSocketChannel listener = ServerSocketChannel.open();
      boolean listens = false;
      try {
        var _ = listener.bind(new InetSocketAddress(address, port), backlog);
        listens = true;
        return listener;
      } catch (BindException taken) {
        if (first == 0) {
          throw taken;
        }
      } finally {
        if (!listens) {
          listener.close();
        }
      }
    }
    throw new IOException(
        "all ports from " + first + " to " + last + " are taken; each JVM of a host needs one");
  }
}
