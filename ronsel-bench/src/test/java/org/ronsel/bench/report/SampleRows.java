package org.ronsel.bench.report;

import java.util.List;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;

/** Rows for tests. */
final class SampleRows {
  static final Workload PINGPONG_8 =
      new Workload(Benchmark.PINGPONG, "pingpong", 8, 2, 1, false, Metric.LATENCY);
  static final Workload STREAM_1M =
      new Workload(Benchmark.STREAM, "window", 1 << 20, 2, 16, false, Metric.BANDWIDTH);

  static final Workload TAIL =
      new Workload(Benchmark.TAIL, "barrier", 0, 16, 1, false, Metric.LATENCY);

  private SampleRows() {}

  static Row row(
      Workload workload, String entrant, Entrant.Kind kind, int round, double... operationNs) {
    return new Row(
        workload,
        entrant,
        kind,
        round,
        new Samples(1000, 10, true, operationNs),
        null,
        List.of("command", "of", entrant));
  }

  static Row skipped(Workload workload, String entrant, Entrant.Kind kind, String why) {
    return new Row(workload, entrant, kind, 0, null, why, List.of());
  }

  static Row failed(Row row, String why) {
    return new Row(
        row.workload(), row.entrant(), row.kind(), row.round(), row.samples(), why, row.command());
  }
}
