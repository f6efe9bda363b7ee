package org.ronsel.bench.report;

import java.util.Locale;

/** Numbers as people read them in tables. */
public final class Numbers {
  private Numbers() {}

  /** Three significant digits, never an exponent: 0.0551, 2.49, 24.7, 603, 59209. */
  public static String significant(double value) {
    double size = Math.abs(value);
    if (size == 0) {
      return "0";
    }
    int before = (int) Math.floor(Math.log10(size)) + 1;
    int after = Math.max(0, Math.min(6, 3 - before));
    return String.format(Locale.ROOT, "%." + after + "f", value);
  }

  /** A ratio: two digits after the point, three below a tenth. */
  public static String ratio(double value) {
    return String.format(Locale.ROOT, Math.abs(value) < 0.1 ? "%.3f" : "%.2f", value);
  }
}
