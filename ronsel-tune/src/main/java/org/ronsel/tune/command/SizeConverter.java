package org.ronsel.tune.command;

import org.ronsel.launch.spi.Bytes;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts sizes as {@link Bytes}, at most 1G; multiples of 8, the size of a double. */
final class SizeConverter implements ITypeConverter<Long> {
  private final Bytes bytes = new Bytes();

  @Override
  public Long convert(String text) {
    long size = bytes.convert(text);
    if (size == 0 || size % Double.BYTES != 0 || size > 1 << 30) {
      throw new TypeConversionException(
          "'" + text + "' is not a multiple of 8 bytes, of at most 1G");
    }
    return size;
  }
}
