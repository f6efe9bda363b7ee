package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.Ratio;
import org.ronsel.bench.stats.Summary;

/** The tables that a person reads. */
public final class TextReport {
  private static final String LEGEND =
      """
      Times are of batches: median, quartiles and minimum of all batches measured at the best core distance. The
      probe is the one-way time of a cache line between the two cores, before and after; "near" is quiet and close.
      Ratios are of rows at one core distance (at any, where ranks outnumber the cores and there is no other): of
      medians, and in parentheses of lower quartiles. Those marked * were not measured near; for them the lower quartiles count. A warm-up that did not become stable is marked ~.
      """;

  private TextReport() {}

  /** Everything: measurements, ratios, targets, and how to read them. */
  public static String render(Results results) {
    StringBuilder text = new StringBuilder();
    Map<Benchmark, List<Workload>> groups = new LinkedHashMap<>();
    for (Workload workload : results.workloads()) {
      groups.computeIfAbsent(workload.benchmark(), b -> new ArrayList<>()).add(workload);
    }
    groups.forEach(
        (benchmark, workloads) -> {
          Metric metric = workloads.getFirst().metric();
          text.append(
              String.format(
                  Locale.ROOT,
                  "%n%s: %s, %s%n",
                  benchmark.label(),
                  benchmark.title(),
                  metric.unit()));
          switch (benchmark) {
            case OVERLAP -> text.append(OverlapTable.render(results, workloads));
            case TAIL -> text.append(TailTable.render(results, workloads));
            default -> {
              text.append(measurements(results, workloads));
              text.append(ratios(results, workloads));
            }
          }
        });
    text.append(targets(Verdict.all(results)));
    return text.append('\n').append(LEGEND).toString();
  }

  private static String measurements(Results results, List<Workload> workloads) {
    TextTable table =
        new TextTable(
            2, "what", "case", "median", "p25..p75", "best", "probe ns", "distance", "rounds");
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        List<String> cells = new ArrayList<>(List.of(entrant, workload.detail()));
        Optional<Pooled> pooled = results.pooled(workload, entrant);
        if (pooled.isPresent()) {
          cells.addAll(values(workload, pooled.get()));
        } else {
          cells.add("skipped: " + reason(results.rows(workload, entrant)));
        }
        table.add(cells);
      }
    }
    return table.render();
  }

  private static List<String> values(Workload workload, Pooled pooled) {
    Metric metric = workload.metric();
    int size = workload.size();
    double[] quartiles = {
      metric.value(pooled.times().p25(), size), metric.value(pooled.times().p75(), size)
    };
    Arrays.sort(quartiles);
    return List.of(
        Numbers.significant(metric.value(pooled.times().median(), size))
            + (pooled.stable() ? "" : "~"),
        Numbers.significant(quartiles[0]) + ".." + Numbers.significant(quartiles[1]),
        Numbers.significant(metric.value(pooled.times().min(), size)),
        Numbers.significant(pooled.probe().min())
            + ".."
            + Numbers.significant(pooled.probe().max()),
        pooled.distance().label(),
        pooled.rows() + "/" + pooled.of());
  }

  /** The range of the probes around rows. */
  static String probe(List<Row> rows) {
    double[] medians =
        rows.stream()
            .flatMap(row -> Stream.of(row.before(), row.after()))
            .filter(Objects::nonNull)
            .mapToDouble(Summary::median)
            .sorted()
            .toArray();
    return medians.length == 0
        ? "-"
        : Numbers.significant(medians[0]) + ".." + Numbers.significant(medians[medians.length - 1]);
  }

  /** Why rows were skipped. */
  static String reason(List<Row> rows) {
    for (Row row : rows) {
      if (row.skipped() != null) {
        return row.skipped();
      }
    }
    return "nothing was measured";
  }

  private static String ratios(Results results, List<Workload> workloads) {
    Set<String> references = new LinkedHashSet<>();
    for (Entrant.Kind kind : List.of(Entrant.Kind.LIMIT, Entrant.Kind.PEER)) {
      for (Workload workload : workloads) {
        results.entrants(workload).stream()
            .filter(e -> results.kind(workload, e) == kind)
            .filter(e -> !results.readings(workload, e).isEmpty())
            .forEach(references::add);
      }
    }
    List<String> header = new ArrayList<>(List.of("ratio of", "case"));
    references.forEach(r -> header.add("/ " + r));
    TextTable table = new TextTable(2, header.toArray(String[]::new));
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        if (results.kind(workload, entrant) != Entrant.Kind.RONSEL
            || results.readings(workload, entrant).isEmpty()) {
          continue;
        }
        List<String> cells = new ArrayList<>(List.of(entrant, workload.detail()));
        for (String reference : references) {
          cells.add(
              results
                  .ratio(workload, entrant, reference)
                  .map(ratio -> ratio(workload.metric(), ratio))
                  .orElse("-"));
        }
        table.add(cells);
      }
    }
    return table.isEmpty() || references.isEmpty() ? "" : "\n" + table.render();
  }

  private static String ratio(Metric metric, Ratio ratio) {
    return Numbers.ratio(metric.ratio(ratio.median()))
        + " ("
        + Numbers.ratio(metric.ratio(ratio.p25()))
        + ")"
        + (ratio.distance() == CoreDistance.NEAR ? " " : "*");
  }

  private static String targets(List<Verdict> verdicts) {
    TextTable table =
        new TextTable(5, "target", "who", "bound", "against", "verdict", "ratio", "goal");
    for (Verdict verdict : verdicts) {
      Targets.Target target = verdict.target();
      String bound =
          (target.atLeast() ? "at least " : "at most ") + Numbers.ratio(target.bound()) + "x";
      table.add(
          List.of(
              verdict.workload().label(),
              target.subject(),
              bound,
              verdict.against(),
              verdict.word(),
              verdict.ratio() == null
                  ? "-"
                  : Numbers.ratio(verdict.value())
                      + (verdict.ratio().distance() == CoreDistance.NEAR ? " " : "*"),
              target.goal().isPresent() ? Numbers.ratio(target.goal().getAsDouble()) : ""));
    }
    return table.isEmpty() ? "" : "\n" + table.render();
  }
}
