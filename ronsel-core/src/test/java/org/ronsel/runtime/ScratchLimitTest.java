package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.InvalidArgumentException;
import org.ronsel.harness.HostRanks;

class ScratchLimitTest {
  @ParameterizedTest
  @CsvSource({"0, 0", "1000, 1000", "64K, 65536", "3M, 3145728", "2G, 2147483648"})
  void itIsWhatTheSettingSays(String setting, long bytes) {
    assertThat(ScratchLimit.of(setting, 1L << 30, 4)).isEqualTo(bytes);
  }

  @Test
  void withoutASettingRanksShareAnEighthOfTheHeap() {
    assertThat(ScratchLimit.of(null, 1L << 30, 4)).isEqualTo(32 << 20);
    assertThat(ScratchLimit.of(null, 1L << 30, 1_000_000)).isEqualTo(64 << 10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "M", "-1", "1 M", "64m", "1e9", "9999999999999"})
  void whatIsNoLengthIsRefused(String setting) {
    assertThatThrownBy(() -> ScratchLimit.of(setting, 1, 1))
        .isInstanceOf(InvalidArgumentException.class)
        .hasMessageContaining("ronsel.collective.scratch")
        .hasMessageContaining("64M")
        .hasMessageContaining("\"" + setting + "\"");
  }

  @Test
  void theSmallestLimitOfAllJvmsIsThatOfTheJob() {
    // The JVM with two ranks has half as much for each.
    try (HostRanks ranks = new HostRanks(3, 2)) {
      long least = ScratchLimit.of(null, Runtime.getRuntime().maxMemory(), 2);
      for (int rank = 0; rank < 3; rank++) {
        assertThat(ranks.job(rank).scratchLimit()).isEqualTo(least);
      }
    }
  }
}
