package org.ronsel.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.launch.spi.Summary;

/** The table of the start-up benchmark. */
public final class StartUpReport {
  private static final double KIB_PER_GIB = 1024.0 * 1024.0;

  private StartUpReport() {}

  /** One line per scale, over its rounds; the verdict is about the median. */
  public static String render(List<StartUpRow> rows) {
    Map<String, List<StartUpRow>> scales = new LinkedHashMap<>();
    for (StartUpRow row : rows) {
      scales.merge(row.ranks() + " " + row.how(), List.of(row), StartUpReport::joined);
    }
    TextTable table =
        new TextTable(2, "ranks", "how", "wall s", "p25..p75", "GiB", "launcher GiB", "verdict");
    for (List<StartUpRow> scale : scales.values()) {
      table.add(line(scale));
    }
    return "\nstartup: command to end, all ranks in one JVM, one barrier\n" + table.render();
  }

  private static List<StartUpRow> joined(List<StartUpRow> a, List<StartUpRow> b) {
    return Stream.concat(a.stream(), b.stream()).toList();
  }

  private static List<String> line(List<StartUpRow> scale) {
    StartUpRow first = scale.getFirst();
    String ranks = Integer.toString(first.ranks());
    List<StartUpRow> measured = scale.stream().filter(row -> row.skipped() == null).toList();
    if (measured.isEmpty()) {
      return List.of(ranks, first.how(), "skipped: " + Objects.requireNonNull(first.skipped()));
    }
    Summary wall = summary(measured, row -> row.wallMs() / 1e3);
    double memory = summary(measured, row -> row.jobPeakKiB() / KIB_PER_GIB).max();
    return List.of(
        ranks,
        first.how(),
        Numbers.significant(wall.median()),
        Numbers.significant(wall.p25()) + ".." + Numbers.significant(wall.p75()),
        Numbers.significant(memory),
        Numbers.significant(summary(measured, r -> r.launcherPeakKiB() / KIB_PER_GIB).max()),
        verdict(first.ranks(), wall.median(), memory));
  }

  private static Summary summary(List<StartUpRow> rows, ToDoubleFunction<StartUpRow> value) {
    return Summary.of(rows.stream().mapToDouble(value).toArray());
  }

  static String verdict(int ranks, double seconds, double gibibytes) {
    for (Targets.StartUpTarget target : Targets.START_UP) {
      if (target.ranks() == ranks) {
        boolean met = seconds < target.seconds() && gibibytes < target.gibibytes();
        return String.format(
            Locale.ROOT,
            "%s (under %.0f s, %.0f GiB)",
            met ? "met" : "missed",
            target.seconds(),
            target.gibibytes());
      }
    }
    return "no target";
  }
}
