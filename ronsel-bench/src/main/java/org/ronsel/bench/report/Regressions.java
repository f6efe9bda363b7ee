package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.Summary;

/**
 * Finds what became slower from one report to another. For each series (a workload of an entrant)
 * the medians of blocks of neighbouring batches are compared, since neighbouring batches are
 * correlated, by a one-sided test of Mann and Whitney; the probability of any false positive in all
 * tests together is limited by the correction of Holm. A series has regressed if the test says so
 * and its median is worse by more than a threshold: with many batches even the smallest difference
 * is significant.
 */
public final class Regressions {
  /** Number of blocks of a report, enough for a test. */
  private static final int BLOCKS = 20;

  /** Fewest blocks for a test. */
  private static final int FEWEST = 4;

  private Regressions() {}

  /**
   * What an entrant has measured of a workload in one report.
   *
   * @param unit of the values
   * @param moreIsBetter whether greater values are better
   * @param wrong whether data were wrong
   * @param rounds the values of each round, in the order of measuring; empty if there are none
   */
  record Series(String unit, boolean moreIsBetter, boolean wrong, List<double[]> rounds) {
    Series {
      rounds = List.copyOf(rounds);
    }

    boolean isEmpty() {
      return rounds.isEmpty();
    }

    double median() {
      return Summary.of(rounds.stream().flatMapToDouble(Arrays::stream).toArray()).median();
    }
  }

  /**
   * One series of both reports.
   *
   * @param what workload and entrant, in words
   * @param unit of the values
   * @param before median of the old report
   * @param now median of the new one
   * @param worse the new one over the old one, or the old over the new where more is better
   * @param p probability of such a difference or a greater one without any regression, corrected
   *     for the number of tests; NaN if there were too few values for a test
   * @param outcome of the comparison
   */
  public record Line(
      String what,
      String unit,
      double before,
      double now,
      double worse,
      double p,
      Outcome outcome) {}

  /** The outcome of the comparison of a series. */
  public enum Outcome {
    /** Slower. */
    REGRESSED("regressed"),
    /** Faster. */
    IMPROVED("improved"),
    /** Not significantly different. */
    SAME("same"),
    /** Slower or faster by more than the threshold, but not significantly. */
    OPEN("open"),
    /** Data were wrong. */
    WRONG("wrong data"),
    /** Measured before, and now failed. */
    FAILED("failed"),
    /** Measured before, and not in the new report. */
    MISSING("missing");

    private final String label;

    Outcome(String label) {
      this.label = label;
    }

    /** Words for tables. */
    public String label() {
      return label;
    }

    /** Whether a comparison with this outcome has failed. */
    public boolean isFailure() {
      return this == REGRESSED || this == WRONG || this == FAILED || this == MISSING;
    }
  }

  /**
   * Compares two reports. What only the old one has is missing. What only the new one has is left
   * out, unless its data were wrong; wrong data of the new report are a line of their own wherever
   * there is nothing to compare them with.
   *
   * @param threshold fraction by which a median must be worse, such as 0.05
   * @param significance largest probability that a regression is reported where there is none
   * @param against the entrant by whose values all others of the same round are divided first, so
   *     that the state of the machine matters less; null for none
   */
  public static List<Line> compare(
      SeriesOfReport old,
      SeriesOfReport fresh,
      double threshold,
      double significance,
      @Nullable String against) {
    Map<String, Series> now = fresh.all(against);
    Map<String, Line> lines = new LinkedHashMap<>();
    List<Difference> differences = new ArrayList<>();
    old.all(against)
        .forEach(
            (what, before) -> {
              Series after = now.get(what);
              if (after == null || before.isEmpty()) {
                return;
              }
              if (after.wrong() || after.isEmpty()) {
                Outcome outcome = after.wrong() ? Outcome.WRONG : Outcome.FAILED;
                lines.put(what, uncompared(what, before.unit(), before.median(), outcome));
              } else {
                differences.add(Difference.of(what, before, after));
              }
            });
    double[] corrected = holm(differences.stream().mapToDouble(Difference::p).toArray());
    for (int i = 0; i < corrected.length; i++) {
      Difference each = differences.get(i);
      Outcome outcome = outcome(each.worse, corrected[i], threshold, significance);
      lines.put(
          each.what,
          new Line(each.what, each.unit, each.before, each.now, each.worse, corrected[i], outcome));
    }
    addMissingAndWrong(lines, old.all(null), fresh.all(null), against);
    return List.copyOf(lines.values());
  }

