package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.stats.Summary;
import org.ronsel.launch.spi.ResultFormat;

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

  private static final int FEWEST = 4;

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
   * @param verdict about it
   */
  public record Line(
      String what,
      String unit,
      double before,
      double now,
      double worse,
      double p,
      Verdict verdict) {
    private Line with(double corrected) {
      return new Line(what, unit, before, now, worse, corrected, verdict);
    }

    private Line judged(double threshold, double significance) {
      if (verdict.isFailure()) {
        return this;
      }
      boolean slower = worse > 1 + threshold;
      boolean faster = worse < 1 / (1 + threshold);
      Verdict word = Verdict.SAME;
      if (slower || faster) {
        boolean sure = p <= significance; // not if there was no test
        word = !sure ? Verdict.OPEN : slower ? Verdict.REGRESSED : Verdict.IMPROVED;
      }
      return new Line(what, unit, before, now, worse, p, word);
    }
  }

  /** The verdict on a series. */
  public enum Verdict {
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

    Verdict(String label) {
      this.label = label;
    }

    /** Words for tables. */
    public String label() {
      return label;
    }

    /** Whether a comparison with this verdict has failed. */
    public boolean isFailure() {
      return this == REGRESSED || this == WRONG || this == FAILED || this == MISSING;
    }
  }

  private Regressions() {}

  /** The values of a series, by round, and what its unit means. */
  private static final class Series {
    private final TreeMap<Integer, List<double[]>> rounds = new TreeMap<>();
    private String unit = "";
    private boolean moreIsBetter;
    private boolean wrong;

    List<double[]> values() {
      return rounds.values().stream().flatMap(List::stream).toList();
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
      Map<String, Object> old,
      Map<String, Object> fresh,
      double threshold,
      double significance,
      @Nullable String against) {
    Map<String, Series> before = series(old, against);
    Map<String, Series> now = series(fresh, against);
    List<Line> lines = new ArrayList<>();
    before.forEach(
        (what, series) -> {
          Series other = now.get(what);
          if (other != null) {
            line(what, series, other).ifPresent(lines::add);
          }
        });
    addMissingAndWrong(lines, series(old, null), series(fresh, null));
    return judged(lines, threshold, significance);
  }

  /** Adds series that the new report lacks, and those with wrong data that have no line yet. */
  private static void addMissingAndWrong(
      List<Line> lines, Map<String, Series> before, Map<String, Series> now) {
    before.forEach(
        (what, series) -> {
          if (!now.containsKey(what) && !series.values().isEmpty()) {
            lines.add(uncompared(what, series.unit, median(series), Verdict.MISSING));
          }
        });
    Set<String> listed = lines.stream().map(Line::what).collect(Collectors.toSet());
    now.forEach(
        (what, series) -> {
          if (series.wrong && !listed.contains(what)) {
            lines.add(uncompared(what, series.unit, Double.NaN, Verdict.WRONG));
          }
        });
  }

  private static Line uncompared(String what, String unit, double before, Verdict verdict) {
    return new Line(what, unit, before, Double.NaN, Double.NaN, Double.NaN, verdict);
  }

  /**
   * What was measured in rounds in which an entrant was not, so that it is not compared {@code
   * against} that one.
   */
  public static Set<String> unreferenced(Map<String, Object> report, String against) {
    Map<String, double[]> references = references(report, against);
    return ResultFormat.rows(report).stream()
        .filter(row -> !against.equals(row.get("entrant")) && values(row).length > 0)
        .filter(row -> !references.containsKey(round(row)))
        .map(row -> workload(row) + ", " + row.get("entrant"))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The values of an entrant, by workload and round, where there are any. */
  private static Map<String, double[]> references(
      Map<String, Object> report, @Nullable String against) {
    Map<String, double[]> references = new LinkedHashMap<>();
    for (Map<String, Object> row : ResultFormat.rows(report)) {
      if (against != null && against.equals(row.get("entrant")) && values(row).length > 0) {
        references.put(round(row), values(row));
      }
    }
    return references;
  }

  private static String round(Map<String, Object> row) {
    return workload(row) + ", round " + row.get("round");
  }

  private static Map<String, Series> series(Map<String, Object> report, @Nullable String against) {
    Map<String, double[]> references = references(report, against);
    Map<String, Series> all = new LinkedHashMap<>();
    for (Map<String, Object> row : ResultFormat.rows(report)) {
      double[] values = values(row);
      if (against != null) {
        double[] reference = references.get(round(row));
        if (reference == null || against.equals(row.get("entrant"))) {
          continue;
        }
        values = relative(values, reference);
      }
      Series series =
          all.computeIfAbsent(workload(row) + ", " + row.get("entrant"), key -> new Series());
      series.unit = against != null ? "/ " + against : "" + row.get("unit");
      series.moreIsBetter = "more".equals(row.get("better"));
      series.wrong |= Boolean.FALSE.equals(row.get("verified"));
      if (values.length > 0) {
        int round = row.get("round") instanceof Number number ? number.intValue() : 0;
        series.rounds.computeIfAbsent(round, key -> new ArrayList<>()).add(values);
      }
    }
    return all;
  }

  private static double[] relative(double[] values, double[] reference) {
    return IntStream.range(0, Math.min(values.length, reference.length))
        .filter(i -> reference[i] > 0)
        .mapToDouble(i -> values[i] / reference[i])
        .toArray();
  }

  /** The workload of a row, in words that are the same in both reports. */
  private static String workload(Map<String, Object> row) {
    StringBuilder text = new StringBuilder();
    text.append(row.get("benchmark"));
    if (!String.valueOf(row.get("kernel")).equals(row.get("benchmark"))) {
      text.append(' ').append(row.get("kernel"));
    }
    for (String name : List.of("class", "size", "ranks", "threads", "options")) {
      if (row.get(name) != null) {
        text.append(' ').append(name).append(' ').append(row.get(name));
      }
    }
    return text.toString();
  }

  /** Values in the unit of the row: of batches, of repetitions, or the median alone. */
  private static double[] values(Map<String, Object> row) {
    double median =
        row.get("value") instanceof Map<?, ?> value && value.get("median") instanceof Number number
            ? number.doubleValue()
            : Double.NaN;
    if (Double.isNaN(median)) {
      return new double[0];
    }
    double[] times = numbers(row.get(row.containsKey("seconds") ? "seconds" : "batchesNs"));
    if (times.length == 0 || "overlap".equals(row.get("metric"))) {
      return new double[] {median};
    }
    double middle = Summary.of(times).median();
    boolean inverse = "more".equals(row.get("better"));
    return Arrays.stream(times)
        .map(time -> median * (inverse ? middle / time : time / middle))
        .toArray();
  }

  private static double[] numbers(@Nullable Object list) {
    return list instanceof List<?> values
        ? values.stream()
            .filter(Number.class::isInstance)
            .mapToDouble(value -> ((Number) value).doubleValue())
            .filter(value -> value > 0)
            .toArray()
        : new double[0];
  }

  private static Optional<Line> line(String what, Series before, Series now) {
    if (before.values().isEmpty()) {
      return Optional.empty();
    }
    double old = median(before);
    if (now.wrong || now.values().isEmpty()) {
      Verdict verdict = now.wrong ? Verdict.WRONG : Verdict.FAILED;
      return Optional.of(uncompared(what, before.unit, old, verdict));
    }
    double fresh = median(now);
    double worse = before.moreIsBetter ? old / fresh : fresh / old;
    boolean greater = (worse > 1) != before.moreIsBetter;
    double p = probability(blocks(now), blocks(before), greater);
    return Optional.of(new Line(what, before.unit, old, fresh, worse, p, Verdict.SAME));
  }

  private static double median(Series series) {
    return Summary.of(series.values().stream().flatMapToDouble(Arrays::stream).toArray()).median();
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

  private static double[] blocks(Series series) {
    return blocks(series.values());
  }

  private static double probability(double[] now, double[] before, boolean greater) {
    if (now.length < FEWEST || before.length < FEWEST) {
      return Double.NaN;
    }
    return MannWhitneyUTest.withDefaults()
        .with(greater ? AlternativeHypothesis.GREATER_THAN : AlternativeHypothesis.LESS_THAN)
        .test(now, before)
        .getPValue();
  }

  /** The correction of Holm: the smallest of n probabilities counts n times, the next n - 1. */
  private static List<Line> judged(List<Line> lines, double threshold, double significance) {
    List<Integer> order =
        IntStream.range(0, lines.size())
            .boxed()
            .filter(i -> !Double.isNaN(lines.get(i).p))
            .sorted(Comparator.comparingDouble(i -> lines.get(i).p))
            .toList();
    List<Line> judged = new ArrayList<>(lines);
    double most = 0;
    for (int k = 0; k < order.size(); k++) {
      Line line = lines.get(order.get(k));
      most = Math.max(most, Math.min(1, line.p * (order.size() - k)));
      judged.set(order.get(k), line.with(most));
    }
    judged.replaceAll(line -> line.judged(threshold, significance));
    return judged;
  }

  /** The table, worst first. */
  public static String render(List<Line> lines) {
    TextTable table = new TextTable(1, "what", "unit", "before", "now", "worse by", "p", "verdict");
    lines.stream()
        .sorted(
            Comparator.comparing((Line line) -> !line.verdict.isFailure())
                .thenComparing(line -> Double.isNaN(line.worse) ? -1e9 : -line.worse))
        .forEach(
            line ->
                table.add(
                    List.of(
                        line.what,
                        line.unit,
                        number(line.before),
                        number(line.now),
                        Double.isNaN(line.worse)
                            ? "-"
                            : String.format(Locale.ROOT, "%+.1f %%", 100 * (line.worse - 1)),
                        Double.isNaN(line.p) ? "-" : String.format(Locale.ROOT, "%.3f", line.p),
                        line.verdict.label())));
    return table.render();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : Numbers.significant(value);
  }
}
