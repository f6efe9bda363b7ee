package org.ronsel.launch.console;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.ronsel.launch.spi.UsageException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Names of files on command lines, of which a locale may not have all characters. */
public final class FileNames implements ITypeConverter<Path> {
  /** The property with the encoding of file names. */
  private static final String ENCODING = "sun.jnu.encoding";

  public FileNames() {}

  @Override
  public Path convert(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new TypeConversionException(text(e));
    }
  }

  /** The error of the command line for an invalid name. */
  public static UsageException refused(InvalidPathException e) {
    return new UsageException(text(e));
  }

  private static String text(InvalidPathException e) {
    boolean ascii = e.getInput().chars().allMatch(each -> each < 128);
    return ascii
        ? "'" + e.getInput() + "' is not the name of a file: " + e.getReason()
        : "'"
            + e.getInput()
            + "' has characters that the locale of this process does not have (its encoding is "
            + System.getProperty(ENCODING)
            + "): set LC_ALL=C.UTF-8";
  }
}
