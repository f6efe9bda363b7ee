package org.ronsel.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.ResultFormat;
import org.ronsel.launch.spi.WholeFile;

/** The rows of a report as lines between commas (RFC 4180), without single batches. */
public final class CsvReport {
  private static final List<String> FIELDS =
      List.of(
          "kind",
          "benchmark",
          "kernel",
          "class",
          "ranks",
          "threads",
          "size",
          "options",
          "entrant",
          "entrantKind",
          "placement",
          "round",
          "metric",
          "unit",
          "better",
          "verified",
          "skipped",
          "failure");
  private static final List<String> VALUE =
      List.of("count", "min", "p25", "median", "p75", "p99", "max", "mean");
  private static final List<String> PROCESSES = List.of("min", "mean", "max");
  private static final List<String> ITERATIONS =
      List.of("count", "min", "mean", "median", "p99", "max");

  private CsvReport() {}

  /** Writes the file completely or not at all. */
  public static void write(Path file, Map<String, Object> report) throws IOException {
    String text = text(report);
    WholeFile.write(file, out -> out.write(text.getBytes(UTF_8)));
  }

  /** A line of names, and one for each row. */
  static String text(Map<String, Object> report) {
    List<String> head = new ArrayList<>(FIELDS);
    head.addAll(VALUE);
    PROCESSES.forEach(name -> head.add("process_" + name + "_us"));
    ITERATIONS.forEach(name -> head.add("iteration_" + name + ("count".equals(name) ? "" : "_us")));
    StringBuilder text = new StringBuilder(String.join(",", head)).append("\r\n");
    for (Map<String, Object> row : ResultFormat.rows(report)) {
      List<String> cells = new ArrayList<>();
      FIELDS.forEach(name -> cells.add(cell(row.get(name))));
      add(cells, row.get("value"), VALUE);
      add(cells, row.get("processes"), PROCESSES);
      add(cells, row.get("iterations"), ITERATIONS);
      text.append(String.join(",", cells)).append("\r\n");
    }
    return text.toString();
  }

  private static void add(List<String> cells, @Nullable Object of, List<String> names) {
    for (String name : names) {
      cells.add(of instanceof Map<?, ?> map ? cell(map.get(name)) : "");
    }
  }

  private static String cell(@Nullable Object value) {
    String text;
    if (value == null) {
      text = "";
    } else if (value instanceof Map<?, ?> map) {
      List<String> parts = new ArrayList<>();
      map.forEach((name, each) -> parts.add(name + "=" + each));
      text = String.join(" ", parts);
    } else {
      text = value.toString();
    }
    boolean special = text.chars().anyMatch(c -> ",\"\r\n".indexOf(c) >= 0);
    return special ? '"' + text.replace("\"", "\"\"") + '"' : text;
  }
}
