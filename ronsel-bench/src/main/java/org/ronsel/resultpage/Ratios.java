package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ronsel.bench.report.Fields;
import org.ronsel.resultpage.Chart.ChartType;
import org.ronsel.resultpage.Chart.Point;
import org.ronsel.resultpage.Chart.Series;

/** Ratios of Ronsel to others, from neighbouring batches, with 95 % intervals. */
final class Ratios {
  /** Most lines of a picture. */
  private static final int MOST = 60;

  private Ratios() {}

  /**
   * A picture for each benchmark and reference. Of two entrants that are compared both ways, as
   * threads and processes are, the ratio that comes first is shown: the other one is its inverse.
   */
  static List<Chart> of(List<ResultFile> files) {
    Map<List<String>, List<Map<String, Object>>> groups = new LinkedHashMap<>();
    for (ResultFile file : files) {
      Set<List<String>> shown = new HashSet<>();
      for (Map<String, Object> ratio : file.ratios()) {
        if (Fields.number(ratio, "median") > 0) {
          String benchmark = Fields.text(ratio, "benchmark", "unknown");
          String reference = Fields.text(ratio, "reference", "unknown");
          String subject = Fields.text(ratio, "subject", "unknown");
          String place = place(ratio);
          if (shown.contains(List.of(benchmark, place, reference, subject))) {
            continue;
          }
          shown.add(List.of(benchmark, place, subject, reference));
          groups.computeIfAbsent(List.of(benchmark, reference), k -> new ArrayList<>()).add(ratio);
        }
      }
    }
    List<Chart> charts = new ArrayList<>();
    groups.forEach(
        (key, ratios) ->
            charts.add(
                chart(key.get(0), key.get(1), ratios, isMoreBetter(files, key.get(0), ratios))));
    return charts;
  }

  /** As the ratios say; in older files that is left to the results. */
  private static boolean isMoreBetter(
      List<ResultFile> files, String benchmark, List<Map<String, Object>> ratios) {
    String better = Fields.text(ratios.getFirst(), "better");
    return better != null
        ? better.equals("more")
        : files.stream()
            .flatMap(file -> file.results().stream())
            .anyMatch(result -> result.benchmark().equals(benchmark) && result.moreIsBetter());
  }

  private static String place(Map<String, Object> ratio) {
    String benchmark = Fields.text(ratio, "benchmark", "");
    String kernel = Fields.text(ratio, "kernel", benchmark);
    List<String> parts = new ArrayList<>();
    if (!kernel.equals(benchmark) && !"window".equals(kernel)) {
      parts.add(kernel);
    }
    if (Fields.text(ratio, "class") instanceof String problemClass) {
      parts.add("class " + problemClass);
    }
    long size = Fields.whole(ratio, "size", -1);
    if (size > 0) {
      parts.add(Figures.bytes(size));
    }
    parts.add(Fields.whole(ratio, "ranks", 1) + " ranks");
    Fields.sortedTexts(ratio, "options")
        .forEach(
            (name, value) ->
                parts.add(
                    "distinctBuffers".equals(name) ? "a buffer for each" : name + " " + value));
    return String.join(", ", parts);
  }

  private static Chart chart(
      String benchmark, String reference, List<Map<String, Object>> all, boolean more) {
    List<Map<String, Object>> ratios = all.subList(0, Math.min(all.size(), MOST));
    List<String> places = ratios.stream().map(Ratios::place).distinct().toList();
    Map<String, List<Point>> lines = new LinkedHashMap<>();
    for (Map<String, Object> ratio : ratios) {
      double median = Fields.number(ratio, "median");
      double low = Fields.number(ratio, "intervalLow");
      double high = Fields.number(ratio, "intervalHigh");
      double from = Double.isNaN(low) ? median : low;
      double to = Double.isNaN(high) ? median : high;
      lines
          .computeIfAbsent(Fields.text(ratio, "subject", "unknown"), k -> new ArrayList<>())
          .add(Point.at(places.indexOf(place(ratio)), new Spread(from, from, median, to, to)));
    }
    List<Series> series = new ArrayList<>();
    lines.forEach((name, points) -> series.add(new Series(name, Chart.Role.RONSEL, points)));
    return new Chart(
        ChartType.RATIOS,
        benchmark + ", over " + reference,
        "Medians of ratios of neighbouring batches, with their 95 % intervals"
            + (all.size() > MOST ? "; the first " + MOST + " of " + all.size() : "")
            + ".",
        "value / value of " + reference + (more ? ", more is better" : ", less is better"),
        "",
        places,
        List.of(),
        series,
        Map.of());
  }
}
