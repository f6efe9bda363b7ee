package org.ronsel.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ronsel.harness.HostRanks;

class ScratchLimitTest {
  @Test
  void withoutASettingRanksShareAnEighthOfTheHeap() {
    assertThat(ScratchLimit.ofHeap(1L << 30, 4)).isEqualTo(32 << 20);
    assertThat(ScratchLimit.ofHeap(1L << 30, 1_000_000)).isEqualTo(64 << 10);
  }

  @Test
  void theSmallestLimitOfAllJvmsIsThatOfTheJob() {
    // The JVM with two ranks has half as much for each.
    try (HostRanks ranks = new HostRanks(3, 2)) {
      long least = ScratchLimit.ofHeap(Runtime.getRuntime().maxMemory(), 2);
      for (int rank = 0; rank < 3; rank++) {
        assertThat(ranks.job(rank).scratchLimit()).isEqualTo(least);
      }
    }
  }
}
