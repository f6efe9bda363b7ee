package org.ronsel.bench.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class RatioTest {
  private static Reading reading(int round, CoreDistance distance, double p25, double median) {
    return new Reading(
        round, distance, new Summary(31, p25, p25, median, 2 * median, 9 * median, median));
  }

  @Test
  void comparesRowsOfOneRoundAndDistance() {
    List<Reading> subject =
        List.of(
            reading(0, CoreDistance.NEAR, 10, 20),
            reading(1, CoreDistance.NEAR, 10, 30),
            reading(2, CoreDistance.NEAR, 10, 100));
    List<Reading> reference =
        List.of(
            reading(0, CoreDistance.NEAR, 20, 40),
            reading(1, CoreDistance.NEAR, 20, 40),
            reading(2, CoreDistance.NEAR, 20, 40));

    Ratio ratio = Ratio.between(subject, reference).orElseThrow();

    assertThat(ratio).isEqualTo(new Ratio(CoreDistance.NEAR, 3, 0.75, 0.5));
  }

  @Test
  void nearPairsCountBeforeAllOthers() {
    List<Reading> subject =
        List.of(reading(0, CoreDistance.FAR, 1, 1), reading(1, CoreDistance.NEAR, 3, 3));
    List<Reading> reference =
        List.of(reading(0, CoreDistance.FAR, 1, 1), reading(1, CoreDistance.NEAR, 1, 1));

    assertThat(Ratio.between(subject, reference)).hasValue(new Ratio(CoreDistance.NEAR, 1, 3, 3));
  }

  @Test
  void rowsOfDifferentDistancesAreNeverCompared() {
    List<Reading> subject =
        List.of(reading(0, CoreDistance.NEAR, 1, 1), reading(1, CoreDistance.NOISY, 1, 1));
    List<Reading> reference =
        List.of(reading(0, CoreDistance.FAR, 1, 1), reading(2, CoreDistance.NOISY, 1, 1));

    assertThat(Ratio.between(subject, reference)).isEmpty();
  }

  @Test
  void acrossDistancesOnlyRowsOfOneRoundAreCompared() {
    List<Reading> subject =
        List.of(reading(0, CoreDistance.NEAR, 1, 2), reading(1, CoreDistance.NEAR, 9, 9));
    List<Reading> reference =
        List.of(reading(0, CoreDistance.FAR, 4, 4), reading(2, CoreDistance.NEAR, 1, 1));

    assertThat(Ratio.acrossDistances(subject, reference))
        .hasValue(new Ratio(CoreDistance.NOISY, 1, 0.5, 0.25));
    assertThat(Ratio.acrossDistances(subject.subList(1, 2), reference)).isEmpty();
  }

  @Test
  void quietRowsOfDifferentRoundsAreComparedWhenNoRoundHasBoth() {
    List<Reading> subject =
        List.of(reading(0, CoreDistance.NEAR, 1, 2), reading(1, CoreDistance.NOISY, 9, 9));
    List<Reading> reference =
        List.of(reading(0, CoreDistance.FAR, 1, 1), reading(1, CoreDistance.NEAR, 4, 4));

    assertThat(Ratio.between(subject, reference))
        .hasValue(new Ratio(CoreDistance.NEAR, 1, 0.5, 0.25));
  }

  @Test
  void aNearRatioIsJudgedByMediansAndAnyOtherByLowerQuartiles() {
    assertThat(new Ratio(CoreDistance.NEAR, 1, 2, 1).judged()).isCloseTo(2, within(0.0));
    assertThat(new Ratio(CoreDistance.FAR, 1, 2, 1).judged()).isCloseTo(1, within(0.0));
    assertThat(new Ratio(CoreDistance.NOISY, 1, 2, 1).judged()).isCloseTo(1, within(0.0));
  }
}
