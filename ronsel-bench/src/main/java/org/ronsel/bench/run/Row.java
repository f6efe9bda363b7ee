package org.ronsel.bench.run;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.Reading;
import org.ronsel.bench.stats.Summary;

/**
 * One measurement of one workload by one entrant, or the reason why there is none.
 *
 * @param workload what was measured
 * @param entrant by whom
 * @param kind of the entrant
 * @param round of the interleaving, from 0
 * @param attempts how often it was measured until the distance was as wanted
 * @param before one-way times of the cache-line probe before, in nanoseconds
 * @param after the same after
 * @param distance of the two cores, by both probes
 * @param samples what was measured; null if skipped
 * @param skipped why there are no samples; null if there are
 * @param command the command line that was run; empty if none was
 */
public record Row(
    Workload workload,
    String entrant,
    Entrant.Kind kind,
    int round,
    int attempts,
    @Nullable Summary before,
    @Nullable Summary after,
    CoreDistance distance,
    @Nullable Samples samples,
    @Nullable String skipped,
    List<String> command) {

  /** A row without a measurement. */
  static Row skipped(Workload workload, Entrant entrant, int round, String why) {
    return new Row(
        workload,
        entrant.label(),
        entrant.kind(),
        round,
        0,
        null,
        null,
        CoreDistance.NOISY,
        null,
        why,
        List.of());
  }

  /** This row for comparisons; null if skipped. */
  public @Nullable Reading reading() {
    return samples == null
        ? null
        : new Reading(round, distance, Summary.of(samples.perOperationNs()));
  }
}
