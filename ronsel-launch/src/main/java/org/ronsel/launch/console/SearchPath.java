package org.ronsel.launch.console;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.UsageException;

/** A class path or module path of an option. */
public final class SearchPath {
  private SearchPath() {}

  /** The elements of a path option, absolute; {@code dir/*} stands for the jars in it. */
  public static List<String> elements(@Nullable String path) {
    List<String> elements = new ArrayList<>();
    for (String element : path == null ? new String[0] : path.split(File.pathSeparator, -1)) {
      if (element.equals("*") || element.endsWith(File.separator + "*")) {
        Path directory = Path.of(element.substring(0, element.length() - 1));
        try (var files = Files.list(directory.toAbsolutePath())) {
          files.map(Path::toString).filter(f -> f.endsWith(".jar")).sorted().forEach(elements::add);
        } catch (IOException e) {
          throw new UsageException("cannot list " + directory + " of " + path);
        }
      } else {
        elements.add(Path.of(element).toAbsolutePath().normalize().toString());
      }
    }
    return elements;
  }
}
