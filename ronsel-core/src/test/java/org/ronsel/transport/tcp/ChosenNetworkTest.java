package org.ronsel.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.machine.PortRange;
import org.ronsel.transport.TestContext;

/** A JVM listens on the network that was chosen, and on no other. */
class ChosenNetworkTest {
  private static final int CONNECT_MS = 20_000;

  /** The names of all interfaces of this machine that have an address. */
  static Stream<String> interfaces() throws IOException {
    return NetworkInterface.networkInterfaces()
        .filter(each -> !addresses(each).isEmpty())
        .map(NetworkInterface::getName);
  }

  private static List<InetAddress> addresses(NetworkInterface of) {
    try {
      return of.isUp() ? of.inetAddresses().toList() : List.of();
    } catch (IOException gone) {
      return List.of();
    }
  }

  /**
   * Another process may listen on the same port of another address, by chance, but not each time.
   */
  @ParameterizedTest
  @MethodSource("interfaces")
  void aJvmListensOnOneAddressOfTheInterfaceThatIsNamed(String name) throws IOException {
    List<InetAddress> others = othersThatAreListenedOn(name);
    for (int i = 1; i < 3 && !others.isEmpty(); i++) {
      others = othersThatAreListenedOn(name);
    }
    assertThat(others).isEmpty();
  }

  private static List<InetAddress> othersThatAreListenedOn(String name) throws IOException {
    TcpHost host =
        new TcpHost(
            new TestContext(2, 0, rank -> TestContext.AWAKE),
            new TcpOptions(
                name, PortRange.of("0"), Duration.ofSeconds(20), Duration.ofSeconds(20), false, 1));
    List<InetAddress> others = new ArrayList<>();
    try {
      InetSocketAddress at = host.selector.address();
      assertThat(addresses(NetworkInterface.getByName(name))).contains(at.getAddress());
      new Socket(at.getAddress(), at.getPort()).close();
      for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
        for (InetAddress other : addresses(each)) {
          if (!other.equals(at.getAddress()) && !isLinkLocal(other)) {
            try {
              connect(other, at.getPort());
              others.add(other);
            } catch (IOException refused) {
              // Nobody listens there.
            }
          }
        }
      }
    } finally {
      host.close();
    }
    return others;
  }

  /** Such an address is one of several interfaces. */
  private static boolean isLinkLocal(InetAddress address) {
    return address instanceof Inet6Address && address.isLinkLocalAddress();
  }

  private static void connect(InetAddress to, int port) throws IOException {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress(to, port), CONNECT_MS);
    }
  }
}
