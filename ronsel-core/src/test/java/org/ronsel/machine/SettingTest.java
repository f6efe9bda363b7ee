package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.InvalidArgumentException;

class SettingTest {
  private final Set<String> set = new HashSet<>();

  @AfterEach
  void unset() {
    set.forEach(System::clearProperty);
  }

  private void set(String property, String value) {
    System.setProperty(property, value);
    set.add(property);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1000, 1000", "64K, 65536", "3m, 3145728", "512KB, 524288", "1G, 1073741824"})
  void aLengthIsANumberOfBytesWithAUnit(String text, long bytes) {
    set("ronsel.eager.limit", text);
    assertThat(Setting.EAGER_LIMIT.number()).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "M",
        "-1",
        "1 M",
        "1e9",
        "0x10",
        "2G",
        "1048577K",
        "9999999999999",
        "17179869184G",
        "1KK",
        "abc"
      })
  void whatIsNoLengthIsRefused(String text) {
    set("ronsel.eager.limit", text);
    assertThatThrownBy(() -> Setting.EAGER_LIMIT.number())
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessage(
            "-Dronsel.eager.limit has to be a number of bytes from 0 to 1G, such as 64M, not \""
                + text
                + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "17", "1K", "", "99999999999999999999"})
  void aNumberOutOfItsBoundsIsRefused(String text) {
    set("ronsel.tcp.connections", text);
    assertThatThrownBy(() -> Setting.TCP_CONNECTIONS.integer())
        .hasMessage(
            "-Dronsel.tcp.connections has to be a number from 1 to 16, not \"" + text + "\"");
  }

  @Test
  void theLargestNumberOfTheLargestBoundsFits() {
    set("ronsel.object.depth", Long.toString(Long.MAX_VALUE));
    assertThat(Setting.OBJECT_DEPTH.number()).isEqualTo(Long.MAX_VALUE);
    set("ronsel.object.depth", "9223372036854775808");
    assertThatThrownBy(() -> Setting.OBJECT_DEPTH.number())
        .hasMessageContaining("ronsel.object.depth has to be a number, not");
  }

  @ParameterizedTest
  @CsvSource({"true, 1", "'', 1", "false, 0", "TRUE, 1", "0, 0", "3, 3", "64, 64"})
  void progressThreadsAreANumberOrNot(String text, int threads) {
    set("ronsel.progress.thread", text);
    assertThat(Setting.PROGRESS_THREAD.integer()).isEqualTo(threads);
  }

  @Test
  void aWordIsOneOfThoseThereAreHoweverItIsWritten() {
    set("ronsel.copy.string", "OFF");
    assertThat(Setting.COPY_STRING.word()).isEqualTo("off");
    set("ronsel.copy.string", "no");
    assertThatThrownBy(() -> Setting.COPY_STRING.word())
        .hasMessage("-Dronsel.copy.string has to be auto, on or off, not \"no\"");
    set("ronsel.tcp.encrypt", "yes");
    assertThatThrownBy(Setting.TCP_ENCRYPT::isTrue)
        .hasMessage("-Dronsel.tcp.encrypt has to be true or false, not \"yes\"");
  }

