package org.ronsel.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.RowKind;
import org.ronsel.bench.report.RunDescription;
import org.ronsel.launch.spi.ResultFormat;

/**
 * The result files of a study, one for each cell. A file exists when its cell has completed, and is
 * replaced as a whole, so an interruption of a study loses the running cell and no other.
 */
final class StudyFolder {
  private static final String STUDY = "study";
  private static final String COMMAND = "command";
  private static final String STATUS = "status";

  /** The status of a cell that was not run, as of a command line that makes no sense. */
  private static final int LEFT_OUT = 2;

  /** Name of the file with the command of the study; the point distinguishes it from results. */
  private static final String OWNER = ".study.json";

  private final Path folder;

  private StudyFolder(Path folder) {
    this.folder = folder;
  }

  /**
   * Opens the folder of a study, which is created if it does not exist.
   *
   * @param command of the study
   * @throws IllegalArgumentException if it has results of another command; it is not changed
   * @throws IOException if it cannot be created or read
   */
  static StudyFolder of(Path folder, List<String> command) throws IOException {
    Path owner = folder.resolve(OWNER);
    Map<String, Object> known = Files.exists(owner) ? read(owner) : null;
    if (known != null && !command.equals(known.get(COMMAND))) {
      String other =
          known.get(COMMAND) instanceof List<?> words
              ? words.stream().map(String::valueOf).collect(Collectors.joining(" "))
              : "another command";
      throw new IllegalArgumentException(
          folder + " has the results of " + other + ": choose another folder with --out");
    }
    if (known == null) {
      if (hasResults(folder)) {
        throw new IllegalArgumentException(
            folder + " has results that are of no study: choose another folder with --out");
      }
      Files.createDirectories(folder);
      ResultDocument.write(owner, Map.of(COMMAND, command));
    }
    return new StudyFolder(folder);
  }

  private static boolean hasResults(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return false;
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .anyMatch(name -> name.endsWith(".json") && !name.startsWith("."));
    }
  }

  /** The file for the results of a cell. */
  Path file(Cell cell) {
    return file(folder, cell);
  }

  /** The file for the results of a cell in a folder. */
  static Path file(Path folder, Cell cell) {
    return folder.resolve(cell.name() + ".json");
  }

  /** The file that the command of a cell writes; one left by an interrupted command is not used. */
  Path workFile(Cell cell) {
    return folder.resolve("." + cell.name() + ".json");
  }

  /**
   * Whether a cell has been run successfully.
   *
   * @throws IllegalArgumentException if the file of that name is from another command
   */
  boolean isDone(Cell cell) throws IOException {
    return isDone(folder, cell);
  }

  /** The same for a folder that need not exist. */
  static boolean isDone(Path folder, Cell cell) throws IOException {
    Path file = file(folder, cell);
    if (!Files.exists(file)) {
      return false;
    }
    Map<String, Object> content = read(file);
    if (content == null) {
      return false; // damaged: measured again
    }
    if (!(content.get(STUDY) instanceof Map<?, ?> study)
        || !(study.get(COMMAND) instanceof List<?> words)
        || !Cell.withoutCopies(cell.command()).equals(Cell.withoutCopies(words))) {
      throw new IllegalArgumentException(
          file
              + " has been measured by another command: choose another folder with --out, or remove"
              + " it");
    }
    return study.get(STATUS) instanceof Number status && status.intValue() == 0;
  }

  private static @Nullable Map<String, Object> read(Path file) throws IOException {
    try {
      return ResultFormat.object(file);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /**
   * Keeps the results that the command of a cell has written, or records that there are none.
   *
   * @param status of the command
   * @param message of the command
   * @return the reason why a row was not measured, if there is one; else {@code message}
   */
  String keep(Cell cell, int status, String message) throws IOException {
    Path work = workFile(cell);
    Map<String, Object> content = Files.exists(work) ? read(work) : null;
    if (content == null) {
      content = nothing(cell, status, message);
    }
    Map<String, Object> study = new LinkedHashMap<>();
    content.put(COMMAND, whole(cell));
    study.put("cell", cell.name());
    study.put(COMMAND, cell.command());
    study.put(STATUS, status);
    content.put(STUDY, study);
    content.put(
        ResultFormat.ROWS_FIELD, told(content.get(ResultFormat.ROWS_FIELD), cell.options()));
    ResultDocument.write(file(cell), content);
    Files.deleteIfExists(work);
    return ResultFormat.rows(content).stream()
        .flatMap(row -> Stream.of("failure", "skipped").map(row::get))
        .filter(String.class::isInstance)
        .map(String.class::cast)
        .findFirst()
        .orElse(message);
  }

  /** The rows, with the options of the study added. */
  private static List<Object> told(@Nullable Object rows, Map<String, String> options) {
    List<Object> told = new ArrayList<>();
    for (Object row : rows instanceof List<?> list ? list : List.of()) {
      if (row instanceof Map<?, ?> map && !options.isEmpty()) {
        Map<Object, Object> more = new LinkedHashMap<>(map);
        Map<Object, Object> all = new LinkedHashMap<>();
        if (map.get("options") instanceof Map<?, ?> own) {
          all.putAll(own);
        }
        all.putAll(options);
        more.put("options", all);
        told.add(more);
      } else {
        told.add(row);
      }
    }
    return told;
  }

  /** Records that a cell cannot be measured. */
  void leaveOut(Cell cell, String why) throws IOException {
    Files.deleteIfExists(workFile(cell));
    keep(cell, LEFT_OUT, why);
  }

  private static Map<String, Object> nothing(Cell cell, int status, String message) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("kind", RowKind.OTHER.label());
    row.put("benchmark", cell.command().get(1));
    row.put("entrant", cell.name());
    row.put("skipped", message.isEmpty() ? "ended with status " + status : message);
    return ResultDocument.of(
        new RunDescription(whole(cell), Map.of(), Map.of()), true, List.of(row));
  }

  /** The command line of a cell, without the option for the JSON file. */
  private static List<String> whole(Cell cell) {
    List<String> whole = new ArrayList<>(List.of("ronsel"));
    whole.addAll(cell.command());
    return whole;
  }
}
