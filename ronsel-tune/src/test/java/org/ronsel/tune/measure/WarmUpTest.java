package org.ronsel.tune.measure;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When code counts as warm, on a clock that only the candidates move. */
class WarmUpTest {
  private final long[] clock = new long[1];
  private final long[] calls = new long[2];

  /** Code that gets compiled, and ten times as fast, at a call. */
  private long time(int candidate, int iterations, long compiledAt) {
    long ns = 0;
    for (int i = 0; i < iterations; i++) {
      ns += calls[candidate]++ < compiledAt ? 10_000 : 1_000;
    }
    clock[0] += ns;
    return ns;
  }

  @Test
  void itGoesOnUntilTheLastIsCompiled() {
    new WarmUp(
            (candidate, n) -> time(candidate, n, candidate == 0 ? 0 : 1500),
            () -> true,
            () -> clock[0])
        .run(2, 10_000_000_000L);
    assertThat(calls[1]).isGreaterThan(1500);
    assertThat(clock[0]).isLessThan(200_000_000);
  }

  @Test
  void itEndsWhenItsTimeIsOver() {
    new WarmUp((candidate, n) -> time(candidate, n, Long.MAX_VALUE), () -> true, () -> clock[0])
        .run(1, 7_000_000);
    assertThat(clock[0]).isBetween(7_000_000L, 10_000_000L);
  }

  @Test
  void itWaitsUntilTheCompilersRest() {
    new WarmUp((candidate, n) -> time(candidate, n, 0), () -> calls[0] > 200_000, () -> clock[0])
        .run(1, 10_000_000_000L);
    assertThat(calls[0]).isBetween(200_000L, 210_000L);
  }
}
