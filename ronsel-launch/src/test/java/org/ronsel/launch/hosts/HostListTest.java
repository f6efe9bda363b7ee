package org.ronsel.launch.hosts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.spi.UsageException;

/** Machine files and lists of hosts. */
class HostListTest {
  @ParameterizedTest
  @CsvSource({
    "node1, node1, 1, 0, false",
    "node1:3, node1, 3, 0, true",
    "node1 slots=4, node1, 4, 0, true",
    "node1 slots = 4 max_slots=8, node1, 4, 8, true",
    "node1 max-slots=8, node1, 1, 8, true",
    "node1 cpu=2, node1, 2, 0, true",
    "node1:2 ifname=ib0, node1, 2, 0, true",
    "me@node1.example.org, me@node1.example.org, 1, 0, false",
    "node1 # slots=9, node1, 1, 0, false",
    "'  node1\t', node1, 1, 0, false",
    "10.0.0.1:2, 10.0.0.1, 2, 0, true",
    "[::1], ::1, 1, 0, false",
    "[fe80::1%eth0]:2, fe80::1%eth0, 2, 0, true",
    "fe80::1:2, fe80::1:2, 1, 0, false",
  })
  void aLineIsAHostWithSlots(String line, String name, int slots, int maxSlots, boolean hasSlots) {
    HostList list = HostList.ofLines("-f x", List.of("", line, "#" + line));
    assertThat(list.hosts())
        .containsExactly(new Host(name, slots, maxSlots == 0 ? Host.ANY : maxSlots));
    assertThat(list.hasSlots()).isEqualTo(hasSlots);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          node1 slots=four      | -f x:3: 'slots=four': the number of slots is 1 to 1000000
          node1 slots=0         | -f x:3: 'slots=0': the number of slots is 1 to 1000000
          node1:-2              | -f x:3: 'node1:-2': the number of slots is 1 to 1000000
          node1:                | -f x:3: 'node1:': the number of slots is 1 to 1000000
          node1 slots=99999999  | -f x:3: 'slots=99999999': the number of slots is 1 to 1000000
          node1 slot=4          | -f x:3: 'slot=4' is not understood; a line is HOST, HOST:4 or HOST slots=4
          node1 4               | -f x:3: '4' is not understood
          node1, node2          | -f x:3: 'node1,' is not the name of a host
          -oProxyCommand=x      | -f x:3: '-oProxyCommand=x' is not the name of a host
          node[1-4]             | -f x:3: 'node[1-4]' is not the name of a host; ranges are not expanded: name each host
          n1.x[07,09]:2         | -f x:3: 'n1.x[07,09]:2' is not the name of a host; ranges are not expanded
          $(reboot)             | -f x:3: '$(reboot)' is not the name of a host
          node1 slots=4 max_slots=2 | -f x:3: 4 slots are more than max_slots=2
          """)
  void aMalformedLineIsNamed(String line, String message) {
    assertThatThrownBy(() -> HostList.ofLines("-f x", List.of("good", "", line)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(message);
  }

  @Test
  void aHostThatIsNamedTwiceHasTheSlotsOfBoth() {
    HostList list = HostList.ofList("--hosts", "b,a:2,b,b:3");
    assertThat(list.hosts())
        .containsExactly(new Host("b", 5, Host.ANY), new Host("a", 2, Host.ANY));
    assertThat(list.hasSlots()).isTrue();
    assertThat(HostList.ofList("--hosts", "a,b").hasSlots()).isFalse();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          a slots=2 max_slots=3 | a slots=2             | host a has 4 slots by now, more than max_slots=3
          a slots=4             | a slots=1 max_slots=4 | host a has 5 slots by now, more than max_slots=4
          a max_slots=1         | a                     | host a has 2 slots by now, more than max_slots=1
          a slots=2 max_slots=3 | a slots=2 max_slots=9 | host a has 4 slots by now, more than max_slots=3
          """)
  void theSlotsOfAllLinesAreNotMoreThanAHostMayHave(String first, String second, String why) {
    assertThatThrownBy(() -> HostList.ofLines("-f x", List.of(first, second)))
        .isInstanceOf(UsageException.class)
        .hasMessage("-f x:2: " + why);
  }

