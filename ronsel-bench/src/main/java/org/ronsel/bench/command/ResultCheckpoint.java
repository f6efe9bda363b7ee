package org.ronsel.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.JsonReport;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.RunDescription;
import org.ronsel.bench.report.StoredRows;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.startup.StartUpBenchmark;
import org.ronsel.bench.startup.StartUpRow;

/**
 * Keeps the JSON file up to date during a run, so that an interruption costs a few seconds and not
 * the run: the same command resumes it. Used by one thread.
 */
final class ResultCheckpoint {
  private static final long EVERY_NS = 5_000_000_000L;

  private final @Nullable Path file;
  private final RunDescription run;
  private final List<Row> rows = new ArrayList<>();
  private final List<StartUpRow> startUps = new ArrayList<>();
  private Map<Row, Map<String, Object>> known = new IdentityHashMap<>();
  private long written = System.nanoTime();

  /** Writes nothing if {@code file} is null. */
  ResultCheckpoint(@Nullable Path file, RunDescription run) {
    this.file = file;
    this.run = run;
  }

  /** Takes over the rows that the same command measured before it was interrupted. */
  void resume(List<Workload> workloads, List<Entrant> entrants, int rounds) throws IOException {
    if (file != null) {
      known = StoredRows.of(file, run.command(), workloads, entrants, rounds);
      rows.addAll(known.keySet());
      startUps.addAll(StartUpRow.of(ResultDocument.unfinished(file, run.command())));
    }
  }

  /** Whether a round of a workload is measured already. */
  boolean knows(Workload workload, int round) {
    return known.keySet().stream()
        .anyMatch(row -> row.round() == round && row.workload().equals(workload));
  }

  /** The rows that were taken over, with their entries in the file. */
  Map<Row, Map<String, Object>> known() {
    return known;
  }

  /** What was measured already in a round of a start of many ranks; null if nothing was. */
  @Nullable StartUpRow known(StartUpBenchmark.Scale scale, int round) {
    return startUps.stream().filter(row -> row.isOf(scale, round)).findFirst().orElse(null);
  }

  /** Adds a start that has been measured. */
  void add(StartUpRow row) {
    startUps.add(row);
    write();
  }

  /** Adds a row that has been measured. */
  void add(Row row) {
    rows.add(row);
    if (System.nanoTime() - written > EVERY_NS) {
      write();
      written = System.nanoTime();
    }
  }

  /**
   * Writes the file. A failure is ignored here: the file is written again at the end, where one is
   * reported.
   */
  private void write() {
    if (file == null) {
      return;
    }
    try {
      List<Map<String, Object>> all = new ArrayList<>(JsonReport.rows(rows, known));
      startUps.forEach(row -> all.add(row.toMap()));
      ResultDocument.write(file, ResultDocument.of(run, false, all));
    } catch (IOException e) {
      written = System.nanoTime();
    }
  }
}
