package org.ronsel.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Makes a report page for another command. */
public final class ReportFile {
  private ReportFile() {}

  /**
   * The outcome of making a page.
   *
   * @param wrong number of wrong results
   * @param problems one line for each file that could not be read
   */
  public record Outcome(int wrong, List<String> problems) {
    /** Keeps the list as it is. */
    public Outcome {
      problems = List.copyOf(problems);
    }

    /** Whether all files could be read, and all results were right. */
    public boolean isGood() {
      return wrong == 0 && problems.isEmpty();
    }
  }

  /**
   * Writes a page of the results in folders.
   *
   * @throws IOException if a folder cannot be read, or the page not be written
   */
  public static Outcome write(Path page, String title, List<Path> folders) throws IOException {
    ResultFolder results = ResultFolder.read(folders);
    return new Outcome(Page.write(page, title, results, null), results.problems());
  }
}
