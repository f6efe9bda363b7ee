package org.ronsel.launch.spi;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as a person writes them: 8, 1K, 64K, 1M; K, M and G are powers of 1024. */
public final class Bytes extends ParsingConverter<Long> {
  private static final String SUFFIXES = "KMG";
  private static final Pattern FORM = Pattern.compile("([0-9]{1,10})([KMG]?)B?");

  /** Creates a converter for options. */
  public Bytes() {
    super(Bytes::parse);
  }

  /**
   * Reads one size.
   *
   * @throws IllegalArgumentException saying what is wrong with it
   */
  public static long parse(String text) {
    Matcher match = FORM.matcher(text.strip().toUpperCase(Locale.ROOT));
    if (!match.matches()) {
      throw new IllegalArgumentException("'" + text + "' is not a size such as 8, 64K or 1M");
    }
    int shift = match.group(2).isEmpty() ? 0 : 10 * (SUFFIXES.indexOf(match.group(2)) + 1);
    long number = Long.parseLong(match.group(1));
    if (number > Long.MAX_VALUE >> shift) {
      throw new IllegalArgumentException("'" + text + "' is too large: at most 2^63 - 1 bytes");
    }
    return number << shift;
  }

  /** The shortest exact form: 8, 1K, 1536, 16M. */
  public static String format(long bytes) {
    long value = bytes;
    int suffix = -1;
    while (value > 0 && value % 1024 == 0 && suffix < SUFFIXES.length() - 1) {
      value /= 1024;
      suffix++;
    }
    return suffix < 0 ? Long.toString(value) : value + SUFFIXES.substring(suffix, suffix + 1);
  }
}
