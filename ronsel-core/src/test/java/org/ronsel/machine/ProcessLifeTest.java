package org.ronsel.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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
