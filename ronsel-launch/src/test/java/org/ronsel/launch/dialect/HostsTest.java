package org.ronsel.launch.dialect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Machine files and lists of hosts. */
class HostsTest {
  @ParameterizedTest
  @CsvSource({
    "here, 1",
    "here slots=4, 4",
    "here slots = 4 max_slots=8, 4",
    "here:3, 3",
    "here 10000, 1",
    "here # a comment, 1",
    "  here  , 1",
    "[::1], 1",
    "fe80::1:2, 1",
  })
  void aLineIsAHostWithSlots(String line, int slots) {
    assertThat(Hosts.of("-f x", List.of("", line, "#" + line), name -> true).slots())
        .isEqualTo(slots);
  }

  @Test
  void hostsElsewhereAreNamedOnceAndNotAllOfThem() {
    List<String> lines = List.of("here", "a", "b:2", "a", "c slots=2", "d", "e");
    assertThatThrownBy(() -> Hosts.of("-machinefile m", lines, "here"::equals))
        .hasMessageStartingWith("-machinefile m names a, b, c and 2 more, not this host");
  }

  @Test
  void aFileWithoutHostsIsNoMachineFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("hosts"), "# nothing\n\n");
    assertThatThrownBy(() -> Hosts.ofFile("-machinefile", file.toString()))
        .hasMessage("-machinefile " + file + " names no host");
    assertThatThrownBy(() -> Hosts.ofFile("-machinefile", folder.toString()))
        .hasMessageContaining("no such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"localhost", "LOCALHOST", "127.0.0.1", "127.0.1.1", "::1", "[::1]"})
  void theseAreThisHost(String name) {
    assertThat(Hosts.isHere(name)).isTrue();
  }

  @Test
  void soAreItsNameWithAndWithoutDomainAndItsAddress() throws IOException {
    InetAddress own = InetAddress.getLocalHost();
    assertThat(Hosts.isHere(own.getHostName())).isTrue();
    assertThat(Hosts.isHere(own.getHostName() + ".some.domain.invalid")).isTrue();
    assertThat(Hosts.isHere(own.getHostName().split("\\.")[0])).isTrue();
    assertThat(Hosts.isHere(own.getHostAddress())).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"192.0.2.1", "no-such-host.invalid", "2001:db8::1"})
  void theseAreNot(String name) {
    assertThat(Hosts.isHere(name)).isFalse();
  }
}
