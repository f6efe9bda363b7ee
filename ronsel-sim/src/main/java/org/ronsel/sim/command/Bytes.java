package org.ronsel.sim.command;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as a person writes them: 8, 1K, 64K, 1M; K, M and G are powers of 1024. */
final class Bytes implements ITypeConverter<Long> {
  private static final String SUFFIXES = "KMG";

  @Override
  public Long convert(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    if (!upper.matches("[0-9]{1,9}[KMG]?B?")) {
      throw new TypeConversionException("'" + text + "' is not a size such as 8, 64K or 1M");
    }
    String digits = upper.replaceAll("[^0-9]", "");
    int suffix =
        upper.length() == digits.length() ? -1 : SUFFIXES.indexOf(upper.charAt(digits.length()));
    return Long.parseLong(digits) << (10 * (suffix + 1));
  }

  /** The shortest exact form. */
  static String format(long bytes) {
    long value = bytes;
    int suffix = -1;
    while (value > 0 && value % 1024 == 0 && suffix < SUFFIXES.length() - 1) {
      value /= 1024;
      suffix++;
    }
    return suffix < 0 ? Long.toString(value) : value + SUFFIXES.substring(suffix, suffix + 1);
  }
}
