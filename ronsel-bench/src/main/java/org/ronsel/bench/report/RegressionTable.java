package org.ronsel.bench.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.ronsel.bench.report.Regressions.Line;

/** The comparison of two reports as a table. */
public final class RegressionTable {
  private RegressionTable() {}

  /** The table, worst first. */
  public static String render(List<Line> lines) {
    TextTable table = new TextTable(1, "what", "unit", "before", "now", "worse by", "p", "verdict");
    lines.stream()
        .sorted(
            Comparator.comparing((Line line) -> !line.outcome().isFailure())
                .thenComparing(line -> Double.isNaN(line.worse()) ? -1e9 : -line.worse()))
        .forEach(
            line ->
                table.add(
                    List.of(
                        line.what(),
                        line.unit(),
                        number(line.before()),
                        number(line.now()),
                        formatted("%+.1f %%", 100 * (line.worse() - 1)),
                        formatted("%.3f", line.p()),
                        line.outcome().label())));
    return table.render();
  }

  private static String number(double value) {
    return Double.isNaN(value) ? "-" : Numbers.significant(value);
  }

  private static String formatted(String format, double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, format, value);
  }
}
