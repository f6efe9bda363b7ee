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

    var _ =
        Batches.measure(
            NO_MINIMUM,
            2,
            (iterations, checked) -> {
              asked.add(iterations);
              return iterations * 100L;
            });

    assertThat(asked.getFirst()).isEqualTo(1);
    assertThat(asked.getLast() * 100L).isBetween(700_000L, 1_400_000L);
    assertThat(asked.subList(asked.size() - 7, asked.size())).containsOnly(asked.getLast());
  }

  @Test
  void aSampleIsTheTimeOfOneOperation() {
    assertThat(Batches.measure(NO_MINIMUM, 2, (iterations, checked) -> iterations * 100L))
        .hasSize(7)
        .containsOnly(50);
  }

  @Test
  void warmUpGoesOnWhileTheTimesFall() {
    int[] calls = {0};
    double[] samples =
        Batches.measure(
            NO_MINIMUM,
            1,
            (iterations, checked) -> 2_000_000L * (calls[0] < 40 ? 100 - 2 * calls[0]++ : 20));

    assertThat(samples).containsOnly(40_000_000);
  }

  @Test
  void theFirstTurnIsTheWarmUpAndEachOtherABatchUpToTheNextSize() {
    int[] calls = {0};
    List<String> log = new ArrayList<>();
    Turns.Turn next =
        Batches.measure(
            new BatchPlan(100, 1, 0, 0),
            1,
            new TimedLoop() {
              @Override
              public long run(int iterations, boolean checked) {
                log.add("run");
                return calls[0]++ % 2 == 0 ? 1_000_000 : 9_000_000;
              }

              @Override
              public void pause() {
                log.add("pause");
              }
            },
            new Turns() {
              private int turns;

              @Override
              public Turn await() {
                log.add("await");
                return turns++ < 2 ? Turn.BATCH : Turn.NEXT;
              }

              @Override
              public void answer(String line) {
                log.add(line);
              }
            });

    assertThat(next).isEqualTo(Turns.Turn.NEXT);
    assertThat(log)
        .containsExactly(
            "run",
            "pause",
            "{\"ronsel\":\"warm\",\"inner\":1,\"warmups\":1,\"stable\":false}",
            "await",
            "run",
            "pause",
            "{\"ronsel\":\"batch\",\"ns\":9000000.000}",
            "await",
            "run",
            "pause",
            "{\"ronsel\":\"batch\",\"ns\":1000000.000}",
            "await");
  }

  @Test
  void iterationsThatWereAskedForAreNotChosen() {
    List<Integer> asked = new ArrayList<>();
    var _ =
        Batches.measure(
            new BatchPlan(2, 1, 0, 60_000, 5, 12, BatchPlan.DEFAULT_LIMIT_MS),
            1,
            (iterations, checked) -> {
              asked.add(iterations);
              return 1;
            });

    assertThat(asked)
        .as("15 of warm-up are at least 12, then 2 batches")
        .hasSize(5)
        .containsOnly(5);
  }

  @Test
  void warmUpsAreCheckedAndTheFirstOfSixteenBatches() {
    List<Boolean> checks = new ArrayList<>();
    var _ =
        Batches.measure(
            new BatchPlan(33, 1, 0, 0),
            1,
            (iterations, checked) -> {
              checks.add(checked);
              return 1;
            });

    assertThat(checks.getFirst()).as("warm-up").isTrue();
    List<Boolean> batches = checks.subList(1, checks.size());
    assertThat(batches.getFirst()).as("first batch").isTrue();
    assertThat(batches).filteredOn(checked -> checked).hasSize(3);
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
