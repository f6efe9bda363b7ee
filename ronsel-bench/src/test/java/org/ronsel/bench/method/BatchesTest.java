package org.ronsel.bench.method;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchesTest {
  private static final BatchPlan NO_MINIMUM = new BatchPlan(7, 1, 0, 60_000);

  @Test
  void iterationsGrowUntilABatchHasThePlannedDuration() {
    List<Integer> asked = new ArrayList<>();

    Samples samples =
        Batches.measure(
            NO_MINIMUM,
            2,
            iterations -> {
              asked.add(iterations);
              return iterations * 100L;
            });

    assertThat(asked.getFirst()).isEqualTo(1);
    assertThat(samples.inner() * 100L).isBetween(700_000L, 1_400_000L);
    assertThat(asked.subList(asked.size() - 7, asked.size())).containsOnly(samples.inner());
  }

  @Test
  void aSampleIsTheTimeOfOneOperation() {
    Samples samples = Batches.measure(NO_MINIMUM, 2, iterations -> iterations * 100L);

    assertThat(samples.perOperationNs()).hasSize(7).containsOnly(50);
    assertThat(samples.stable()).isTrue();
  }

  @Test
  void warmUpGoesOnWhileTheTimesFall() {
    int[] calls = {0};
    Samples samples =
        Batches.measure(
            NO_MINIMUM, 1, iterations -> 2_000_000L * (calls[0] < 40 ? 100 - 2 * calls[0]++ : 20));

    assertThat(samples.warmups()).isGreaterThan(40);
    assertThat(samples.perOperationNs()).containsOnly(40_000_000);
  }

  @Test
  void warmUpEndsAtItsLimitAndSaysThatItWasNotStable() {
    int[] calls = {0};
    BatchPlan shortest = new BatchPlan(3, 1, 0, 0);

    Samples samples =
        Batches.measure(shortest, 1, iterations -> calls[0]++ % 2 == 0 ? 1_000_000 : 9_000_000);

    assertThat(samples.stable()).isFalse();
    assertThat(samples.warmups()).isEqualTo(1);
  }

  @Test
  void stableMeansThatTheLaterHalfIsWithinFivePercent() {
    assertThat(Batches.isStable(new double[] {100, 100, 100, 100, 100, 96, 96, 96, 96, 96}))
        .isTrue();
    assertThat(Batches.isStable(new double[] {100, 100, 100, 100, 100, 94, 94, 94, 94, 94}))
        .isFalse();
  }

  @Test
  void oneStrayBatchDoesNotMakeTheTimesUnstable() {
    assertThat(Batches.isStable(new double[] {100, 9000, 100, 100, 100, 100, 100, 100, 7000, 100}))
        .isTrue();
  }
}
