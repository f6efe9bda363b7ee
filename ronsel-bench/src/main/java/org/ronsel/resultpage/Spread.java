package org.ronsel.resultpage;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Fields;
import org.ronsel.launch.spi.Summary;

/**
 * Order statistics of measured values, in their unit.
 *
 * @param min smallest
 * @param p25 lower quartile
 * @param median middle
 * @param p75 upper quartile
 * @param max largest
 */
record Spread(double min, double p25, double median, double p75, double max) {
  /** Reads the {@code value} of a row; null if it has no usable one. */
  static @Nullable Spread of(Map<String, Object> value) {
    double median = Fields.number(value, "median");
    if (!Double.isFinite(median)) {
      return null;
    }
    return new Spread(
        or(Fields.number(value, "min"), median),
        or(Fields.number(value, "p25"), median),
        median,
        or(Fields.number(value, "p75"), median),
        or(Fields.number(value, "max"), median));
  }

  private static double or(double value, double otherwise) {
    return Double.isFinite(value) ? value : otherwise;
  }

  /** Order statistics of values; there must be one at least. */
  static Spread of(double... values) {
    Summary summary = Summary.of(values);
    return new Spread(summary.min(), summary.p25(), summary.median(), summary.p75(), summary.max());
  }

  /**
   * Pools rounds: the medians of their quartiles and the extremes of all; null if there are no
   * rounds.
   */
  static @Nullable Spread pooled(Collection<Result> results) {
    List<Spread> spreads =
        results.stream().map(Result::value).filter(v -> v != null).map(v -> (Spread) v).toList();
    return spreads.isEmpty()
        ? null
        : new Spread(
            spreads.stream().mapToDouble(Spread::min).min().orElseThrow(),
            middle(spreads, Spread::p25),
            middle(spreads, Spread::median),
            middle(spreads, Spread::p75),
            spreads.stream().mapToDouble(Spread::max).max().orElseThrow());
  }

  private static double middle(List<Spread> spreads, ToDoubleFunction<Spread> part) {
    return Summary.of(spreads.stream().mapToDouble(part).toArray()).median();
  }

  /** These statistics, multiplied by a factor. */
  Spread times(double factor) {
    return new Spread(min * factor, p25 * factor, median * factor, p75 * factor, max * factor);
  }
}
