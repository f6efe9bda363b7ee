package org.ronsel.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Row;
import org.ronsel.launch.spi.Summary;

/**
 * The rounds of one entrant and workload, pooled.
 *
 * @param rounds number of rounds in which it was measured
 * @param times all batches: nanoseconds per operation
 * @param stable whether the warm-up of all of them had become stable
 */
public record Pooled(int rounds, Summary times, boolean stable) {

  /** Pools the rows of one entrant and workload; empty if nothing was measured. */
  static Optional<Pooled> of(List<Row> rows) {
    List<Samples> samples = rows.stream().map(Row::samples).flatMap(Stream::ofNullable).toList();
    return samples.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Pooled(
                samples.size(),
                Summary.of(
                    samples.stream()
                        .flatMapToDouble(s -> Arrays.stream(s.perOperationNs()))
                        .toArray()),
                samples.stream().allMatch(Samples::stable)));
  }
}
