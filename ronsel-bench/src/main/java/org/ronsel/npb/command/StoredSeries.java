package org.ronsel.npb.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Fields;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.ResultRow;

/** Reads the series that the same command measured before it was interrupted. */
final class StoredSeries {
  private StoredSeries() {}

  /**
   * Adds the series of a file that {@link NpbJson} has written for this command, if it is not
   * complete. Other files add nothing, and will be replaced.
   *
   * @return number of series added
   * @throws IOException if the file exists and cannot be read
   */
  static int addTo(
      NpbResults results,
      Path file,
      List<String> command,
      List<Problem> problems,
      List<NpbEntrant> entrants)
      throws IOException {
    int added = 0;
    for (ResultRow row : ResultDocument.unfinished(file, command)) {
      Series series = series(row, problems, entrants);
      if (series != null) {
        results.add(series);
        added++;
      }
    }
    return added;
  }

  /** Decodes a series; null for a failed one, which is measured again. */
  private static @Nullable Series series(
      ResultRow row, List<Problem> problems, List<NpbEntrant> entrants) {
    boolean copies = RonselRuns.COPIES.equals(row.entrant());
    Problem problem =
        problems.stream()
            .filter(
                p ->
                    p.kernel().name().toUpperCase(Locale.ROOT).equals(row.kernel())
                        && (copies ? p.copied() : p).size().name().equals(row.problemClass())
                        && p.ranks() == row.ranks())
            .findFirst()
            .orElse(null);
    NpbEntrant entrant =
        entrants.stream().filter(e -> e.label().equals(row.entrant())).findFirst().orElse(null);
    double[] seconds = row.seconds();
    if (problem == null || entrant == null || seconds.length == 0 || row.trouble() != null) {
      return null;
    }
    Map<String, Object> fields = row.fields();
    return new Series(
        new Series.Job(problem, entrant, row.round(), row.command()),
        new Series.Times(
            number(fields, "operations") * 1e6,
            number(fields, "coldSeconds"),
            list(seconds),
            list(Fields.numbers(fields, "mops")),
            phases(Fields.map(fields, "phases"))),
        new Series.Check(!row.isWrong(), Fields.text(fields, "verification", "")),
        new Series.Ending.Complete());
  }

  private static Map<String, List<Double>> phases(Map<String, Object> stored) {
    Map<String, List<Double>> phases = new LinkedHashMap<>();
    stored.keySet().forEach(name -> phases.put(name, list(Fields.numbers(stored, name))));
    return phases;
  }

  private static double number(Map<String, Object> fields, String name) {
    double value = Fields.number(fields, name);
    return Double.isNaN(value) ? 0 : value;
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }
}
