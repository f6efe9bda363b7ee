package org.ronsel.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.Summary;

/**
 * Overlap of computation and communication as IMB-NBC defines it: {@code (pure + compute -
 * together) / min(pure, compute)} in percent, not below 0 and not above 100. Where the computation
 * is as long as the operation, this is OSU's {@code 100 - (together - compute) / pure * 100}.
 */
final class OverlapTable {
  private static final String LEGEND =
      """
      Overlap is (alone + compute - together) / min(alone, compute), without a call while the ranks
      compute, and with tests in between; the times are medians, together is without tests.
      """;

  private OverlapTable() {}

  /** The percentages of a measurement, one for each batch. */
  static double[] percents(Samples samples, double[] together) {
    double[] pure = samples.part("pureNs");
    double[] compute = samples.part("computeNs");
    double[] percents = new double[Math.min(together.length, pure.length)];
    for (int i = 0; i < percents.length; i++) {
      double hidden = (pure[i] + compute[i] - together[i]) / Math.min(pure[i], compute[i]);
      percents[i] = 100 * Math.clamp(hidden, 0, 1);
    }
    return percents;
  }

  /** The table. */
  static String render(Results results, List<Workload> workloads) {
    TextTable table =
        new TextTable(
            2,
            "what",
            "case",
            "overlap %",
            "p25..p75",
            "with " + Benchmark.TESTS + " tests",
            "alone us",
            "compute us",
            "together us",
            "target");
    TextReport.addLines(
        table,
        results,
        workloads,
        (workload, entrant, rows) ->
            values(workload, rows, results.kind(workload, entrant) == Entrant.Kind.OPTION));
    return table.render() + LEGEND;
  }

  private static List<String> values(Workload workload, List<Row> rows, boolean judged) {
    Summary percent = percent(rows);
    boolean stable = samples(rows).stream().allMatch(Samples::stable);
    return List.of(
        Numbers.significant(percent.median()) + (stable ? "" : "~"),
        Numbers.significant(percent.p25()) + ".." + Numbers.significant(percent.p75()),
        Numbers.significant(testedPercent(rows).median()),
        microseconds(rows, "pureNs"),
        microseconds(rows, "computeNs"),
        Numbers.significant(
            summary(samples(rows).stream().map(Samples::perOperationNs).toList()).median() / 1e3),
        judged && workload.size() == Targets.OVERLAP_SIZE ? verdict(percent.median()) : "");
  }

  /** The verdict on a progress thread. */
  static String verdict(double percent) {
    return "at least "
        + Numbers.significant(Targets.OVERLAP_PERCENT)
        + ": "
        + (percent >= Targets.OVERLAP_PERCENT ? "met" : "missed");
  }

  /** Overlap without a call during the computation. */
  static Summary percent(List<Row> rows) {
    return summary(samples(rows).stream().map(s -> percents(s, s.perOperationNs())).toList());
  }

  private static Summary testedPercent(List<Row> rows) {
    return summary(samples(rows).stream().map(s -> percents(s, s.part("testedNs"))).toList());
  }

  private static String microseconds(List<Row> rows, String part) {
    return Numbers.significant(
        summary(samples(rows).stream().map(s -> s.part(part)).toList()).median() / 1e3);
  }

  private static List<Samples> samples(List<Row> rows) {
    return rows.stream().map(Row::samples).flatMap(Stream::ofNullable).toList();
  }

  private static Summary summary(List<double[]> series) {
    return Summary.of(series.stream().flatMapToDouble(Arrays::stream).toArray());
  }
}
