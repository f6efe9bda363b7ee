package org.ronsel.bench.report;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.Summary;

/**
 * The rows of one entrant and workload that were measured at the best core distance there was, put
 * together.
 *
 * @param distance of the rows
 * @param rows how many rows
 * @param of of how many rounds
 * @param times all their batches: nanoseconds per operation
 * @param probe the medians of the probes around them: one-way nanoseconds
 * @param stable whether the warm-up of all of them had become stable
 */
public record Pooled(
    CoreDistance distance, int rows, int of, Summary times, Summary probe, boolean stable) {

  /** Puts rows of one entrant and workload together; empty if all were skipped. */
  static Optional<Pooled> of(List<Row> rows) {
    for (CoreDistance distance : CoreDistance.values()) {
      List<Samples> samples = new ArrayList<>();
      List<Double> probes = new ArrayList<>();
      for (Row row : rows) {
        Summary before = row.before();
        Summary after = row.after();
        Samples some = row.samples();
        if (some != null && before != null && after != null && row.distance() == distance) {
          samples.add(some);
          probes.add(before.median());
          probes.add(after.median());
        }
      }
      if (!samples.isEmpty()) {
        DoubleStream times =
            samples.stream().flatMapToDouble(s -> Arrays.stream(s.perOperationNs()));
        return Optional.of(
            new Pooled(
                distance,
                samples.size(),
                rows.size(),
                Summary.of(times.toArray()),
                Summary.of(probes.stream().mapToDouble(Double::doubleValue).toArray()),
                samples.stream().allMatch(Samples::stable)));
      }
    }
    return Optional.empty();
  }
}
