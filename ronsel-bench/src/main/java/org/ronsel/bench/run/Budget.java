package org.ronsel.bench.run;

import java.time.Duration;
import java.util.List;
import org.ronsel.bench.method.BatchPlan;

/**
 * Time for a whole run, shared out among the workloads that are left: what one has not needed, the
 * next ones have. Of its share a workload has 60 % for the warm-ups of all entrants, in proportion
 * to what they need, and 25 % for its batches; the rest is for the start and end of jobs.
 */
final class Budget {
  private static final double WARMUPS = 0.6;
  private static final double BATCHES = 0.25;

  private final long endNs;

  /** Begins now. */
  Budget(Duration time) {
    endNs = System.nanoTime() + time.toNanos();
  }

  /** The time for each of the workloads that are left, in milliseconds; 0 if there is none. */
  double share(int workloads) {
    return Math.max(0, endNs - System.nanoTime()) / 1e6 / Math.max(1, workloads);
  }

  /**
   * The plan of one entrant.
   *
   * @param plan without a budget, whose times are not exceeded
   * @param shareMs time for a workload
   * @param all entrants that take part in it
   */
  static BatchPlan plan(
      BatchPlan plan, double shareMs, Entrant entrant, List<? extends Entrant> all) {
    double needs = all.stream().mapToDouble(Entrant::warmupNeed).sum();
    return plan.within(
        WARMUPS * shareMs * entrant.warmupNeed() / needs, Math.max(1, BATCHES * shareMs));
  }
}
