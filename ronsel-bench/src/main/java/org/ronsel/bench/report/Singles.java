package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.Summary;

/** The times of single iterations and of single processes, beside those of batches. */
final class Singles {
  /** Name of the series of single iterations. */
  static final String PART = "singleNs";

  private Singles() {}

  /** A table of the times of processes and of single iterations; empty if there are none. */
  static String render(Results results, List<Workload> workloads) {
    TextTable processes =
        new TextTable(2, "processes", "case", "fastest us", "mean us", "slowest us");
    TextTable iterations =
        new TextTable(
            2, "iterations", "case", "count", "min us", "mean us", "median us", "p99 us", "max us");
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        List<Samples> samples =
            results.rows(workload, entrant).stream()
                .map(Row::samples)
                .flatMap(Stream::ofNullable)
                .toList();
        add(processes, workload, entrant, samples, "processMaxNs", processes(samples));
        add(iterations, workload, entrant, samples, PART, iterations(samples));
      }
    }
    return (processes.isEmpty() ? "" : "\n" + processes.render())
        + (iterations.isEmpty() ? "" : "\n" + iterations.render());
  }

  private static void add(
      TextTable table,
      Workload workload,
      String entrant,
      List<Samples> samples,
      String part,
      Map<String, Object> values) {
    if (joined(samples, part).length > 0) {
      List<String> cells = new ArrayList<>(List.of(entrant, workload.detail()));
      values.forEach(
          (name, value) -> {
            if (!"p999".equals(name)) {
              cells.add(
                  value instanceof Double time ? Numbers.significant(time) : String.valueOf(value));
            }
          });
      table.add(cells);
    }
  }

  /** Order statistics of single iterations, in microseconds. */
  static Map<String, Object> iterations(List<Samples> samples) {
    double[] singles = joined(samples, PART);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("count", singles.length);
    map.put("min", quantile(singles, 0));
    map.put("mean", Arrays.stream(singles).average().orElse(0) / 1e3);
    map.put("median", quantile(singles, 0.5));
    map.put("p99", quantile(singles, 0.99));
    map.put("p999", quantile(singles, 0.999));
    map.put("max", quantile(singles, 1));
    return map;
  }

  /**
   * Means over the iterations of a batch on the fastest, the mean and the slowest process, in us.
   */
  static Map<String, Object> processes(List<Samples> samples) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("min", quantile(joined(samples, "processMinNs"), 0.5));
    map.put("mean", quantile(joined(samples, "processMeanNs"), 0.5));
    map.put("max", quantile(joined(samples, "processMaxNs"), 0.5));
    return map;
  }

  private static double quantile(double[] values, double q) {
    return values.length == 0 ? 0 : Summary.quantileOf(values, q) / 1e3;
  }

  private static double[] joined(List<Samples> samples, String part) {
    return samples.stream().flatMapToDouble(each -> Arrays.stream(each.part(part))).toArray();
  }
}
