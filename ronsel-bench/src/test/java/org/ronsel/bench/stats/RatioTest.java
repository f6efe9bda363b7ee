package org.ronsel.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static double[] noisy(long seed, int count, double center, double spread) {
    Random random = new Random(seed);
    double[] values = new double[count];
    Arrays.setAll(values, i -> center * (1 + spread * random.nextGaussian()));
    return values;
  }

  @Test
  void batchesOfOneNumberArePairs() {
    assertThat(Ratio.pairs(new double[] {10, 30, 7}, new double[] {20, 10}))
        .containsExactly(0.5, 3);
  }

  @Test
  void aMoodOfTheMachineThatBothSeeDoesNotShow() {
    double[] subject = {10, 10, 90, 90, 10, 500};
    double[] reference = {20, 20, 180, 180, 20, 1000};

    Ratio ratio = Ratio.of(List.of(Ratio.pairs(subject, reference)));

    assertThat(ratio).isEqualTo(new Ratio(6, 0.5, 0.5, 0.5, 0.5, 0.5));
  }

  /** 95 of 100 intervals should hold the true value; fewer than 85 would be a mistake. */
  @Test
  void theIntervalHoldsTheTrueMedian() {
    int held = 0;
    for (int i = 0; i < 100; i++) {
      Ratio ratio = Ratio.of(List.of(noisy(i, 100, 0.9, 0.2)));
      assertThat(ratio.low()).isLessThanOrEqualTo(ratio.median());
      assertThat(ratio.high()).isGreaterThanOrEqualTo(ratio.median());
      if (ratio.low() <= 0.9 && ratio.high() >= 0.9) {
        held++;
      }
    }
    assertThat(held).isGreaterThanOrEqualTo(85);
  }

  @Test
  void moreBatchesNarrowTheInterval() {
    Ratio few = Ratio.of(List.of(noisy(1, 40, 1, 0.2)));
    Ratio many = Ratio.of(List.of(noisy(1, 4000, 1, 0.2)));

    assertThat(many.high() - many.low()).isLessThan((few.high() - few.low()) / 3);
  }

  /** Two jobs that differ say more about the next one than the many batches in them. */
  @Test
  void roundsThatDifferWidenTheInterval() {
    Ratio ratio = Ratio.of(List.of(noisy(1, 100, 0.8, 0.01), noisy(2, 100, 1.2, 0.01)));

    assertThat(ratio.low()).isLessThan(0.85);
    assertThat(ratio.high()).isGreaterThan(1.15);
  }

  @Test
  void theInverseIsOfTheInverseValues() {
    assertThat(new Ratio(9, 0.25, 0.5, 2, 0.4, 0.8).inverse())
        .isEqualTo(new Ratio(9, 0.5, 2, 4, 1.25, 2.5));
  }

  @Test
  void aRoundInWhichOneWasNotMeasuredIsLeftOut() {
    assertThat(
            Ratio.rounds(
                List.of(new double[] {2}, new double[0], new double[] {9, 9}),
                List.of(new double[] {1}, new double[] {1}, new double[] {3})))
        .containsExactly(new double[] {2}, new double[] {3});
  }
}
