package org.ronsel.bench.run;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The quantities that are measured; the first three follow from a time per operation. */
public enum Metric {
  /** Microseconds per operation; less is better. */
  LATENCY("us", false),
  /** Megabytes (10^6 bytes) per second; more is better. */
  BANDWIDTH("MB/s", true),
  /** Million operations per second; more is better. */
  RATE("M/s", true),
  /** The part of an operation that is hidden behind a computation; more is better. */
  OVERLAP("%", true),
  /** Million operations of a kernel per second; more is better. */
  MOPS("MOP/s", true),
  /** Seconds of a whole run; less is better. */
  SECONDS("s", false);

  private final String unit;
  private final boolean moreIsBetter;

  Metric(String unit, boolean moreIsBetter) {
    this.unit = unit;
    this.moreIsBetter = moreIsBetter;
  }

  /** Name in reports. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Unit of {@link #value}. */
  public String unit() {
    return unit;
  }

  /** Whether a greater value is the better one. */
  public boolean moreIsBetter() {
    return moreIsBetter;
  }

  /**
   * Converts nanoseconds per operation on {@code size} bytes.
   *
   * @throws IllegalStateException if this quantity does not follow from them
   */
  public double value(double operationNs, int size) {
    return switch (this) {
      case LATENCY -> operationNs / 1e3;
      case BANDWIDTH -> size / operationNs * 1e3;
      case RATE -> 1e3 / operationNs;
      case OVERLAP, MOPS, SECONDS ->
          throw new IllegalStateException(label() + " does not follow from a time per operation");
    };
  }

  /** The quantity with a label, or if there is none with a unit; null if there is neither. */
  public static @Nullable Metric of(String label, String unit) {
    for (Metric metric : values()) {
      if (metric.label().equals(label)) {
        return metric;
      }
    }
    for (Metric metric : values()) {
      if (metric.unit().equals(unit)) {
        return metric;
      }
    }
    return null;
  }
}
