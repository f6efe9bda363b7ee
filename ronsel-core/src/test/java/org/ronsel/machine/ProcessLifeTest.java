package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.ErrorClass;

class ProcessLifeTest {
  @Test
  void aProcessThatRunsIsNotEndingAndOneThatHasEndedIs() throws Exception {
    assertThat(ProcessLife.isEnding(ProcessHandle.current().pid())).isFalse();
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThat(ProcessLife.isEnding(ended.pid())).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "12 (java) S 1 12 12 0 -1 4194304 1 0, false",
    "12 (a) Z 4) S 1 12 12 0 -1 4194304 1 0, false",
    "12 (java) Z 1 12 12 0 -1 4194304 1 0, true",
    "12 (java) R 1 12 12 0 -1 4194308 1 0, true",
    "12 (java), true"
  })
  void theStateAndTheFlagsOfTheKernelTell(String stat, boolean ending) {
    assertThat(ProcessLife.isEnding(stat)).isEqualTo(ending);
  }

  @Test
  void theAgeOfAProcessIsThatOfTheSystemLessItsStart() {
    String stat = "12 (a b) c) S 1 12 12 0 -1 4194304 1 0 3 0 1 2 0 0 20 0 1 0 54321 99 1";
    assertThat(ProcessLife.age(stat, "545.67 900.00\n")).isEqualTo(Duration.ofMillis(2460));
    assertThat(ProcessLife.age(stat, "540.00 900.00\n")).isNull();
    assertThat(ProcessLife.age("12 (java) S 1", "545.67 900.00\n")).isNull();
    assertThat(ProcessLife.age(stat, "")).isNull();
    assertThat(ProcessLife.age(null, "545.67 900.00\n")).isNull();
  }

  @Test
  void thisProcessIsOlderThanItsJvm() {
    Duration up = Duration.ofMillis(ManagementFactory.getRuntimeMXBean().getUptime());
    assertThat(ProcessLife.age(up)).isGreaterThan(up.minusMillis(20)); // clocks tick each 10 ms
  }

  @Test
  void whereTheTicksAreAnotherSystemsTheClockTells() {
    Duration longAgo = Duration.ofDays(100_000);
    assertThat(ProcessLife.age(longAgo)).isEqualTo(longAgo);
  }

  @Test
  void memoryOfAProcessThatHasEndedIsGone() throws Exception {
    assumeTrue(SharedSegment.anonymous().usable(), "no anonymous shared memory");
    Process ended = new ProcessBuilder("true").start();
    ended.waitFor();
    assertThatThrownBy(() -> SharedSegment.open("/proc/" + ended.pid() + "/fd/9", 4096))
        .isInstanceOfSatisfying(
            ProcessGoneException.class,
            gone -> assertThat(gone.errorClass()).isEqualTo(ErrorClass.PROC_FAILED))
        .hasMessageStartingWith("process " + ended.pid() + " has ended, and its memory");
  }
}
