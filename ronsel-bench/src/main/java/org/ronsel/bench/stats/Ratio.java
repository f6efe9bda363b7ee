package org.ronsel.bench.stats;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.ToDoubleFunction;

/**
 * Time of a subject divided by the time of a reference, from rows of one mood.
 *
 * @param mood of all rows that went in
 * @param pairs how many pairs of rows went in
 * @param median of the ratios of medians
 * @param p25 of the ratios of lower quartiles, the middle one
 */
public record Ratio(Mood mood, int pairs, double median, double p25) {

  /**
   * Compares rows of the same mood only. Rows of the same round come first, since they were
   * measured next to each other; near before far before noisy. Without such a pair, rows of
   * different rounds but of one quiet mood are compared.
   *
   * @return empty if no two rows share a mood
   */
  public static Optional<Ratio> between(List<Reading> subject, List<Reading> reference) {
    for (Mood mood : Mood.values()) {
      List<Reading[]> pairs = pairs(subject, reference, mood, true);
      if (!pairs.isEmpty()) {
        return Optional.of(of(mood, pairs));
      }
    }
    for (Mood mood : List.of(Mood.NEAR, Mood.FAR)) {
      List<Reading[]> pairs = pairs(subject, reference, mood, false);
      if (!pairs.isEmpty()) {
        return Optional.of(of(mood, pairs));
      }
    }
    return Optional.empty();
  }

  /**
   * Compares rows of the same round whatever their moods: for work that outnumbers the cores, whose
   * turns take longer than any cache line's way. Counts as noisy.
   *
   * @return empty if no two rows share a round
   */
  public static Optional<Ratio> acrossMoods(List<Reading> subject, List<Reading> reference) {
    List<Reading[]> pairs = pairs(subject, reference, (a, b) -> a.round() == b.round());
    return pairs.isEmpty() ? Optional.empty() : Optional.of(of(Mood.NOISY, pairs));
  }

  /** The ratio that counts: of medians when the machine was near, else of lower quartiles. */
  public double judged() {
    return mood == Mood.NEAR ? median : p25;
  }

  private static List<Reading[]> pairs(
      List<Reading> subject, List<Reading> reference, Mood mood, boolean sameRound) {
    return pairs(
        subject,
        reference,
        (a, b) -> a.mood() == mood && b.mood() == mood && (!sameRound || a.round() == b.round()));
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

  private static Ratio of(Mood mood, List<Reading[]> pairs) {
    return new Ratio(
        mood, pairs.size(), middle(pairs, Summary::median), middle(pairs, Summary::p25));
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
