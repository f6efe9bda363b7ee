package org.ronsel.bench.run;

import java.util.Locale;

/** The quantity in which a time per operation is shown. */
public enum Metric {
  /** Microseconds per operation; less is better. */
  LATENCY("us", false),
  /** Megabytes (10^6 bytes) per second; more is better. */
  BANDWIDTH("MB/s", true),
  /** Million operations per second; more is better. */
  RATE("M/s", true);

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

  /** Converts nanoseconds per operation on {@code size} bytes. */
  public double value(double operationNs, int size) {
    return switch (this) {
      case LATENCY -> operationNs / 1e3;
      case BANDWIDTH -> size / operationNs * 1e3;
      case RATE -> 1e3 / operationNs;
    };
  }
}
