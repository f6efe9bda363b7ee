package org.ronsel.resultpage;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Result files as measuring commands write them. */
final class SampleResults {
  private SampleResults() {}

  /** Two message benchmarks, a collective, a kernel with a wrong result, and ratios. */
  static void write(Path folder) throws IOException {
    write(folder.resolve("messages.json"), messages(), ratios());
    write(folder.resolve("collectives.json"), collectives(), List.of());
    write(folder.resolve("npb.json"), kernels(false), List.of());
  }

  static void write(Path file, List<Map<String, Object>> rows, List<Map<String, Object>> ratios)
      throws IOException {
    Map<String, Object> machine = Map.of("processor", "<b>AMD</b> EPYC", "processors", 2);
    write(file, rows, ratios, machine, "");
  }

  /** Writes the file of a run of {@code ronsel bench} with the given further words. */
  static void write(
      Path file,
      List<Map<String, Object>> rows,
      List<Map<String, Object>> ratios,
      Map<String, Object> machine,
      String words)
      throws IOException {
    List<String> command = new ArrayList<>(List.of("ronsel", "bench"));
    if (!words.isEmpty()) {
      command.addAll(List.of(words.split(" ")));
    }
    command.addAll(List.of("--json", String.valueOf(file.getFileName())));
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("ronselBench", 3);
    report.put("date", "2026-11-25T01:40:00Z");
    report.put("command", command);
    report.put("complete", true);
    report.put("machine", machine);
    report.put("peers", Map.of("openmpi", "Open MPI 4.1.4"));
    report.put("rows", rows);
    report.put("ratios", ratios);
    report.put("targets", List.of());
    Files.writeString(file, JSON.std.asString(report));
  }

  static List<Map<String, Object>> messages() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String entrant : List.of("threads", "openmpi-nocma")) {
      for (int size = 8; size <= 1 << 20; size *= 8) {
        for (int round = 0; round < 2; round++) {
          double us = 0.2 + size / 1e4 + round;
          rows.add(row("message", "pingpong", 2, size, entrant, "us", "less", us));
          rows.add(row("message", "stream", 2, size, entrant, "MB/s", "more", size / us));
        }
      }
    }
    return rows;
  }

  static List<Map<String, Object>> collectives() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int ranks : List.of(2, 4, 8)) {
      for (int size : List.of(8, 1024)) {
        rows.add(
            row("collective", "allreduce", ranks, size, "threads", "us", "less", ranks + size));
      }
    }
    return rows;
  }

  /**
   * CG of class A on 1 and 2 ranks, with serial copies; wrong on 2 ranks where that is asked for.
   */
  static List<Map<String, Object>> kernels(boolean wrong) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int ranks : List.of(1, 2)) {
      for (String entrant : List.of("threads", "serial-copies")) {
        double mops = entrant.equals("threads") ? 800 * ranks + 100 : 1000 * ranks;
        Map<String, Object> row = row("kernel", "npb", ranks, -1, entrant, "MOP/s", "more", mops);
        row.put("kernel", "CG");
        row.put("class", "A");
        row.put("threads", 1);
        row.put("seconds", List.of(3600 / mops, 3600 / mops));
        row.put("verified", !(wrong && ranks == 2 && entrant.equals("threads")));
        rows.add(row);
      }
    }
    return rows;
  }

  private static List<Map<String, Object>> ratios() {
    return List.of(
        Map.of(
            "benchmark",
            "pingpong",
            "kernel",
            "pingpong",
            "ranks",
            2,
            "size",
            8,
            "subject",
            "threads",
            "reference",
            "openmpi-nocma",
            "median",
            0.9,
            "intervalLow",
            0.8,
            "intervalHigh",
            1.1));
  }

  static Map<String, Object> row(
      String kind,
      String benchmark,
      int ranks,
      int size,
      String entrant,
      String unit,
      String better,
      double value) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("kind", kind);
    row.put("benchmark", benchmark);
    row.put("kernel", benchmark);
    row.put("ranks", ranks);
    if (size >= 0) {
      row.put("size", size);
    }
    row.put("entrant", entrant);
    row.put(
        "entrantKind",
        switch (entrant) {
          case "threads" -> "ronsel";
          case "serial-copies" -> "limit";
          default -> "peer";
        });
    row.put("round", 0);
    row.put("unit", unit);
    row.put("better", better);
    row.put(
        "value",
        Map.of("min", value * 0.9, "p25", value, "median", value, "p75", value, "max", value * 2));
    row.put("verified", true);
    return row;
  }
}
