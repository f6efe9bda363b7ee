package org.ronsel.npb.command;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant.Kind;

/**
 * The runs of one job.
 *
 * @param problem that was run
 * @param entrant label of the entrant
 * @param round from 0; in each round jobs are started anew
 * @param operations operations of one run, all ranks together; 0 where nothing was measured
 * @param coldSeconds time of the first untimed run, in which code was not compiled yet; 0 if there
 *     was none
 * @param seconds time of each run
 * @param mops millions of operations a second of each run
 * @param verified whether all runs, the untimed ones included, passed
 * @param verification the results of the last run in words
 * @param parts seconds of parts of each run
 * @param failure reason why runs are missing; null if none are
 * @param skipped whether the job was not started
 * @param command the command line
 */
record Series(
    Problem problem,
    Entrant entrant,
    int round,
    double operations,
    double coldSeconds,
    List<Double> seconds,
    List<Double> mops,
    boolean verified,
    String verification,
    Map<String, List<Double>> parts,
    @Nullable String failure,
    boolean skipped,
    List<String> command) {
  /** Creates a series without measurements. */
  static Series without(
      Problem problem,
      Entrant entrant,
      int round,
      String why,
      boolean skipped,
      List<String> command) {
    return new Series(
        problem, entrant, round, 0, 0, List.of(), List.of(), true, "", Map.of(), why, skipped,
        command);
  }

  /** Whether there is at least one time. */
  boolean measured() {
    return !seconds.isEmpty();
  }

  /** Whether all runs completed with right results, or the job of a peer was skipped. */
  boolean isFine() {
    return verified && (failure == null || (skipped && entrant.kind() == Kind.PEER));
  }
}
