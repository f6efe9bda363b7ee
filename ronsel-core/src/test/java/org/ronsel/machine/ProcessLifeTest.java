package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
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

  @Test
  void aProcessThatMayOpenNoMoreFilesTakesNoOtherForEnded() throws Exception {
    assumeTrue(LinuxCalls.AVAILABILITY.usable(), "no system calls");
    try (ForkedJvm jvm = ForkedJvm.start(WithoutFiles.class, List.of(ForkedJvm.NATIVE))) {
      assertThat(jvm.finish()).isEqualTo("Too many open files, false");
    }
  }

  /** Says whether its parent is ending when it may open no file. */
  static final class WithoutFiles {
    private static final int OPEN_FILES = 7;

    public static void main(String[] args) {
      long parent = ProcessHandle.current().parent().orElseThrow().pid();
      boolean before = ProcessLife.isEnding(parent); // loads the classes, which are files
      long result;
      try (Arena arena = Arena.ofConfined()) {
        long none = arena.allocateFrom(ValueLayout.JAVA_LONG, 0, 0).address();
        int setrlimit = LinuxCalls.X86 ? 160 : 164;
        result = LinuxCalls.call(setrlimit, OPEN_FILES, none, 0);
      }
      String opened = "opened";
      try (FileInputStream file = new FileInputStream("/dev/null")) {
        opened += file;
      } catch (IOException e) {
        opened = "Too many open files";
      }
      System.out.print(opened + ", " + (before || result != 0 || ProcessLife.isEnding(parent)));
    }
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
