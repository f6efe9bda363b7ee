package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ronsel.bench.report.RowKind;
import org.ronsel.bench.run.LimitEntrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/** Latency and bandwidth over message size. */
final class Curves {
  /** The property for the largest size that Ronsel sends eagerly. */
  private static final Pattern LIMIT = Pattern.compile("-Dronsel\\.eager\\.limit=(\\d+)");

  /** The default of that size, in bytes. */
  private static final double DEFAULT_LIMIT = 8 << 10;

  /** Options that a benchmark of bandwidth chooses for each size where nobody else does. */
  private static final Set<String> BY_SIZE = Set.of("window", "distinctBuffers");

  private Curves() {}

  /** A picture for each benchmark and number of ranks that was measured at several sizes. */
  static List<Chart> of(List<Result> results) {
    List<Chart> charts = new ArrayList<>();
    List<Result> sized =
        results.stream()
            .filter(r -> r.isGood() && r.size() > 0 && compares(r))
            .sorted(Comparator.comparing(r -> r.kind() != RowKind.MESSAGE)) // these first
            .toList();
    Entrants.by(sized, r -> List.of(r.subjectWithout(BY_SIZE), r.ranks(), r.unit()))
        .forEach(
            (key, group) -> {
              boolean oneCurve =
                  Entrants.by(group, Result::size).values().stream()
                      .allMatch(ofSize -> Entrants.different(ofSize, Result::subject) == 1);
              if (oneCurve && Entrants.different(group, Result::subject) > 1) {
                charts.add(chart(group, group.getFirst().subjectWithout(BY_SIZE), windows(group)));
              } else {
                for (List<Result> each : Entrants.by(group, Result::subject).values()) {
                  charts.add(chart(each, each.getFirst().subject(), ""));
                }
              }
            });
    return charts.stream().filter(Curves::hasSeveralSizes).toList();
  }

  /** A line that crosses from one core to another says nothing of the bandwidth of many. */
  private static boolean compares(Result result) {
    return !result.is(Metric.BANDWIDTH)
        || !result.entrant().equals(LimitEntrant.HANDOVER.label())
        || result.size() <= LimitEntrant.SMALL;
  }

  private static boolean hasSeveralSizes(Chart chart) {
    return chart.series().stream()
            .flatMap(series -> series.points().stream())
            .mapToDouble(Point::x)
            .distinct()
            .count()
        > 1;
  }

  /** The windows of a curve that has several; they change with the size. */
  private static String windows(List<Result> group) {
    List<String> windows =
        group.stream()
            .sorted(Comparator.comparing(Result::size))
            .map(each -> each.options().getOrDefault("window", ""))
            .filter(window -> !window.isEmpty())
            .distinct()
            .toList();
    return windows.size() < 2
        ? ""
        : " In windows of " + String.join(", ", windows) + " messages, fewer of longer ones.";
  }

  private static Chart chart(List<Result> group, String subject, String windows) {
    Result first = group.getFirst();
    List<Series> series = new ArrayList<>();
    Entrants.lines(group)
        .forEach(
            (name, line) -> {
              List<Point> points = new ArrayList<>();
              new TreeMap<>(Entrants.by(line, Result::size))
                  .forEach(
                      (size, rounds) -> {
                        Spread spread = Spread.pooled(rounds);
                        if (spread != null) {
                          points.add(Point.at(size, spread));
                        }
                      });
              series.add(new Series(name, Chart.Role.of(line.getFirst().role()), points));
            });
    Map<String, Double> marks = first.kind() == RowKind.MESSAGE ? protocols(group) : Map.of();
    String what = first.moreIsBetter() ? "more is better" : "less is better";
    return new Chart(
        ChartType.SIZES,
        subject + ", " + first.ranks() + " ranks",
        "Medians, with quartiles; "
            + what
            + "."
            + windows
            + (marks.isEmpty()
                ? ""
                : " Up to the dashed line Ronsel sends eagerly, above it by rendezvous."),
        "message size in bytes",
        first.unit() + ", " + what,
        List.of(),
        List.of(),
        series,
        marks);
  }

  /** The size at which Ronsel changes the protocol, if it is in the range of sizes. */
  private static Map<String, Double> protocols(List<Result> group) {
    Map<String, Double> marks = new LinkedHashMap<>();
    double limit = DEFAULT_LIMIT;
    boolean ronsel = false;
    for (Result result : group) {
      ronsel |= result.isRonsel();
      Matcher told = LIMIT.matcher(String.join(" ", result.command()));
      limit = told.find() ? Double.parseDouble(told.group(1)) : limit;
    }
    long smallest = group.stream().mapToLong(Result::size).min().orElse(0);
    long largest = group.stream().mapToLong(Result::size).max().orElse(0);
    if (ronsel && smallest <= limit && largest > limit) {
      marks.put("eager | rendezvous", limit);
    }
    return marks;
  }
}
