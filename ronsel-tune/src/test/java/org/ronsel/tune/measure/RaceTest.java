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
  void theHopelessAreOnlyTried() {
    race(10_000_000_000L, 0, 1000, 50_000, 90_000);
    assertThat(tries[1]).isLessThan(10);
    assertThat(tries[2]).isLessThan(10);
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

  @Test
  void whoLeavesWhileTheMachineIsFastDoesNotWinWhenItGetsSlow() {
    long[] timesNs = {1000, 1030, 2000};
    int[] calls = new int[1];
    Map<String, Double> times =
        new Race(
                List.of("c0", "c1", "c2"),
                (candidate, iterations) -> {
                  long factor = calls[0]++ < 20 ? 1 : 5;
                  long ns = timesNs[candidate] * iterations * factor;
                  clock[0] += ns;
                  return ns;
                },
                () -> clock[0])
            .run(10_000_000_000L);
    assertThat(fastest(times)).isEqualTo("c0");
    assertThat(times.get("c2") / times.get("c0")).isBetween(1.9, 2.1);
  }

  @Test
  void whoLosesItsCoreInOneTryIsMeasuredAllTheSame() {
    int[] calls = new int[2];
    Map<String, Double> times =
        new Race(
                List.of("c0", "c1"),
                (candidate, iterations) -> {
                  boolean lost = candidate == 1 && calls[1]++ < 3;
                  long ns = (candidate == 0 ? 2000L : 1000L) * iterations + (lost ? 30_000_000 : 0);
                  clock[0] += ns;
                  return ns;
                },
                () -> clock[0])
            .run(10_000_000_000L);
    assertThat(fastest(times)).isEqualTo("c1");
  }
}
