package org.ronsel.tune.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** How the fastest is found, on a clock that only the candidates move. */
class RaceTest {
  private final long[] clock = new long[1];
  private final int[] tries = new int[20];

  private Map<String, Double> race(long budgetNs, double noise, long... timesNs) {
    Random random = new Random(4);
    List<String> names = new ArrayList<>();
    for (int i = 0; i < timesNs.length; i++) {
      names.add("c" + i);
    }
    return new Race(
            names,
            (candidate, iterations) -> {
              tries[candidate] += iterations;
              double factor = 1 + noise * random.nextDouble();
              long ns = (long) (timesNs[candidate] * iterations * factor);
              clock[0] += ns;
              return ns;
            },
            () -> clock[0])
        .run(budgetNs);
  }

  private static String fastest(Map<String, Double> times) {
    return times.entrySet().stream()
        .min(Comparator.comparingDouble(Map.Entry::getValue))
        .orElseThrow()
        .getKey();
  }

  @Test
  void theFastestWinsAlsoWhereTimesVary() {
    Map<String, Double> times = race(10_000_000_000L, 0.2, 9000, 4000, 2000, 1500, 3000);
    assertThat(fastest(times)).isEqualTo("c3");
    assertThat(times).hasSize(5);
  }

  @Test
  void theHopelessAreTriedOnlyOnce() {
    race(10_000_000_000L, 0, 1000, 50_000, 90_000);
    assertThat(tries[1]).isEqualTo(2);
    assertThat(tries[2]).isEqualTo(2);
  }

  @Test
  void whereOneIsClearlyTheFastestFewSamplesAreTaken() {
    race(60_000_000_000L, 0.05, 1000, 3000, 3000);
    assertThat(clock[0]).isLessThan(30_000_000);
  }

  @Test
  void theBudgetEndsARaceThatNobodyWins() {
    Map<String, Double> times = race(5_000_000, 0.1, 1000, 1000, 1001);
    assertThat(clock[0]).isBetween(4_000_000L, 12_000_000L);
    assertThat(times).hasSize(3);
  }

  @Test
  void withoutAnyTimeOneIsStillTried() {
    assertThat(race(0, 0, 1000, 2000)).containsOnlyKeys("c0");
  }
}
