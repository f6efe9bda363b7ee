package org.ronsel.bench.run;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.Samples;

/**
 * One measurement of one workload by one entrant. Batches of the same number and round were taken
 * directly after each other by all entrants of the workload.
 *
 * @param workload that was measured
 * @param entrant label of the entrant
 * @param kind of the entrant
 * @param round from 0; in each round all jobs are started anew
 * @param samples of the measurement; null if there are none, or data were wrong
 * @param failure reason why there are no samples, or fewer than planned; null if there was no
 *     failure
 * @param command the command line that was run; empty if none was
 */
public record Row(
    Workload workload,
    String entrant,
    Entrant.Kind kind,
    int round,
    @Nullable Samples samples,
    @Nullable String failure,
    List<String> command) {
  /** The messages of kernels and of the native program about wrong data. */
  private static final Pattern WRONG =
      Pattern.compile("VerificationException|mpi_peer: rank \\d+: .*: got .*, expected ");

  /** Leaves out the times of data that were wrong, of whichever batch: they are of no use. */
  public Row {
    samples = isWrong(failure) ? null : samples;
  }

  /** The placement of Ronsel's ranks, which is the label of the entrant; null for others. */
  public @Nullable String placement() {
    boolean other = kind == Entrant.Kind.PEER || kind == Entrant.Kind.LIMIT;
    return other ? null : entrant.split("[+-]", 2)[0];
  }

  /** Whether data did not arrive as they were sent. */
  public boolean isWrong() {
    return isWrong(failure);
  }

  private static boolean isWrong(@Nullable String failure) {
    return failure != null && WRONG.matcher(failure).find();
  }

  /** Creates a row without a measurement. */
  static Row skipped(Workload workload, Entrant entrant, int round, String why) {
    return new Row(workload, entrant.label(), entrant.kind(), round, null, why, List.of());
  }
}
