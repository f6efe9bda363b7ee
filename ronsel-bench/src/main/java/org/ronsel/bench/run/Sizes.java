package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ronsel.bench.method.KernelArguments;

/** Message sizes as a person writes them: 8, 1K, 64K, 1M; K, M and G are powers of 1024. */
public final class Sizes {
  private static final String SUFFIXES = "KMG";

  private Sizes() {}

  /**
   * Reads one size.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static int parse(String text) {
    String digits = text.strip().toUpperCase(Locale.ROOT);
    if (digits.endsWith("B")) {
      digits = digits.substring(0, digits.length() - 1);
    }
    int suffix = digits.isEmpty() ? -1 : SUFFIXES.indexOf(digits.charAt(digits.length() - 1));
    if (suffix >= 0) {
      digits = digits.substring(0, digits.length() - 1);
    }
    if (!digits.matches("[0-9]{1,10}")) {
      throw new IllegalArgumentException("'" + text + "' is not a size such as 8, 64K or 1M");
    }
    long bytes = Long.parseLong(digits) << (10 * (suffix + 1));
    if (bytes > KernelArguments.MAX_SIZE) {
      throw new IllegalArgumentException("'" + text + "' is more than the largest size, 1G");
    }
    return (int) bytes;
  }

  /** Reads sizes between commas. */
  public static List<Integer> parseList(String text) {
    List<Integer> sizes = new ArrayList<>();
    for (String part : text.split(",", -1)) {
      sizes.add(parse(part));
    }
    return sizes;
  }

  /** The shortest exact form: 8, 1K, 1536, 16M. */
  public static String format(int size) {
    long value = size;
    int suffix = -1;
    while (value > 0 && value % 1024 == 0 && suffix < SUFFIXES.length() - 1) {
      value /= 1024;
      suffix++;
    }
    return suffix < 0 ? Long.toString(value) : value + SUFFIXES.substring(suffix, suffix + 1);
  }
}