  @Test
  void aBoundOfOneLineHoldsForTheOthers() {
    assertThat(HostList.ofLines("-f x", List.of("a:1", "a:1 max_slots=3", "a:1")).hosts())
        .containsExactly(new Host("a", 3, 3));
  }

  @Test
  void aRangeInAListIsNamedUpToItsComma() {
    assertThatThrownBy(() -> HostList.ofList("--hosts", "node[1,3]"))
        .hasMessage(
            "--hosts node[1,3]: 'node[1' is not the name of a host; ranges are not expanded: name"
                + " each host");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a,,b", ",", "a,"})
  void aListHasNoEmptyNames(String list) {
    assertThatThrownBy(() -> HostList.ofList("--hosts", list))
        .hasMessage("--hosts " + list + ": there is an empty name between the commas");
  }

  /** Such as Notepad writes it: a mark at the beginning, and line ends of two characters. */
  @Test
  void aFileMayBeOneOfWindows(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(folder.resolve("hosts"), "\uFEFFa slots=2\r\n\r\n# none\r\nb:3\r\n");
    assertThat(HostList.ofFile("-machinefile", file.toString()).hosts())
        .containsExactly(new Host("a", 2, Host.ANY), new Host("b", 3, Host.ANY));
  }

  @Test
  void aFileWithoutHostsIsNoMachineFile(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("hosts"), "# nothing\n\n");
    assertThatThrownBy(() -> HostList.ofFile("-machinefile", file.toString()))
        .hasMessage("-machinefile " + file + " names no host");
    assertThatThrownBy(() -> HostList.ofFile("-machinefile", folder.toString()))
        .hasMessage("-machinefile " + folder + ": it is a folder");
    assertThatThrownBy(() -> HostList.ofFile("-machinefile", folder + "/none"))
        .hasMessage("-machinefile " + folder + "/none: no such file");
    Path large = folder.resolve("large");
    try (RandomAccessFile sparse = new RandomAccessFile(large.toFile(), "rw")) {
      sparse.setLength(5L << 30);
    }
    assertThatThrownBy(() -> HostList.ofFile("-machinefile", large.toString()))
        .hasMessage("-machinefile " + large + ": it has more than 16 MB, as no file of hosts has");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void whatAProgramWritesMayBeAMachineFile(@TempDir Path folder) throws Exception {
    Path pipe = folder.resolve("pipe");
    Process writer =
        new ProcessBuilder("sh", "-c", "mkfifo \"$0\" && echo && echo a:2 >\"$0\"", pipe.toString())
            .start();
    try {
      assertThat(writer.getInputStream().read()).as("the pipe is there").isEqualTo('\n');
      assertThat(HostList.ofFile("-machinefile", pipe.toString()).hosts())
          .containsExactly(new Host("a", 2, Host.ANY));
    } finally {
      writer.destroyForcibly();
    }
  }

  /**
   * Whatever stands in a file, it is read or refused in one line; names come out as they went in.
   */
  @Test
  void aFileOfRandomWordsIsReadOrRefused() {
    long seed = Long.getLong("ronsel.test.seed", System.nanoTime());
    Random random = new Random(seed);
    String[] pieces = {
      "node",
      "1",
      ":",
      "=",
      "slots",
      "max_slots",
      " ",
      "\t",
      "#",
      "4",
      "-",
      "[",
      "]",
      "@",
      "\0",
      "\u00ff",
      ",",
      "%",
      "cpu",
      "999999999999",
      ".",
      "::",
      "ifname=",
      "'",
      "$"
    };
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      List<String> lines = new ArrayList<>();
      for (int l = random.nextInt(3); l >= 0; l--) {
        StringBuilder line = new StringBuilder();
        for (int p = random.nextInt(7); p >= 0; p--) {
          line.append(pieces[random.nextInt(pieces.length)]);
        }
        lines.add(line.toString());
      }
      try {
        for (Host host : HostList.ofLines("-f x", lines).hosts()) {
          assertThat(host.name()).matches("[\\w.%@:-]+").doesNotStartWith("-");
          assertThat(host.slots()).isPositive();
          read++;
        }
      } catch (UsageException refused) {
        assertThat(refused.getMessage()).doesNotContain("\n");
      } catch (RuntimeException e) {
        fail("seed " + seed + ", lines " + lines, e);
      }
    }
    assertThat(read).as("of some there are hosts").isPositive();
  }
}
