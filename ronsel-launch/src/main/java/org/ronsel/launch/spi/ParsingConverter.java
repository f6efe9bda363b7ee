package org.ronsel.launch.spi;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the value of an option by a parser that also serves others than the command line. */
public abstract class ParsingConverter<T> implements ITypeConverter<T> {
  private final Function<String, T> parser;

  /** With a parser that says by an IllegalArgumentException what is wrong. */
  protected ParsingConverter(Function<String, T> parser) {
    this.parser = parser;
  }

  @Override
  public final T convert(String text) {
    try {
      return parser.apply(text);
    } catch (IllegalArgumentException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
