package org.ronsel.bench.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
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
    List<Map<String, Object>> stored = ResultDocument.unfinished(file, command);
    Map<Row, Map<String, Object>> rows = new IdentityHashMap<>();
    for (Workload workload : workloads) {
      Map<Integer, Map<Row, Map<String, Object>>> byRound = new HashMap<>();
      Map<String, Object> key = JsonReport.workload(workload);
      for (Map<String, Object> map : stored) {
        if (matches(map, key)) {
          Row row = row(workload, map);
          byRound.computeIfAbsent(row.round(), r -> new IdentityHashMap<>()).put(row, map);
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

  private static boolean matches(Map<String, Object> row, Map<String, Object> key) {
    for (String name : List.of("benchmark", "kernel", "ranks", "size", "options")) {
      if (!text(row.get(name)).equals(text(key.get(name)))) {
        return false;
      }
    }
    return true;
  }

  /** Compares numbers as text, since they may have been read as numbers of another type. */
  private static String text(@Nullable Object value) {
    return String.valueOf(value);
  }

  private static Row row(Workload workload, Map<String, Object> map) {
    Object failure = map.containsKey("skipped") ? map.get("skipped") : map.get("failure");
    List<String> command = new ArrayList<>();
    if (map.get("command") instanceof List<?> words) {
      words.forEach(word -> command.add(String.valueOf(word)));
    }
    return new Row(
        workload,
        text(map.get("entrant")),
        kind(text(map.get("entrantKind"))),
        map.get("round") instanceof Number round ? round.intValue() : 0,
        map.get("batchesNs") instanceof List<?> batches ? samples(map, numbers(batches)) : null,
        failure instanceof String why ? why : null,
        command);
  }

  private static Entrant.Kind kind(String label) {
    for (Entrant.Kind kind : Entrant.Kind.values()) {
      if (kind.label().equals(label)) {
        return kind;
      }
    }
    throw new IllegalArgumentException("a row has the entrantKind '" + label + "'");
  }

  private static Samples samples(Map<String, Object> map, double[] batches) {
    Map<String, double[]> parts = new LinkedHashMap<>();
    map.forEach(
        (name, value) -> {
          if (name.endsWith("Ns") && !"batchesNs".equals(name) && value instanceof List<?> list) {
            parts.put(name, numbers(list));
          }
        });
    return new Samples(
        map.get("iterationsPerBatch") instanceof Number inner ? inner.intValue() : 1,
        map.get("warmupBatches") instanceof Number warmups ? warmups.intValue() : 0,
        Boolean.TRUE.equals(map.get("stable")),
        batches,
        parts);
  }

  private static double[] numbers(List<?> list) {
    return list.stream()
        .filter(Number.class::isInstance)
        .mapToDouble(each -> ((Number) each).doubleValue())
        .toArray();
  }
}
