package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ronsel.bench.report.Fields;
import org.ronsel.bench.report.MachineFacts;
import org.ronsel.bench.report.ResultRow;
import org.ronsel.launch.spi.ResultFormat;

/**
 * The result file of one run of a measuring command.
 *
 * @param path of the file
 * @param sha256 of its bytes, in hexadecimal
 * @param content as it was parsed
 * @param rows of the content
 */
record ResultFile(Path path, String sha256, Map<String, Object> content, List<ResultRow> rows) {
  private static final Set<String> FILE_OPTIONS = Set.of("--json", "--csv", "--pictures");

  /** Two files are equal if they have the same path. */
  @Override
  public boolean equals(Object other) {
    return other instanceof ResultFile file && path.equals(file.path);
  }

  @Override
  public int hashCode() {
    return path.hashCode();
  }

  /**
   * Reads a file.
   *
   * @throws IllegalArgumentException if it is not a result file of this version, saying why
   * @throws IOException if it cannot be read
   */
  static ResultFile read(Path path) throws IOException {
    Map<String, Object> content = ResultFormat.read(path);
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(path));
      return of(path, HexFormat.of().formatHex(digest), content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }

  /**
   * A file with this content.
   *
   * @throws IllegalArgumentException if it has a row that means nothing
   */
  static ResultFile of(Path path, String sha256, Map<String, Object> content) {
    try {
      return new ResultFile(path, sha256, content, ResultRow.of(content));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          path + " has a row that means nothing: " + e.getMessage(), e);
    }
  }

  /** Its name without the folder. */
  String name() {
    return String.valueOf(path.getFileName());
  }

  /** The date of the run's end. */
  String date() {
    return Fields.text(content, "date", "");
  }

  /** The command line. */
  String command() {
    return String.join(" ", Fields.texts(content, "command"));
  }

  /** What values depend on besides the command: machine and versions. */
  List<String> environment() {
    return MachineFacts.environment(machine());
  }

  /**
   * Environment and command, without the options that name files: the same for repetitions of a
   * run. The runs of a study, whose commands are parts of one, are one.
   */
  List<String> run() {
    List<String> run = new ArrayList<>(environment());
    if (content.containsKey("study")) {
      run.add("study in " + path.toAbsolutePath().normalize().getParent());
      return run;
    }
    boolean isValue = false;
    for (String word : Fields.texts(content, "command")) {
      String option = word.split("=", 2)[0];
      boolean isFile = FILE_OPTIONS.contains(option);
      if (!isFile && !isValue) {
        run.add(word);
      }
      isValue = isFile && word.equals(option);
    }
    return run;
  }

  /** Whether the run came to its end. */
  boolean isComplete() {
    return !Boolean.FALSE.equals(content.get("complete"));
  }

  /** Facts about the machine, by name. */
  Map<String, Object> machine() {
    return Fields.map(content, "machine");
  }

  /** The native libraries, by name. */
  Map<String, Object> peers() {
    return Fields.map(content, "peers");
  }

  /** The measurements. */
  List<Result> results() {
    return rows.stream().map(row -> Result.of(this, row)).toList();
  }

  /** Ratios to others, as in the file. */
  List<Map<String, Object>> ratios() {
    return Fields.maps(content, "ratios");
  }

  /** Targets and their verdicts, as in the file. */
  List<Map<String, Object>> verdicts() {
    return Fields.maps(content, "targets");
  }
}
