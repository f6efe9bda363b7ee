package org.ronsel.launch.spi;

import java.util.Arrays;
import java.util.Collection;

/**
 * Order statistics of a set of times.
 *
 * @param count number of samples
 * @param min smallest
 * @param p25 lower quartile
 * @param median middle
 * @param p75 upper quartile
 * @param max largest
 * @param mean arithmetic mean; much more than the median if a few samples took very long
 */
public record Summary(
    int count, double min, double p25, double median, double p75, double max, double mean) {
  /**
   * Summarises samples; quantiles between two samples are interpolated linearly.
   *
   * @throws IllegalArgumentException if there is no sample
   */
  public static Summary of(double... samples) {
    if (samples.length == 0) {
      throw new IllegalArgumentException("no samples");
    }
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return new Summary(
        sorted.length,
        sorted[0],
        quantile(sorted, 0.25),
        quantile(sorted, 0.5),
        quantile(sorted, 0.75),
        sorted[sorted.length - 1],
        Arrays.stream(sorted).average().orElseThrow());
  }

  /**
   * The median alone.
   *
   * @throws IllegalArgumentException if there is no sample
   */
  public static double medianOf(Collection<Double> samples) {
    return of(samples.stream().mapToDouble(Double::doubleValue).toArray()).median();
  }

  /** A quantile of values in any order, interpolated in the same way. */
  public static double quantileOf(double[] samples, double q) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    return quantile(sorted, q);
  }

  /**
   * How well the median is known: the upper end of its 95 % interval, from order statistics of
   * independent samples, divided by the lower end.
   */
  public static double spreadOfMedian(double... samples) {
    double[] sorted = samples.clone();
    Arrays.sort(sorted);
    double half = sorted.length / 2.0;
    double around = 0.98 * Math.sqrt(sorted.length);
    int low = (int) Math.floor(half - around) - 1;
    int high = (int) Math.ceil(half + around);
    return low < 0 || high >= sorted.length ? Double.POSITIVE_INFINITY : sorted[high] / sorted[low];
  }

  static double quantile(double[] sorted, double q) {
    double at = q * (sorted.length - 1);
    int below = (int) at;
    if (below == sorted.length - 1) {
      return sorted[below];
    }
    return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
  }
}
