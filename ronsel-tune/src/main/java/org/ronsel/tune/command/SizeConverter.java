package org.ronsel.tune.command;

import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes as a person writes them: 8, 1K, 64K, 1M; a multiple of 8, so that they are of doubles. */
final class SizeConverter implements ITypeConverter<Long> {
  @Override
  public Long convert(String text) {
    String upper = text.strip().toUpperCase(Locale.ROOT);
    if (!upper.matches("[0-9]{1,7}[KM]?")) {
      throw new TypeConversionException("'" + text + "' is not a size such as 8, 64K or 1M");
    }
    int shift = upper.endsWith("M") ? 20 : upper.endsWith("K") ? 10 : 0;
    long size = Long.parseLong(upper.replaceAll("[KM]", "")) << shift;
    if (size == 0 || size % Double.BYTES != 0 || size > 1 << 30) {
      throw new TypeConversionException(
          "'" + text + "' is not a multiple of 8 bytes, of at most 1 GB");
    }
    return size;
  }
}
