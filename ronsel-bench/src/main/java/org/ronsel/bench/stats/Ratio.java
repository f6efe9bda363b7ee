package org.ronsel.bench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/**
 * Time of a subject divided by the time of a reference, from rows at one core distance.
 *
 * @param distance of all rows that went in
 * @param pairs how many pairs of rows went in
 * @param median of the ratios of medians
 * @param p25 of the ratios of lower quartiles, the middle one
 */
public record Ratio(CoreDistance distance, int pairs, double median, double p25) {

  /**
   * Compares rows at the same core distance only. Rows of the same round come first, since they
   * were measured next to each other; near before far before noisy. Without such a pair, rows of
   * different rounds but at one quiet core distance are compared.
   *
   * @return empty if no two rows share a distance
   */
  public static Optional<Ratio> between(List<Reading> subject, List<Reading> reference) {
    for (CoreDistance distance : CoreDistance.values()) {
      List<Reading[]> pairs = pairs(subject, reference, distance, true);
      if (!pairs.isEmpty()) {
        return Optional.of(of(distance, pairs));
      }
    }
    for (CoreDistance distance : List.of(CoreDistance.NEAR, CoreDistance.FAR)) {
      List<Reading[]> pairs = pairs(subject, reference, distance, false);
      if (!pairs.isEmpty()) {
        return Optional.of(of(distance, pairs));
      }
    }
    return Optional.empty();
  }

  /**
   * Compares rows of the same round whatever their distances: for work that outnumbers the cores,
   * whose turns take longer than any cache line's way. Counts as noisy.
   *
   * @return empty if no two rows share a round
   */
  public static Optional<Ratio> acrossDistances(List<Reading> subject, List<Reading> reference) {
    List<Reading[]> pairs = pairs(subject, reference, (a, b) -> a.round() == b.round());
    return pairs.isEmpty() ? Optional.empty() : Optional.of(of(CoreDistance.NOISY, pairs));
  }

  /** The ratio that counts: of medians when the machine was near, else of lower quartiles. */
  public double judged() {
    return distance == CoreDistance.NEAR ? median : p25;
  }

  private static List<Reading[]> pairs(
      List<Reading> subject, List<Reading> reference, CoreDistance distance, boolean sameRound) {
    return pairs(
        subject,
        reference,
        (a, b) ->
            a.distance() == distance
                && b.distance() == distance
                && (!sameRound || a.round() == b.round()));
  }

  private static List<Reading[]> pairs(
      List<Reading> subject, List<Reading> reference, BiPredicate<Reading, Reading> comparable) {
    List<Reading[]> pairs = new ArrayList<>();
    for (Reading a : subject) {
      for (Reading b : reference) {
        if (comparable.test(a, b)) {
          pairs.add(new Reading[] {a, b});
        }
      }
    }
    return pairs;
  }

  private static Ratio of(CoreDistance distance, List<Reading[]> pairs) {
    return new Ratio(
        distance, pairs.size(), middle(pairs, Summary::median), middle(pairs, Summary::p25));
  }

  private static double middle(List<Reading[]> pairs, ToDoubleFunction<Summary> statistic) {
    double[] ratios =
        pairs.stream()
            .mapToDouble(
                pair ->
                    statistic.applyAsDouble(pair[0].times())
                        / statistic.applyAsDouble(pair[1].times()))
            .toArray();
    return Summary.of(ratios).median();
  }
}
