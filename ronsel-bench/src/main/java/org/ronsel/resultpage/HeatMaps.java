package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/** Results at several sizes and numbers of ranks, as coloured cells. */
final class HeatMaps {
  private HeatMaps() {}

  /** A picture for each benchmark and entrant. */
  static List<Chart> of(List<Result> results) {
    List<Chart> charts = new ArrayList<>();
    List<Result> sized = results.stream().filter(r -> r.isGood() && r.size() >= 0).toList();
    Entrants.by(sized, r -> List.of(r.subject(), r.unit(), r.series()))
        .forEach(
            (key, group) -> {
              if (Entrants.different(group, Result::size) > 1
                  && Entrants.different(group, Result::ranks) > 1) {
                charts.add(chart(group));
              }
            });
    return charts;
  }

  private static Chart chart(List<Result> group) {
    Result first = group.getFirst();
    List<Long> sizes = new ArrayList<>(new TreeSet<>(group.stream().map(Result::size).toList()));
    List<Integer> ranks =
        new ArrayList<>(new TreeSet<>(group.stream().map(Result::ranks).toList()));
    List<Point> cells = new ArrayList<>();
    for (Map.Entry<List<Number>, List<Result>> cell :
        Entrants.by(group, r -> List.<Number>of(r.size(), r.ranks())).entrySet()) {
      Spread spread = Spread.pooled(cell.getValue());
      if (spread != null) {
        Result at = cell.getValue().getFirst();
        cells.add(new Point(sizes.indexOf(at.size()), ranks.indexOf(at.ranks()), spread, null));
      }
    }
    return new Chart(
        ChartType.HEAT,
        first.subject() + ": " + first.series(),
        "Medians in " + first.unit() + "; colours are logarithmic.",
        "message size in bytes",
        "ranks",
        sizes.stream().map(Figures::bytes).toList(),
        ranks.stream().map(String::valueOf).toList(),
        List.of(new Series(first.unit(), Chart.Role.of(first.role()), cells)),
        Map.of());
  }
}
