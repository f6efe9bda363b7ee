package org.ronsel.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.spi.UsageException;

/** Which names are this host's, and which are the same host's. */
class HostAddressesTest {
  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.0.1.1", "::1"})
  void theseAreThisHost(String name) {
    assertThat(isHere(name)).isTrue();
  }

  @Test
  void soAreItsNameWithAndWithoutDomainAndItsAddress() throws IOException {
    InetAddress own = InetAddress.getLocalHost();
    assertThat(isHere(own.getHostName())).isTrue();
    assertThat(isHere(own.getHostName() + ".some.domain.invalid")).isTrue();
    assertThat(isHere(own.getHostName().split("\\.")[0])).isTrue();
    assertThat(isHere(own.getHostAddress())).isTrue();
  }

  /** Another user of this host is asked for by the remote shell. */
  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "no-such-host.invalid", "2001:db8::1", "someone@localhost"})
  void theseAreNot(String name) {
    assertThat(isHere(name)).isFalse();
  }

  @Test
  void twoNamesOfOneAddressAreRefused() {
    HostList list = HostList.ofList("--hosts", "192.0.2.1,192.0.2.2,me@192.0.2.1");
    HostAddresses addresses = HostAddresses.of(list.hosts());
    assertThatThrownBy(() -> addresses.requireDifferent("--hosts x"))
        .isInstanceOf(UsageException.class)
        .hasMessage(
            "--hosts x: 192.0.2.1 and me@192.0.2.1 are the same host, with the address 192.0.2.1:"
                + " name it once, with the slots of both");
  }

  private static boolean isHere(String name) {
    return HostAddresses.of(List.of(new Host(name, 1, Host.ANY))).isHere(name);
  }
}
