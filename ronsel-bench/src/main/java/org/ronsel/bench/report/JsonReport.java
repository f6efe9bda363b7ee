package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.report.Targets.Target;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.bench.stats.Ratio;

/** A whole run as JSON: facts, every row with every batch, ratios and verdicts. */
public final class JsonReport {
  /** Series of which a summary is written, not each value. */
  private static final Set<String> SUMMARISED =
      Set.of(Singles.PART, "processMinNs", "processMeanNs", "processMaxNs");

  private JsonReport() {}

  /**
   * The report as maps, lists, strings, numbers and booleans.
   *
   * @param complete whether the run came to its end
   * @param known rows that an interrupted run has written, with their entries in the file
   * @param targets for the verdicts on the results
   */
  public static Map<String, Object> of(
      RunDescription run,
      boolean complete,
      Results results,
      Map<Row, Map<String, Object>> known,
      List<Target> targets,
      List<StartUpRow> startUps) {
    List<Map<String, Object>> rows = new ArrayList<>(rows(results.rows(), known));
    startUps.forEach(row -> rows.add(row.toMap()));
    Map<String, Object> report = ResultDocument.of(run, complete, rows);
    report.put("ratios", ratios(results));
    report.put("targets", Verdict.all(targets, results).stream().map(Verdict::toMap).toList());
    return report;
  }

  /** The rows in the file format. */
  public static List<Map<String, Object>> rows(
      List<Row> rows, Map<Row, Map<String, Object>> known) {
    return rows.stream()
        .map(row -> Objects.requireNonNullElseGet(known.get(row), () -> row(row)))
        .toList();
  }

  private static Map<String, Object> row(Row row) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", kind(row.workload().benchmark()).label());
    map.putAll(workload(row.workload()));
    map.put("entrant", row.entrant());
    map.put("entrantKind", row.kind().label());
    if (row.placement() != null) {
      map.put("placement", row.placement());
    }
    map.put("round", row.round());
    boolean overlap = row.workload().benchmark().measuresOverlap();
    ResultDocument.put(map, overlap ? Metric.OVERLAP : row.workload().metric());
    Samples samples = row.samples();
    if (samples == null) {
      map.put("skipped", row.failure());
      if (row.isWrong()) {
        map.put("verified", false);
      }
    } else {
      putSamples(map, row, samples);
    }
    if (!row.command().isEmpty()) {
      map.put("command", row.command());
    }
    return map;
  }

  private static RowKind kind(Benchmark benchmark) {
    if (benchmark.measuresOverlap()) {
      return RowKind.OVERLAP;
    }
    if (benchmark.needsSingleTimes()) {
      return RowKind.TAIL;
    }
    return benchmark.takesRanks() ? RowKind.COLLECTIVE : RowKind.MESSAGE;
  }

  private static void putSamples(Map<String, Object> map, Row row, Samples samples) {
    map.put("value", ResultDocument.summary(values(row, samples)));
    map.put("verified", !row.isWrong());
    if (row.failure() != null) {
      map.put("failure", row.failure());
    }
    map.put("iterationsPerBatch", samples.inner());
    map.put("warmupBatches", samples.warmups());
    map.put("stable", samples.stable());
    map.put("batchesNs", samples.perOperationNs());
    samples
        .parts()
        .forEach(
            (name, series) -> {
              if (!SUMMARISED.contains(name)) {
                map.put(name, series);
              }
            });
    if (samples.part("processMaxNs").length > 0) {
      map.put("processes", Singles.processes(List.of(samples)));
    }
    if (samples.part(Singles.PART).length > 0) {
      map.put("iterations", Singles.iterations(List.of(samples)));
    }
    if (row.workload().benchmark().needsSingleTimes()) {
      double ratio = TailTable.ratio(TailTable.singles(List.of(row)));
      if (!Double.isNaN(ratio)) {
        map.put("p99OverMedian", ratio);
      }
    }
  }

  /** The batches in the unit of the row. */
  private static double[] values(Row row, Samples samples) {
    if (row.workload().benchmark().measuresOverlap()) {
      return OverlapTable.percents(samples, samples.perOperationNs());
    }
    Workload workload = row.workload();
    return Arrays.stream(samples.perOperationNs())
        .map(ns -> workload.metric().value(ns, workload.size()))
        .toArray();
  }

  static Map<String, Object> workload(Workload workload) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", workload.benchmark().label());
    map.put("kernel", workload.kernel());
    map.put("ranks", workload.ranks());
    if (workload.hasSize()) {
      map.put("size", workload.size());
    }
    if (!workload.options().isEmpty()) {
      map.put("options", workload.options());
    }
    return map;
  }

  private static List<Map<String, Object>> ratios(Results results) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Workload workload : results.workloads()) {
      List<String> entrants = results.entrants(workload);
      for (String subject : entrants) {
        if (results.kind(workload, subject) == Entrant.Kind.RONSEL) {
          for (String reference : entrants) {
            if (!reference.equals(subject)) {
              results
                  .ratio(workload, subject, reference)
                  .ifPresent(ratio -> list.add(ratio(workload, subject, reference, ratio)));
            }
          }
        }
      }
    }
    return list;
  }

  private static Map<String, Object> ratio(
      Workload workload, String subject, String reference, Ratio ratio) {
    Map<String, Object> map = workload(workload);
    map.put("subject", subject);
    map.put("reference", reference);
    // Of times where the value of a row is a percentage.
    map.put("better", ResultDocument.better(workload.metric()));
    ResultDocument.put(map, ratio);
    return map;
  }
}
