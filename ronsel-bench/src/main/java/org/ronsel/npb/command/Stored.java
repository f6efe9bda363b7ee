package org.ronsel.npb.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.ResultDocument;

/** Reads the series that the same command measured before it was interrupted. */
final class Stored {
  private Stored() {}

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
      List<Entrant> entrants)
      throws IOException {
    int added = 0;
    for (Map<String, Object> row : ResultDocument.unfinished(file, command)) {
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
      Map<?, ?> row, List<Problem> problems, List<Entrant> entrants) {
    boolean copies = RonselRuns.COPIES.equals(row.get("entrant"));
    Problem problem =
        problems.stream()
            .filter(
                p ->
                    p.kernel().name().toUpperCase(Locale.ROOT).equals(row.get("kernel"))
                        && (copies ? p.copied() : p).size().name().equals(row.get("class"))
                        && Integer.valueOf(p.ranks()).equals(row.get("ranks")))
            .findFirst()
            .orElse(null);
    Entrant entrant =
        entrants.stream()
            .filter(e -> e.label().equals(row.get("entrant")))
            .findFirst()
            .orElse(null);
    List<Double> seconds = numbers(row.get("seconds"));
    boolean whole = !row.containsKey("failure") && !row.containsKey("skipped");
    if (problem == null
        || entrant == null
        || seconds.isEmpty()
        || !whole
        || !(row.get("round") instanceof Integer round)) {
      return null;
    }
    return new Series(
        problem,
        entrant,
        round,
        number(row.get("operations")) * 1e6,
        number(row.get("coldSeconds")),
        seconds,
        numbers(row.get("mops")),
        Boolean.TRUE.equals(row.get("verified")),
        row.get("verification") instanceof String words ? words : "",
        phases(row.get("phases")),
        null,
        false,
        row.get("command") instanceof List<?> words
            ? words.stream().map(String::valueOf).toList()
            : List.of());
  }

  private static Map<String, List<Double>> phases(@Nullable Object value) {
    Map<String, List<Double>> phases = new LinkedHashMap<>();
    if (value instanceof Map<?, ?> map) {
      map.forEach((name, times) -> phases.put(String.valueOf(name), numbers(times)));
    }
    return phases;
  }

  private static List<Double> numbers(@Nullable Object value) {
    return value instanceof List<?> list ? list.stream().map(Stored::number).toList() : List.of();
  }

  private static double number(@Nullable Object value) {
    return value instanceof Number number ? number.doubleValue() : 0;
  }
}
