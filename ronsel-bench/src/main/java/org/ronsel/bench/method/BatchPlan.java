package org.ronsel.bench.method;

/**
 * The duration and the number of batches of a measurement.
 *
 * @param batches timed batches of each entrant after its warm-up
 * @param batchMs duration that the iterations of a batch are chosen for, in milliseconds
 * @param minWarmupMs shortest warm-up, in milliseconds
 * @param maxWarmupMs longest warm-up, in milliseconds, stable or not
 * @param iterations of a batch, regardless of their time; 0 to choose them by {@code batchMs}
 * @param warmupIterations of the warm-up, regardless of their time; negative to choose them by time
 * @param limitMs time after which only a minimum of batches is run for a size, in milliseconds
 * @param isShared whether these times are a share of a budget: none is extended, and there are no
 *     more batches than a narrow interval needs
 */
public record BatchPlan(
    int batches,
    double batchMs,
    double minWarmupMs,
    double maxWarmupMs,
    int iterations,
    int warmupIterations,
    double limitMs,
    boolean isShared) {
  /** Default number of batches. */
  public static final int DEFAULT_BATCHES = 100;

  /** Default of {@code limitMs}. */
  public static final double DEFAULT_LIMIT_MS = 20_000;

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
    if (iterations < 0) {
      throw new IllegalArgumentException("iterations must be at least 0, not " + iterations);
    }
    if (!(limitMs > 0)) {
      throw new IllegalArgumentException("nothing is measured in " + limitMs + " ms");
    }
  }

  /** Creates a plan that is no share of a budget. */
  public BatchPlan(
      int batches,
      double batchMs,
      double minWarmupMs,
      double maxWarmupMs,
      int iterations,
      int warmupIterations,
      double limitMs) {
    this(batches, batchMs, minWarmupMs, maxWarmupMs, iterations, warmupIterations, limitMs, false);
  }

  /** Creates a plan by time. */
  public BatchPlan(int batches, double batchMs, double minWarmupMs, double maxWarmupMs) {
    this(batches, batchMs, minWarmupMs, maxWarmupMs, 0, -1, DEFAULT_LIMIT_MS);
  }

  /** The same with another longest warm-up, which is not less than the shortest. */
  public BatchPlan withLongestWarmup(double ms) {
    return new BatchPlan(
        batches,
        batchMs,
        minWarmupMs,
        Math.max(minWarmupMs, ms),
        iterations,
        warmupIterations,
        limitMs,
        isShared);
  }

  /** The same as a share of a budget, with no more time for warm-up and batches than this. */
  public BatchPlan within(double warmupMs, double batchesMs) {
    double longest = Math.max(minWarmupMs, Math.min(maxWarmupMs, warmupMs));
    return new BatchPlan(
        batches,
        batchMs,
        minWarmupMs,
        longest,
        iterations,
        warmupIterations,
        Math.min(limitMs, batchesMs),
        true);
  }
}
