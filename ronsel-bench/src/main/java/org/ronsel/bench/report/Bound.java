package org.ronsel.bench.report;

import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.stats.Ratio;

/**
 * What a ratio of measured values has to reach.
 *
 * @param isLeast whether the ratio has to be at least the limit (more is better) or at most
 * @param limit of the ratio
 * @param goal limit of a better ratio that is hoped for
 */
public record Bound(boolean isLeast, double limit, OptionalDouble goal) {
  /** With fewer pairs even their whole range covers the median with less than 90 %. */
  public static final int FEWEST_PAIRS = 5;

  /** The ratio has to be at least {@code limit}. */
  public static Bound atLeast(double limit) {
    return new Bound(true, limit, OptionalDouble.empty());
  }

  /** The ratio has to be at most {@code limit}. */
  public static Bound atMost(double limit) {
    return new Bound(false, limit, OptionalDouble.empty());
  }

  Bound withGoal(double better) {
    return new Bound(isLeast, limit, OptionalDouble.of(better));
  }

  /**
   * One or two words: goal met, met or missed if the whole interval of the ratio is on one side of
   * the limit, open if the limit is inside it or there are too few pairs for an interval, not known
   * without a ratio.
   */
  String judge(@Nullable Ratio ratio) {
    if (ratio == null) {
      return "not known";
    }
    if (!isMeasured(ratio)) {
      return "open";
    }
    if (goal.isPresent() && goalIsReachedBy(ratio.low()) && goalIsReachedBy(ratio.high())) {
      return "goal met";
    }
    boolean low = isReachedBy(ratio.low());
    boolean high = isReachedBy(ratio.high());
    if (low != high) {
      return "open";
    }
    return low ? "met" : "missed";
  }

  /** Whether there is a ratio with pairs enough for an interval. */
  static boolean isMeasured(@Nullable Ratio ratio) {
    return ratio != null && ratio.pairs() >= FEWEST_PAIRS;
  }

  private boolean isReachedBy(double ratio) {
    return isLeast ? ratio >= limit : ratio <= limit;
  }

  private boolean goalIsReachedBy(double ratio) {
    return isLeast ? ratio >= goal.getAsDouble() : ratio <= goal.getAsDouble();
  }

  @Override
  public String toString() {
    return (isLeast ? "at least " : "at most ") + Numbers.ratio(limit) + "x";
  }
}
