package org.ronsel.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.Summary;

/** The table of the slowest operations, in multiples of the median. */
final class TailTable {
  /** Fewest operations for a 99th percentile; with fewer it depends on a few of them. */
  private static final int FEWEST = 1000;

  private TailTable() {}

  /** The 99th percentile over the median; NaN if there were too few operations. */
  static double ratio(double[] singles) {
    return singles.length < FEWEST
        ? Double.NaN
        : Summary.quantileOf(singles, 0.99) / Summary.quantileOf(singles, 0.5);
  }

  /** The table. */
  static String render(Results results, List<Workload> workloads) {
    TextTable table =
        new TextTable(
            2,
            "what",
            "case",
            "operations",
            "median",
            "p99",
            "p99.9",
            "longest",
            "p99/median",
            "target");
    TextReport.addLines(table, results, workloads, TailTable::values);
    return table.render();
  }

  private static List<String> values(Workload workload, String entrant, List<Row> rows) {
    double[] singles = singles(rows);
    double ratio = ratio(singles);
    return List.of(
        Integer.toString(singles.length),
        microseconds(singles, 0.5),
        microseconds(singles, 0.99),
        microseconds(singles, 0.999),
        microseconds(singles, 1),
        Double.isNaN(ratio) ? "too few" : Numbers.ratio(ratio),
        Targets.tailIsJudged(workload, entrant) ? verdict(ratio) : "");
  }

  /** The verdict on a ratio. */
  static String verdict(double ratio) {
    String word = Double.isNaN(ratio) ? "not known" : ratio <= Targets.TAIL ? "met" : "missed";
    return "at most " + Numbers.ratio(Targets.TAIL) + "x: " + word;
  }

  /** All single times of the rows, in nanoseconds. */
  static double[] singles(List<Row> rows) {
    return rows.stream()
        .map(Row::samples)
        .filter(Objects::nonNull)
        .map((Samples samples) -> samples.part("singleNs"))
        .flatMapToDouble(Arrays::stream)
        .toArray();
  }

  private static String microseconds(double[] singles, double quantile) {
    return Numbers.significant(Summary.quantileOf(singles, quantile) / 1e3);
  }
}
