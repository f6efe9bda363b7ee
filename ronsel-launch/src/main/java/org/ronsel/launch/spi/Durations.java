package org.ronsel.launch.spi;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Durations as {@code 500ms}, {@code 60s}, {@code 5m}, {@code 1h}, up to 100 years; a bare number
 * is in seconds.
 */
public final class Durations extends ParsingConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,9})(ms|s|m|h)?");

  /** Some nanoseconds more than this do not fit into a long. */
  public static final Duration LONGEST = Duration.ofDays(365 * 100);

  /** Creates a converter for options. */
  public Durations() {
    super(Durations::parse);
  }

  /**
   * Reads one duration.
   *
   * @throws IllegalArgumentException if the text is not a duration, or a longer one
   */
  public static Duration parse(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      throw new IllegalArgumentException(
          "'" + text + "' is not a duration such as 500ms, 60s, 5m or 1h");
    }
    long number = Long.parseLong(match.group(1));
    Duration duration =
        switch (match.group(2) == null ? "s" : match.group(2)) {
          case "ms" -> Duration.ofMillis(number);
          case "m" -> Duration.ofMinutes(number);
          case "h" -> Duration.ofHours(number);
          default -> Duration.ofSeconds(number);
        };
    if (duration.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "'" + text + "' is longer than " + LONGEST.toHours() + "h");
    }
    return duration;
  }

  /** Formats a duration in seconds: {@code 1.5s}. */
  public static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%ss", duration.toMillis() / 1000.0).replace(".0s", "s");
  }
}
