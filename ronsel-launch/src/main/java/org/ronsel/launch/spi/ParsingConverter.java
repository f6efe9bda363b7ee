package org.ronsel.launch.spi;

import java.util.function.Function;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Converts the value of an option by a parser that is not used for command lines only. */
public abstract class ParsingConverter<T> implements ITypeConverter<T> {
  private final Function<String, T> parser;

  /** Creates a converter with a parser that reports errors by an IllegalArgumentException. */
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
