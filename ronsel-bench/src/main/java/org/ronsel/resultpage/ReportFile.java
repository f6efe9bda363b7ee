package org.ronsel.resultpage;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes a report page for another command. */
public final class ReportFile {
  private ReportFile() {}

  /**
   * The outcome of making a page.
   *
   * @param wrong number of wrong results
   * @param problems one line for each file that could not be read or has no price
   */
  public record Outcome(int wrong, List<String> problems) {
    /** Keeps the list as it is. */
    public Outcome {
      problems = List.copyOf(problems);
    }

    /** Whether all files could be read and priced, and all results were right. */
    public boolean isGood() {
      return wrong == 0 && problems.isEmpty();
    }
  }

  /**
   * Writes a page of the results in folders.
   *
   * @param pricing of them; null to show no costs
   * @throws IOException if a folder cannot be read, or the page not be written
   */
  public static Outcome write(
      Path page, String title, List<Path> folders, @Nullable Pricing pricing) throws IOException {
    ResultFolder results = ResultFolder.read(folders);
    Costs costs = pricing == null ? null : pricing.of(results);
    int wrong = Page.write(page, title, results, costs);
    List<String> problems = new ArrayList<>(results.problems());
    if (costs != null) {
      problems.addAll(costs.missing());
    }
    return new Outcome(wrong, problems);
  }
}
