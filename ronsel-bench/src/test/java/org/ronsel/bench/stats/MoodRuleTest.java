package org.ronsel.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MoodRuleTest {
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
  void readsTheMoodFromTheQuartiles(double p25, double median, double p75, Mood mood) {
    assertThat(
            MoodRule.DEFAULT.classify(new Summary(24, 20, p25, median, p75, 50_000, 1.5 * median)))
        .isEqualTo(mood);
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
  void aRowHasTheMoodOnWhichBothProbesAgree(Mood before, Mood after, Mood row) {
    assertThat(Mood.between(before, after)).isEqualTo(row);
  }

  @Test
  void aFewVeryLongBatchesAreNoiseEvenWhenTheQuartilesAreClose() {
    assertThat(MoodRule.DEFAULT.classify(new Summary(24, 20, 30, 31, 32, 2_000_000, 90_000)))
        .isEqualTo(Mood.NOISY);
  }

  @Test
  void farMustLieBeyondNear() {
    assertThatThrownBy(() -> new MoodRule(100, 100)).hasMessageContaining("far above near");
  }
}
