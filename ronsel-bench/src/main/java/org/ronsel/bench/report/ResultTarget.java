package org.ronsel.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.ResultFormat;

/** Checks the files that an option names for results before anything is measured. */
public final class ResultTarget {
  private ResultTarget() {}

  /**
   * Creates the folder of a file if it does not exist, and checks that the file can be written.
   *
   * @throws IllegalArgumentException if it cannot, saying why
   */
  public static void prepare(String option, Path file) {
    Path folder = file.toAbsolutePath().getParent();
    String why = null;
    try {
      if (folder != null) {
        Files.createDirectories(folder);
      }
      why = FileProblem.ofOutput(file);
      if (why == null && Files.exists(file) && !Files.isRegularFile(file)) {
        why = "it is not a regular file"; // a file would replace it
      }
    } catch (IOException e) {
      why = FileProblem.text(e);
    }
    if (why != null) {
      throw new IllegalArgumentException(option + ": " + file + " cannot be written: " + why);
    }
  }

  /**
   * Creates a folder for files if it does not exist.
   *
   * @throws IllegalArgumentException if there cannot be files in it, saying why
   */
  public static void prepareFolder(String option, Path folder) {
    try {
      Files.createDirectories(folder);
      if (!Files.isWritable(folder)) {
        throw new IllegalArgumentException(
            option + ": " + folder + " cannot be written to: permission denied");
      }
    } catch (IOException e) {
      throw new IllegalArgumentException(
          option + ": " + folder + " cannot be made a folder: " + FileProblem.text(e), e);
    }
  }

  /**
   * Refuses a file that exists and has no results, since the option's argument may be a mistake:
   * only results are replaced.
   *
   * @throws IllegalArgumentException saying what the file is
   */
  public static void requireResults(String option, Path file) {
    if (!Files.exists(file)) {
      return;
    }
    String what;
    try {
      ResultFormat.read(file);
      return;
    } catch (IllegalArgumentException e) {
      what = String.valueOf(e.getMessage());
    } catch (IOException e) {
      what = file + " cannot be read: " + FileProblem.reason(e);
    }
    throw new IllegalArgumentException(
        option + ": " + what + " (give another name, or remove the file)");
  }
}
