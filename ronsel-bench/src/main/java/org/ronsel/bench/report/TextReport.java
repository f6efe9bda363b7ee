package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.LimitEntrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.stats.Ratio;

/** The tables that a person reads. */
public final class TextReport {
  private static final String LEGEND =
      """
      Times are of batches: median, quartiles and best of all rounds. A ratio is of values of neighbouring
      batches, taken within milliseconds of each other: the median, and in parentheses its 95 % interval
      and the quartiles of the pairs. A target whose bound lies in the interval is open, and so is one of
      fewer than five pairs. A warm-up that did not become stable is marked ~, an entrant that did not come
      to its end !.
      """;

  private TextReport() {}

  /** The whole report: measurements, ratios, targets, and notes on how to read them. */
  public static String render(Results results, boolean full) {
    return tables(results, full) + targets(Verdict.all(Targets.ALL, results)) + '\n' + LEGEND;
  }

  /** Measurements and ratios. */
  public static String tables(Results results, boolean full) {
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
              text.append(full ? Singles.render(results, workloads) : "");
              text.append(ratios(results, workloads));
            }
          }
        });
    return text.toString();
  }

  private static String measurements(Results results, List<Workload> workloads) {
    TextTable table =
        new TextTable(2, "what", "case", "median", "p25..p75", "best", "batches", "rounds");
    addLines(
        table,
        results,
        workloads,
        (workload, entrant, rows) -> values(workload, Pooled.of(rows).orElseThrow(), rows));
    StringBuilder text = new StringBuilder(table.render());
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        List<Row> rows = results.rows(workload, entrant);
        if (results.hasMeasured(workload, entrant) && hasFailed(rows)) {
          text.append(String.format("! %s %s: %s%n", entrant, workload.detail(), reason(rows)));
        }
      }
    }
    return text.toString();
  }

  /** The cells of a line for a measured entrant, behind its name and the workload. */
  interface Cells {
    List<String> of(Workload workload, String entrant, List<Row> rows);
  }

  /** Adds a line for each entrant in each workload. */
  static void addLines(TextTable table, Results results, List<Workload> workloads, Cells measured) {
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        List<String> cells = new ArrayList<>(List.of(entrant, workload.detail()));
        List<Row> rows = results.rows(workload, entrant);
        if (results.hasMeasured(workload, entrant)) {
          cells.addAll(measured.of(workload, entrant, rows));
        } else {
          boolean wrong = rows.stream().anyMatch(Row::isWrong);
          cells.add((wrong ? "wrong data: " : "skipped: ") + reason(rows));
        }
        table.add(cells);
      }
    }
  }

  private static boolean hasFailed(List<Row> rows) {
    return rows.stream().anyMatch(row -> row.failure() != null);
  }

  private static List<String> values(Workload workload, Pooled pooled, List<Row> rows) {
    Metric metric = workload.metric();
    int size = workload.size();
    double[] quartiles = {
      metric.value(pooled.times().p25(), size), metric.value(pooled.times().p75(), size)
    };
    Arrays.sort(quartiles);
    return List.of(
        Numbers.significant(metric.value(pooled.times().median(), size))
            + (pooled.stable() ? "" : "~")
            + (hasFailed(rows) ? "!" : ""),
        Numbers.significant(quartiles[0]) + ".." + Numbers.significant(quartiles[1]),
        Numbers.significant(metric.value(pooled.times().min(), size)),
        Integer.toString(pooled.times().count()),
        pooled.rounds() + "/" + rows.size());
  }

  private static String reason(List<Row> rows) {
    for (Row row : rows) {
      if (row.failure() != null) {
        return row.failure();
      }
    }
    return "nothing was measured";
  }

  private static String ratios(Results results, List<Workload> workloads) {
    Set<String> references = new LinkedHashSet<>();
    for (Entrant.Kind kind : List.of(Entrant.Kind.OLDER, Entrant.Kind.LIMIT, Entrant.Kind.PEER)) {
      for (Workload workload : workloads) {
        results.entrants(workload).stream()
            .filter(e -> results.kind(workload, e) == kind)
            .filter(e -> results.hasMeasured(workload, e))
            .forEach(references::add);
      }
    }
    List<String> header = new ArrayList<>(List.of("ratio of", "case"));
    references.forEach(r -> header.add("/ " + r));
    TextTable table = new TextTable(2, header.toArray(String[]::new));
    for (Workload workload : workloads) {
      for (String entrant : results.entrants(workload)) {
        if (results.kind(workload, entrant) != Entrant.Kind.RONSEL
            || !results.hasMeasured(workload, entrant)) {
          continue;
        }
        List<String> cells = new ArrayList<>(List.of(entrant, workload.detail()));
        for (String reference : references) {
          boolean compares =
              !reference.equals(LimitEntrant.HANDOVER.label())
                  || LimitEntrant.HANDOVER.compares(workload);
          cells.add(
              results
                  .ratio(workload, entrant, reference)
                  .filter(ratio -> compares)
                  .map(TextReport::ratio)
                  .orElse("-"));
        }
        table.add(cells);
      }
    }
    return table.isEmpty() || references.isEmpty() ? "" : "\n" + table.render();
  }

  private static String ratio(Ratio ratio) {
    return String.format(
        "%s (%s; %s..%s)",
        Numbers.ratio(ratio.median()),
        interval(ratio),
        Numbers.ratio(ratio.p25()),
        Numbers.ratio(ratio.p75()));
  }

  private static String interval(Ratio ratio) {
    return Numbers.ratio(ratio.low()) + ".." + Numbers.ratio(ratio.high());
  }

  /** A table of verdicts. */
  public static String targets(List<Verdict> verdicts) {
    TextTable table =
        new TextTable(
            5, "target", "who", "bound", "against", "verdict", "ratio", "interval", "goal");
    for (Verdict verdict : verdicts) {
      Ratio ratio = verdict.ratio();
      OptionalDouble goal = verdict.bound().goal();
      table.add(
          List.of(
              verdict.what(),
              verdict.subject(),
              verdict.bound().toString(),
              verdict.against(),
              verdict.word(),
              ratio == null ? "-" : Numbers.ratio(ratio.median()),
              ratio == null ? "" : interval(ratio),
              goal.isPresent() ? Numbers.ratio(goal.getAsDouble()) : ""));
    }
    return table.isEmpty() ? "" : "\n" + table.render();
  }
}
