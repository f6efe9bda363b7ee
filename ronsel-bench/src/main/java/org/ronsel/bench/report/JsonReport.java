package org.ronsel.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.report.Targets.Target;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.bench.stats.Summary;

/** A whole run as JSON: facts, every row with every batch, ratios and verdicts. */
public final class JsonReport {
  /** Version of the format; goes up when a reader has to change. */
  public static final int FORMAT = 2;

  private JsonReport() {}

  /** Writes the file whole or not at all. */
  public static void write(Path file, Map<String, Object> report) throws IOException {
    String text = JSON.std.with(JSON.Feature.PRETTY_PRINT_OUTPUT).asString(report) + "\n";
    WholeFile.write(file, out -> out.write(text.getBytes(UTF_8)));
  }

  /**
   * The report as maps, lists, strings, numbers and booleans.
   *
   * @param targets by which the results are judged
   */
  public static Map<String, Object> of(
      List<String> commandLine,
      BatchPlan plan,
      Map<String, String> peers,
      Results results,
      List<Target> targets,
      List<StartUpRow> startUps) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("ronselBench", FORMAT);
    report.put(
        "date", OffsetDateTime.now(ZoneOffset.UTC).truncatedTo(ChronoUnit.SECONDS).toString());
    report.put("command", commandLine);
    report.put("machine", MachineFacts.collect());
    report.put("peers", peers);
    report.put("plan", plan(plan));
    report.put("rows", results.rows().stream().map(JsonReport::row).toList());
    report.put("ratios", ratios(results));
    report.put("targets", Verdict.all(targets, results).stream().map(JsonReport::verdict).toList());
    report.put("startUp", startUps.stream().map(StartUpRow::toMap).toList());
    return report;
  }

  private static Map<String, Object> plan(BatchPlan plan) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("batches", plan.batches());
    map.put("batchMs", plan.batchMs());
    map.put("minWarmupMs", plan.minWarmupMs());
    map.put("maxWarmupMs", plan.maxWarmupMs());
    return map;
  }

  private static Map<String, Object> row(Row row) {
    Map<String, Object> map = workload(row.workload());
    map.put("entrant", row.entrant());
    map.put("round", row.round());
    Samples samples = row.samples();
    if (samples == null) {
      map.put("skipped", row.failure());
      return map;
    }
    if (row.failure() != null) {
      map.put("failure", row.failure());
    }
    map.put("iterationsPerBatch", samples.inner());
    map.put("warmupBatches", samples.warmups());
    map.put("stable", samples.stable());
    map.put("verified", true);
    putSummary(map, "operationNs", Summary.of(samples.perOperationNs()));
    map.put("unit", row.workload().metric().unit());
    map.put(
        "median",
        row.workload()
            .metric()
            .value(Summary.of(samples.perOperationNs()).median(), row.workload().size()));
    map.put("batchesNs", samples.perOperationNs());
    map.putAll(samples.parts());
    if (row.workload().benchmark() == Benchmark.OVERLAP) {
      putSummary(map, "overlapPercent", OverlapTable.percent(List.of(row)));
    }
    if (row.workload().benchmark() == Benchmark.TAIL) {
      double ratio = TailTable.ratio(TailTable.singles(List.of(row)));
      map.put("p99OverMedian", Double.isNaN(ratio) ? null : ratio);
    }
    map.put("command", row.command());
    return map;
  }

  private static Map<String, Object> workload(Workload workload) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", workload.benchmark().label());
    map.put("kernel", workload.kernel());
    map.put("size", workload.size());
    map.put("ranks", workload.ranks());
    map.put("window", workload.window());
    map.put("distinctBuffers", workload.distinct());
    return map;
  }

  private static void putSummary(Map<String, Object> map, String name, @Nullable Summary summary) {
    if (summary != null) {
      Map<String, Object> values = new LinkedHashMap<>();
      values.put("min", summary.min());
      values.put("p25", summary.p25());
      values.put("median", summary.median());
      values.put("p75", summary.p75());
      values.put("max", summary.max());
      values.put("mean", summary.mean());
      map.put(name, values);
    }
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
    putRatio(map, ratio);
    return map;
  }

  private static Map<String, Object> verdict(Verdict verdict) {
    Map<String, Object> map = workload(verdict.workload());
    map.put("subject", verdict.target().subject());
    map.put("reference", verdict.against());
    map.put(verdict.target().atLeast() ? "atLeast" : "atMost", verdict.target().bound());
    verdict.target().goal().ifPresent(goal -> map.put("goal", goal));
    Ratio ratio = verdict.ratio();
    if (ratio != null) {
      putRatio(map, ratio);
    }
    map.put("verdict", verdict.word());
    return map;
  }

  private static void putRatio(Map<String, Object> map, Ratio ratio) {
    map.put("pairs", ratio.pairs());
    map.put("median", ratio.median());
    map.put("p25", ratio.p25());
    map.put("p75", ratio.p75());
    map.put("intervalLow", ratio.low());
    map.put("intervalHigh", ratio.high());
  }
}
