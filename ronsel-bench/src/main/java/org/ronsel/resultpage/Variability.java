package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/** The variability of repetitions of the same measurement: boxes relative to their median. */
final class Variability {
  private Variability() {}

  /** A picture for each benchmark. */
  static List<Chart> of(List<Result> results) {
    List<Chart> charts = new ArrayList<>();
    List<Result> good = results.stream().filter(r -> r.isGood() && isSpread(r)).toList();
    Entrants.by(good, r -> List.of(title(r), r.unit()))
        .forEach((key, group) -> charts.add(chart(key.getFirst(), group)));
    return charts;
  }

  private static String title(Result result) {
    return switch (result.kind()) {
      case KERNEL -> result.benchmark();
      case COLLECTIVE -> result.subject() + ", " + result.ranks() + " ranks";
      default -> result.subject();
    };
  }

  private static boolean isSpread(Result result) {
    Spread value = result.value();
    return value != null && value.max() > value.min();
  }

  private static String place(Result result) {
    String ranks = result.ranks() + (result.ranks() == 1 ? " rank" : " ranks");
    if (result.isKernel()) {
      return result.subject() + ", " + ranks;
    }
    return result.size() < 0 ? ranks : Figures.bytes(result.size()) + ", " + ranks;
  }

  private static Chart chart(String title, List<Result> group) {
    List<Result> sorted =
        group.stream()
            .sorted(Comparator.comparingInt(Result::ranks).thenComparingLong(Result::size))
            .toList();
    List<String> places =
        new ArrayList<>(new LinkedHashSet<>(sorted.stream().map(Variability::place).toList()));
    List<Series> series = new ArrayList<>();
    Entrants.lines(sorted)
        .forEach(
            (name, line) -> {
              List<Point> boxes = new ArrayList<>();
              Entrants.by(line, Variability::place)
                  .forEach(
                      (place, rounds) -> {
                        Spread spread = Spread.pooled(rounds);
                        if (spread != null) {
                          boxes.add(
                              Point.at(places.indexOf(place), spread.times(1 / spread.median())));
                        }
                      });
              series.add(new Series(name, Chart.Role.of(line.getFirst().role()), boxes));
            });
    return new Chart(
        ChartType.BOXES,
        title,
        "Values over their median: quartiles as a box, the extremes as lines; over rounds the"
            + " medians of the quartiles and the extremes of all.",
        "",
        "value / median",
        places,
        List.of(),
        series,
        Map.of());
  }
}
