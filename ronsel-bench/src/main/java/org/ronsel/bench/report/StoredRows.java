package org.ronsel.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;

/** Rows in the report of an interrupted run. */
public final class StoredRows {
  private StoredRows() {}

  /**
   * The rows of workloads that the same command line has measured already, in a run that did not
   * complete; of each round of a workload all rows or none. Each is mapped to its entry in the
   * file, which has more than a row. Rows are keys by identity.
   *
   * @param workloads that are to be measured
   * @param entrants that measure them
   * @param rounds number of rows that each entrant is to have of each workload
   * @throws IOException if the file exists and cannot be read
   */
  public static Map<Row, Map<String, Object>> of(
      Path file,
      List<String> command,
      List<Workload> workloads,
      List<? extends Entrant> entrants,
      int rounds)
      throws IOException {
    List<ResultRow> stored = ResultDocument.unfinished(file, command);
    Map<Row, Map<String, Object>> rows = new IdentityHashMap<>();
    for (Workload workload : workloads) {
      Map<Integer, Map<Row, Map<String, Object>>> byRound = new HashMap<>();
      Map<String, Object> key = JsonReport.workload(workload);
      for (ResultRow entry : stored) {
        if (matches(entry, key)) {
          byRound
              .computeIfAbsent(entry.round(), r -> new IdentityHashMap<>())
              .put(row(workload, entry), entry.fields());
        }
      }
      byRound.forEach(
          (round, own) -> {
            if (round < rounds && isWhole(workload, own.keySet(), entrants)) {
              rows.putAll(own);
            }
          });
    }
    return rows;
  }

  /** Whether all entrants have a row in those of a round, with all that a report needs. */
  private static boolean isWhole(
      Workload workload, Set<Row> rows, List<? extends Entrant> entrants) {
    boolean wasInterrupted = rows.stream().anyMatch(row -> "interrupted".equals(row.failure()));
    if (wasInterrupted || workload.benchmark().needsSingleTimes()) {
      return false;
    }
    return entrants.stream()
        .filter(entrant -> entrant.takes(workload))
        .allMatch(entrant -> rows.stream().anyMatch(row -> row.entrant().equals(entrant.label())));
  }

  /** Whether it is about a workload; numbers may have been read as numbers of another type. */
  private static boolean matches(ResultRow row, Map<String, Object> workload) {
    return Stream.of("benchmark", "kernel", "ranks", "size", "options")
        .allMatch(
            name -> Objects.equals(Fields.text(row.fields(), name), Fields.text(workload, name)));
  }

  private static Row row(Workload workload, ResultRow entry) {
    double[] batches = entry.batchesNs();
    return new Row(
        workload,
        entry.entrant(),
        entry.role(),
        entry.round(),
        batches.length > 0 ? samples(entry.fields(), batches) : null,
        entry.trouble(),
        entry.command());
  }

  private static Samples samples(Map<String, Object> fields, double[] batches) {
    Map<String, double[]> parts = new LinkedHashMap<>();
    for (String name : fields.keySet()) {
      double[] series = Fields.numbers(fields, name);
      if (name.endsWith("Ns") && !"batchesNs".equals(name) && series.length > 0) {
        parts.put(name, series);
      }
    }
    return new Samples(
        (int) Fields.whole(fields, "iterationsPerBatch", 1),
        (int) Fields.whole(fields, "warmupBatches", 0),
        Boolean.TRUE.equals(fields.get("stable")),
        batches,
        parts);
  }
}
