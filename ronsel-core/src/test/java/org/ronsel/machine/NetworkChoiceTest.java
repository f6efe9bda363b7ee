package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.channels.ServerSocketChannel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.RonselException;

/** On which address and port the JVMs of a host listen. */
class NetworkChoiceTest {
  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/8, 10.255.3.4, true",
    "10.0.0.0/8, 11.0.0.1, false",
    "10.1.128.0/17, 10.1.129.1, true",
    "10.1.128.0/17, 10.1.127.1, false",
    "10.1.2.3, 10.1.2.3, true",
    "10.1.2.3, 10.1.2.4, false",
    "0.0.0.0/0, 10.1.2.4, true",
    "fd00:77::/64, fd00:77::1, true",
    "fd00:77::/64, fd00:78::1, false",
    "10.0.0.0/8, fd00::1, false",
    "10.0.0.0/33, 10.0.0.0, false",
    "10.0.0.0/-1, 10.0.0.0, false",
    "10.0.0.0/x, 10.0.0.0, false",
    "eth0, 10.0.0.0, false"
  })
  void aSubnetHasTheAddressesThatBeginLikeIt(String subnet, String address, boolean has) {
    assertThat(NetworkChoice.contains(subnet, InetAddress.ofLiteral(address))).isEqualTo(has);
  }

  @Test
  void aNetworkThatThereIsNotIsNamedWithThoseThatThereAre() {
    assertThat(NetworkChoice.obstacle("127.0.0.0/8")).isNull();
    assertThat(NetworkChoice.address("127.0.0.0/8", false).isLoopbackAddress()).isTrue();
    assertThat(NetworkChoice.address("", true).isLoopbackAddress()).isTrue();
    assertThat(NetworkChoice.obstacle("nowhere7"))
        .startsWith("there is no such interface; there is ")
        .contains("127.0.0.1");
    assertThat(NetworkChoice.obstacle("203.0.113.0/24"))
        .startsWith("no interface has an address in it; there is ");
    assertThatThrownBy(() -> NetworkChoice.address("nowhere7", false))
        .isInstanceOf(RonselException.class)
        .hasMessageStartingWith("nowhere7: there is no such interface");
  }

  @Test
  void whereAJvmListensIsReadAsItWasWritten() throws UnknownHostException {
    for (String ip : new String[] {"10.1.2.3", "fd00::7"}) {
      InetSocketAddress address = new InetSocketAddress(InetAddress.ofLiteral(ip), 54321);
      assertThat(NetworkChoice.decode(NetworkChoice.encode(address))).isEqualTo(address);
    }
    for (int length : new int[] {0, 1, 2, 5, 7, 17, 19}) {
      assertThatThrownBy(() -> NetworkChoice.decode(new byte[length]))
          .isInstanceOf(UnknownHostException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "5-4", "-5", "1-65536", "1-2-3", "20000-"})
  void whatIsNoRangeOfPortsIsRefused(String text) {
    assertThatThrownBy(() -> PortRange.of(text))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("is not a range of ports");
  }

  @Test
  void theNextFreePortOfARangeIsTaken() throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocketChannel any = PortRange.of("0").listen(loopback, 1)) {
      int taken = any.socket().getLocalPort();
      PortRange only = new PortRange(taken, taken);
      assertThatThrownBy(() -> only.listen(loopback, 1))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("all ports from " + taken + " to " + taken + " are taken");
    }
  }
}
