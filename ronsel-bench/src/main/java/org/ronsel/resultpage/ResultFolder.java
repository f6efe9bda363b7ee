package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ronsel.launch.spi.FileProblem;

/**
 * The result files of folders, and the problems of those that could not be read.
 *
 * @param files that were read, by name
 * @param problems one line for each file that could not be read
 */
record ResultFolder(List<ResultFile> files, List<String> problems) {
  private static final int DEPTH = 4;

  /**
   * Reads every {@code .json} file of folders, and of folders in them, except those whose names
   * begin with a point; and single files. A file that is damaged, or of another version, does not
   * prevent the reading of others.
   *
   * @throws IOException if a folder cannot be read
   */
  static ResultFolder read(List<Path> places) throws IOException {
    Set<Path> paths = new LinkedHashSet<>();
    for (Path place : places) {
      if (Files.isDirectory(place)) {
        Path real = place.toRealPath(); // where the place is a link, a walk would not follow it
        try (Stream<Path> walk = Files.walk(real, DEPTH)) {
          walk.filter(ResultFolder::isResult)
              .map(path -> place.resolve(real.relativize(path)))
              .sorted()
              .forEach(paths::add);
        }
      } else if (Files.exists(place)) {
        paths.add(place);
      } else {
        throw new NoSuchFileException(place.toString());
      }
    }
    List<ResultFile> files = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Path path : paths) {
      try {
        files.add(ResultFile.read(path));
      } catch (IllegalArgumentException e) {
        problems.add(firstLine(String.valueOf(e.getMessage())));
      } catch (IOException e) {
        problems.add(path + " cannot be read: " + firstLine(FileProblem.reason(e)));
      }
    }
    return new ResultFolder(List.copyOf(files), List.copyOf(problems));
  }

  private static String firstLine(String text) {
    return text.lines().findFirst().orElse("");
  }

  private static boolean isResult(Path path) {
    String name = String.valueOf(path.getFileName());
    return name.endsWith(".json") && !name.startsWith(".") && Files.isRegularFile(path);
  }

  /** The rows of all files, with origins where rows of different machines or commands meet. */
  List<Result> results() {
    return Origins.named(files);
  }
}
