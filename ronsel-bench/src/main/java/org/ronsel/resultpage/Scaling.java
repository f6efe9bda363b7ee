package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.ronsel.bench.run.Entrant;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/**
 * Kernels and applications over the number of ranks: the speed beside the ideal and beside that of
 * concurrent serial copies, and the speed-up.
 */
final class Scaling {
  private Scaling() {}

  /** Two pictures for each kernel that was measured on several numbers of ranks. */
  static List<Chart> of(List<Result> results) {
    List<Chart> charts = new ArrayList<>();
    List<Result> kernels = results.stream().filter(r -> r.isGood() && r.isKernel()).toList();
    SerialRuns serial = new SerialRuns(results);
    Entrants.by(kernels, r -> List.of(r.scaled(), r.unit()))
        .forEach(
            (key, group) -> {
              if (Entrants.different(group, Result::ranks) > 1) {
                charts.add(speeds(group));
                charts.add(speedUps(group, serial));
              }
            });
    return charts;
  }

  private static TreeMap<Integer, Spread> byRanks(List<Result> line) {
    TreeMap<Integer, Spread> spreads = new TreeMap<>();
    Entrants.by(line, Result::ranks)
        .forEach(
            (ranks, rounds) -> {
              Spread spread = Spread.pooled(rounds);
              if (spread != null) {
                spreads.put(ranks, spread);
              }
            });
    return spreads;
  }

  private static Chart speeds(List<Result> group) {
    Result first = group.getFirst();
    List<Series> series = new ArrayList<>();
    Entrants.lines(group)
        .forEach(
            (name, line) -> {
              List<Point> points = new ArrayList<>();
              byRanks(line).forEach((ranks, spread) -> points.add(Point.at(ranks, spread)));
              series.add(new Series(name, Chart.Role.of(line.getFirst().role()), points));
            });
    List<Result> ronsel = Entrants.lines(group).values().iterator().next();
    Map.Entry<Integer, Spread> one = byRanks(ronsel).firstEntry();
    List<Point> ideal = new ArrayList<>();
    for (int ranks : byRanks(group).keySet()) {
      if (ranks >= one.getKey()) {
        double times = (double) ranks / one.getKey();
        double start = one.getValue().median();
        ideal.add(Point.at(ranks, first.moreIsBetter() ? start * times : start / times));
      }
    }
    series.add(new Series("ideal", Chart.Role.IDEAL, ideal));
    String what = first.moreIsBetter() ? "more is better" : "less is better";
    boolean copies = group.stream().anyMatch(r -> "serial-copies".equals(r.entrant()));
    return new Chart(
        ChartType.RANKS,
        first.scaled() + ": speed",
        "Medians, with quartiles; "
            + what
            + ". The ideal is "
            + ronsel.getFirst().series()
            + " on "
            + one.getKey()
            + (one.getKey() == 1 ? " rank" : " ranks")
            + ", times the ranks."
            + (first.classPerRank().isEmpty()
                ? ""
                : " The problem grows with the ranks, in classes of the benchmark.")
            + (copies
                ? " Serial copies run at once and never wait for each other: what the machine's"
                    + " memory and cores allow."
                : ""),
        "ranks",
        first.unit() + ", " + what,
        List.of(),
        List.of(),
        series,
        Map.of());
  }

  /** The first line of Ronsel on the machine of a line; that line itself if there is none. */
  private static List<Result> firstOfRonsel(List<Result> line, Collection<List<Result>> lines) {
    ResultFile file = line.getFirst().file();
    return lines.stream()
        .filter(other -> other.getFirst().isRonsel())
        .filter(other -> other.getFirst().file().environment().equals(file.environment()))
        .findFirst()
        .orElse(line);
  }

  private static Chart speedUps(List<Result> group, SerialRuns serial) {
    List<Series> series = new ArrayList<>();
    TreeMap<Integer, Double> ideal = new TreeMap<>();
    Map<String, List<Result>> lines = Entrants.lines(group);
    lines.forEach(
        (name, line) -> {
          TreeMap<Integer, Spread> spreads = byRanks(line);
          // Serial copies on one rank would be Ronsel on one rank, so they may lack it.
          boolean isBound = line.getFirst().role() == Entrant.Kind.LIMIT && spreads.firstKey() > 1;
          Map.Entry<Integer, Spread> least =
              byRanks(isBound ? firstOfRonsel(line, lines.values()) : line).firstEntry();
          OptionalDouble one = serial.of(line.getFirst());
          int fewest = one.isPresent() ? 1 : least.getKey();
          double start = one.orElse(least.getValue().median());
          boolean more = line.getFirst().moreIsBetter();
          List<Point> points = new ArrayList<>();
          spreads.forEach(
              (ranks, spread) -> {
                double ratio = more ? spread.median() / start : start / spread.median();
                points.add(Point.at(ranks, fewest * ratio));
                ideal.put(ranks, (double) ranks);
              });
          series.add(new Series(name, Chart.Role.of(line.getFirst().role()), points));
        });
    series.add(
        new Series(
            "ideal",
            Chart.Role.IDEAL,
            ideal.entrySet().stream().map(e -> Point.at(e.getKey(), e.getValue())).toList()));
    return new Chart(
        ChartType.RANKS,
        group.getFirst().scaled() + ": speed-up",
        "Over one rank of the same entrant; placements that were not measured on one rank, and"
            + " serial copies, over that of another placement. Where nothing was measured on one"
            + " rank, the fewest ranks count as ideal.",
        "ranks",
        "speed-up, more is better",
        List.of(),
        List.of(),
        series,
        Map.of());
  }
}