  @Test
  void whatNobodySetsIsTheStandardOrAsTheCallerSays() {
    assertThat(Setting.EAGER_POOL.number()).isEqualTo(4 << 20);
    assertThat(Setting.TCP_SILENCE.integer()).isEqualTo(30);
    assertThat(Setting.PROGRESS_THREAD.integer()).isZero();
    assertThat(Setting.FUTEX.word()).isEqualTo("on");
    assertThat(Setting.OBJECT_REFERENCES.number(7)).isEqualTo(7);
    assertThatThrownBy(Setting.OBJECT_REFERENCES::number)
        .hasMessageContaining("ronsel.object.references has no value of its own");
    assertThat(Setting.TCP_ENCRYPT.isTrue()).isFalse();
    assertThat(Setting.SHM_DIRECTORY.text()).isNull();
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @EnumSource
  void aStandardValueIsOneThatTheSettingMayHave(Setting setting) {
    String standard = setting.standard();
    assertThat(standard == null || setting.accepts(standard)).isTrue();
  }

  @ParameterizedTest
  @EnumSource
  void aValueThatASettingCannotHaveIsFoundBeforeAnybodyAsks(Setting setting) {
    set(setting.property(), "?");
    boolean anyText =
        Set.of("TRANSPORTS", "HOSTS", "COLLECTIVES", "SHM_DIRECTORY").contains(setting.name())
            || setting == Setting.OBJECT_FILTER;
    if (anyText) {
      assertThatCode(() -> Setting.check(System.getProperties())).doesNotThrowAnyException();
    } else {
      assertThatThrownBy(Setting::checkAll)
          .isInstanceOf(InvalidArgumentException.class)
          .hasMessageStartingWith("-D" + setting.property() + " has to be ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "128", "4096", "1048576"})
  void theSlotsOfARingAreNoneOrAPowerOfTwo(String text) {
    set("ronsel.shm.ring.slots", text);
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
    assertThat(Setting.SHM_RING_SLOTS.number(7)).isEqualTo(Long.parseLong(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "64", "129", "1000", "2097152", "0128"})
  void otherNumbersOfSlotsAreRefused(String text) {
    set("ronsel.shm.ring.slots", text);
    assertThatThrownBy(Setting::checkAll)
        .hasMessage(
            "-Dronsel.shm.ring.slots has to be 0 or a power of two from 128 to 1048576, not \""
                + text
                + "\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "20000", "20000-20100", "1-65535"})
  void portsAreAPortOrARange(String text) {
    set("ronsel.tcp.ports", text);
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "9-1", "1-65536", "-1", "1-2-3", "99999999999"})
  void otherPortsAreRefused(String text) {
    set("ronsel.tcp.ports", text);
    assertThatThrownBy(Setting::checkAll)
        .hasMessage(
            "-Dronsel.tcp.ports has to be a port or a range of ports, such as 20000-20100, not \""
                + text
                + "\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "eth0", "br-1:2", "10.0.0.0/8", "10.0.0.1", "fe80::/10", "::1", "fe80::1%lo"})
  void aNetworkIsAnInterfaceASubnetOrAnAddress(String text) {
    set("ronsel.net", text);
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(strings = {"eth0/8", "10.0.0.0/33", "fe80::/129", "10.0.0.0/", "two words", "a,b"})
  void otherNetworksAreRefused(String text) {
    set("ronsel.net", text);
    assertThatThrownBy(Setting::checkAll)
        .hasMessage(
            "-Dronsel.net has to be an interface, a subnet such as 10.0.0.0/8, or an address, not"
                + " \""
                + text
                + "\"");
  }

  @Test
  void theDirectoryForSharedMemoryIsThereEvenWhereNoneIsShared(@TempDir Path folder) {
    set("ronsel.shm.dir", folder.toString());
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
    set("ronsel.shm.dir", folder + "/nope");
    assertThatThrownBy(Setting::checkAll)
        .hasMessage(
            folder
                + "/nope does not exist. Name a directory that exists with -Dronsel.shm.dir=DIR");
    // Another process, perhaps of another host, has it.
    assertThatCode(() -> Setting.check(System.getProperties())).doesNotThrowAnyException();
  }

  @Test
  void aNameThatBeginsLikeThatOfASettingAndIsNoneIsRefused() {
    set("ronsel.eager.limt", "8192");
    assertThatThrownBy(Setting::checkAll)
        .hasMessage(
            "-Dronsel.eager.limt sets nothing; there is ronsel.eager.limit, ronsel.eager.pool,"
                + " ronsel.eager.late");
  }

  @Test
  void theNamesOfOperationsAreThoseOfNoOtherSetting() {
    set("ronsel.collective.scratch", "1M");
    set("ronsel.collective.unheard", "x");
    set("ronsel.collective.barrier", "x");
    set("ronsel.collectives", "default");
    assertThat(Setting.algorithmProperties(System.getProperties()))
        .containsExactly("ronsel.collective.barrier", "ronsel.collective.unheard");
    for (Setting setting : Setting.values()) {
      assertThat(setting.property().startsWith(Setting.ALGORITHM_PREFIX))
          .isEqualTo(setting == Setting.COLLECTIVE_SCRATCH);
    }
    // The table of algorithms knows what operations there are.
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
  }

  @Test
  void otherNamesAreNotOurs() {
    set("ronsel.unheard", "1");
    set("ronsel.test.anything", "1");
    set("eager.limt", "1");
    assertThatCode(Setting::checkAll).doesNotThrowAnyException();
  }
}
