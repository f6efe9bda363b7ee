package org.ronsel.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoreDistanceRuleTest {
  @ParameterizedTest(name = "p25 {0}, median {1}, p75 {2} is {3}")
  @CsvSource({
    "25, 30, 40, NEAR",
    "72, 95, 115, NEAR",
    "190, 210, 230, FAR",
    "320, 340, 380, FAR",
    "30, 35, 90, NOISY",
    "150, 210, 700, NOISY",
    "900, 1000, 1100, NOISY",
    "60, 160, 200, NOISY",
  })
  void readsTheDistanceFromTheQuartiles(
      double p25, double median, double p75, CoreDistance distance) {
    assertThat(
            CoreDistanceRule.DEFAULT.classify(
                new Summary(24, 20, p25, median, p75, 50_000, 1.5 * median)))
        .isEqualTo(distance);
  }

  @ParameterizedTest
  @CsvSource({
    "NEAR, NEAR, NEAR",
    "FAR, FAR, FAR",
    "NOISY, NOISY, NOISY",
    "NEAR, FAR, NOISY",
    "FAR, NEAR, NOISY",
    "NEAR, NOISY, NOISY"
  })
  void aRowHasTheDistanceOnWhichBothProbesAgree(
      CoreDistance before, CoreDistance after, CoreDistance row) {
    assertThat(CoreDistance.between(before, after)).isEqualTo(row);
  }

  @Test
  void aFewVeryLongBatchesAreNoiseEvenWhenTheQuartilesAreClose() {
    assertThat(
            CoreDistanceRule.DEFAULT.classify(new Summary(24, 20, 30, 31, 32, 2_000_000, 90_000)))
        .isEqualTo(CoreDistance.NOISY);
  }

  @Test
  void farMustLieBeyondNear() {
    assertThatThrownBy(() -> new CoreDistanceRule(100, 100)).hasMessageContaining("far above near");
  }
}