  /**
   * Adds series that the new report lacks, and those that have failed or have wrong data and have
   * no line yet, for lack of a reference beside them.
   */
  private static void addMissingAndWrong(
      Map<String, Line> lines,
      Map<String, Series> before,
      Map<String, Series> now,
      @Nullable String against) {
    before.forEach(
        (what, series) -> {
          Series after = now.get(what);
          boolean isReference = against != null && what.endsWith(", " + against);
          if (series.isEmpty()) {
            return;
          }
          if (after == null) {
            lines.put(what, uncompared(what, series.unit(), series.median(), Outcome.MISSING));
          } else if (after.isEmpty() && !after.wrong() && !isReference) {
            lines.computeIfAbsent(
                what, key -> uncompared(what, series.unit(), series.median(), Outcome.FAILED));
          }
        });
    now.forEach(
        (what, series) -> {
          if (series.wrong()) {
            lines.computeIfAbsent(
                what, key -> uncompared(what, series.unit(), Double.NaN, Outcome.WRONG));
          }
        });
  }

  private static Line uncompared(String what, String unit, double before, Outcome outcome) {
    return new Line(what, unit, before, Double.NaN, Double.NaN, Double.NaN, outcome);
  }

  /** Two series before it is known how many of them there are; the fields are those of a line. */
  private record Difference(
      String what, String unit, double before, double now, double worse, double p) {
    static Difference of(String what, Series before, Series now) {
      double old = before.median();
      double fresh = now.median();
      double worse = before.moreIsBetter() ? old / fresh : fresh / old;
      boolean greater = (worse > 1) != before.moreIsBetter();
      double p = probability(blocks(now.rounds()), blocks(before.rounds()), greater);
      return new Difference(what, before.unit(), old, fresh, worse, p);
    }
  }

  /** Medians of blocks of neighbouring batches, few and long ones. */
  static double[] blocks(List<double[]> rounds) {
    int all = rounds.stream().mapToInt(round -> round.length).sum();
    int length = Math.max(1, (all + BLOCKS - 1) / BLOCKS);
    List<Double> medians = new ArrayList<>();
    for (double[] round : rounds) {
      for (int from = 0; from < round.length; from += length) {
        int end = Math.min(from + length, round.length);
        if (end - from == length || from == 0) {
          medians.add(Summary.of(Arrays.copyOfRange(round, from, end)).median());
        }
      }
    }
    return medians.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * The probability of such values, or more different ones, if nothing has changed; NaN if there
   * are too few of them.
   *
   * @param greater whether the new values are the greater ones
   */
  static double probability(double[] now, double[] before, boolean greater) {
    if (now.length < FEWEST || before.length < FEWEST) {
      return Double.NaN;
    }
    return MannWhitneyUTest.withDefaults()
        .with(greater ? AlternativeHypothesis.GREATER_THAN : AlternativeHypothesis.LESS_THAN)
        .test(now, before)
        .getPValue();
  }

  /**
   * The correction of Holm: the smallest of n probabilities counts n times, the next n - 1. Those
   * that are NaN do not count.
   */
  static double[] holm(double... probabilities) {
    List<Integer> order =
        IntStream.range(0, probabilities.length)
            .boxed()
            .filter(i -> !Double.isNaN(probabilities[i]))
            .sorted(Comparator.comparingDouble(i -> probabilities[i]))
            .toList();
    double[] corrected = probabilities.clone();
    double most = 0;
    for (int k = 0; k < order.size(); k++) {
      int i = order.get(k);
      most = Math.max(most, Math.min(1, probabilities[i] * (order.size() - k)));
      corrected[i] = most;
    }
    return corrected;
  }

  /** What a difference means; one without a test is open. */
  static Outcome outcome(double worse, double p, double threshold, double significance) {
    boolean slower = worse > 1 + threshold;
    boolean faster = worse < 1 / (1 + threshold);
    if (!slower && !faster) {
      return Outcome.SAME;
    }
    if (!(p <= significance)) {
      return Outcome.OPEN;
    }
    return slower ? Outcome.REGRESSED : Outcome.IMPROVED;
  }
}
