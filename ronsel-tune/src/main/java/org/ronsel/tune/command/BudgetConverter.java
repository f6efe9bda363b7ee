package org.ronsel.tune.command;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Times as {@code 30s}, {@code 5m}, {@code 1h}; a bare number is in seconds. */
final class BudgetConverter implements ITypeConverter<Duration> {
  private static final Pattern FORM = Pattern.compile("(\\d{1,6})([smh]?)");

  @Override
  public Duration convert(String text) {
    Matcher match = FORM.matcher(text);
    if (!match.matches()) {
      throw new TypeConversionException("'" + text + "' is not a time such as 30s, 5m or 1h");
    }
    long number = Long.parseLong(match.group(1));
    return switch (match.group(2)) {
      case "m" -> Duration.ofMinutes(number);
      case "h" -> Duration.ofHours(number);
      default -> Duration.ofSeconds(number);
    };
  }
}
