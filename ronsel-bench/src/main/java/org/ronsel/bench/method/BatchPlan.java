package org.ronsel.bench.method;

/**
 * How long and how often to measure.
 *
 * @param batches timed batches of each entrant after its warm-up
 * @param batchMs duration that the iterations of a batch are chosen for, in milliseconds
 * @param minWarmupMs shortest warm-up, in milliseconds
 * @param maxWarmupMs longest warm-up, in milliseconds, stable or not
 */
public record BatchPlan(int batches, double batchMs, double minWarmupMs, double maxWarmupMs) {
  /** Number of batches when nothing else is asked for. */
  public static final int DEFAULT_BATCHES = 100;

  /** 100 batches of 3 ms after 0.5 to 10 seconds of warm-up. */
  public static final BatchPlan DEFAULT = new BatchPlan(DEFAULT_BATCHES, 3, 500, 10_000);

  /** Checks that all values are in range. */
  public BatchPlan {
    if (batches < 1) {
      throw new IllegalArgumentException("batches must be at least 1, not " + batches);
    }
    if (!(batchMs > 0)) {
      throw new IllegalArgumentException("a batch must last longer than " + batchMs + " ms");
    }
    if (!(minWarmupMs >= 0) || !(maxWarmupMs >= minWarmupMs)) {
      throw new IllegalArgumentException(
          "warm-up of " + minWarmupMs + " to " + maxWarmupMs + " ms makes no sense");
    }
  }
}
