package org.ronsel.memory;

import java.util.Locale;

/**
 * Numbers of bytes as text. Command lines, settings and files take and write 8, 1K, 64K, 1M, where
 * K, M and G are powers of 1024; what is for people alone has B, KiB, MiB and so on. Reading uses
 * no regular expressions, because jobs read tables while they start.
 */
public final class ByteSize {
  private static final String UNITS = "KMG";
  private static final String UNITS_FOR_PEOPLE = "KMGTPE";
  private static final String UNITS_READ = "KMGkmg";
  private static final String UNIT_OF_ALL = "Bb";

  /** Numbers of bytes below this are shown to people as they are. */
  private static final int FEW = 10_000;

  private ByteSize() {}

  /**
   * Reads a size: a number, and behind it K, M or G, and B, in either case.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static long parse(String text) {
    String size = text.strip();
    int end = size.length();
    if (end > 0 && UNIT_OF_ALL.indexOf(size.charAt(end - 1)) >= 0) {
      end--;
    }
    int unit = end == 0 ? -1 : UNITS_READ.indexOf(size.charAt(end - 1));
    int shift = unit < 0 ? 0 : 10 * (unit % UNITS.length() + 1);
    if (unit >= 0) {
      end--;
    }
    if (end == 0) {
      throw notSize(text);
    }
    long most = Long.MAX_VALUE >> shift;
    long number = 0;
    boolean fits = true;
    for (int i = 0; i < end; i++) {
      int digit = size.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        throw notSize(text);
      }
      fits &= number <= (most - digit) / 10;
      number = fits ? 10 * number + digit : 0;
    }
    if (!fits) {
      throw new IllegalArgumentException("'" + text + "' is too large: at most 2^63 - 1 bytes");
    }
    return number << shift;
  }

  private static IllegalArgumentException notSize(String text) {
    return new IllegalArgumentException("'" + text + "' is not a size such as 8, 64K or 1M");
  }

  /** The shortest exact form, which {@link #parse} reads: 8, 1K, 1536, 16M. */
  public static String format(long bytes) {
    long value = bytes;
    int units = 0;
    while (value > 0 && value % 1024 == 0 && units < UNITS.length()) {
      value /= 1024;
      units++;
    }
    return value + UNITS.substring(Math.max(0, units - 1), units);
  }

  /** About as many bytes, for people: 100 B, 64 KiB, 1.46 MiB, 31.2 GiB. */
  public static String describe(long bytes) {
    if (bytes < FEW && (bytes <= 0 || bytes % 1024 != 0)) {
      return bytes + " B";
    }
    double value = bytes / 1024.0;
    int unit = 0;
    while (value >= 1024 && unit < UNITS_FOR_PEOPLE.length() - 1) {
      value /= 1024;
      unit++;
    }
    String form = value == Math.rint(value) ? "%.0f" : value < 10 ? "%.2f" : "%.1f";
    return String.format(Locale.ROOT, form + " %ciB", value, UNITS_FOR_PEOPLE.charAt(unit));
  }
}
