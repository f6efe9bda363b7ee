package org.ronsel.npb.command;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import org.ronsel.bench.report.Numbers;
import org.ronsel.bench.report.TextReport;
import org.ronsel.bench.report.TextTable;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.launch.spi.Summary;
import picocli.CommandLine.Help.Ansi;

/** Results as a table; MOP/s and speed-up stand side by side. */
final class NpbReport {
  private static final String NONE = "-";

  private static final String LEGEND =
      """
      A ratio is of MOP/s of the same round: the median, and its 95 % interval. A target whose bound lies
      in the interval is open, and so is one of fewer than five --rounds.
      """;

  private final NpbResults results;
  private final Ansi ansi;

  NpbReport(NpbResults results, Ansi ansi) {
    this.results = results;
    this.ansi = ansi;
  }

  String text() {
    TextTable table =
        new TextTable(
            3,
            "problem",
            "by",
            "verified",
            "seconds",
            "[p25..p75]",
            "cold",
            "MOP/s",
            "speed-up",
            "of native",
            "of bound");
    for (Problem problem : results.problems()) {
      for (String entrant : results.entrants(problem)) {
        table.add(line(problem, entrant));
      }
    }
    return table.render().replace("FAILED", ansi.string("@|bold,red FAILED|@"))
        + targets()
        + remarks();
  }

  private String targets() {
    String table = TextReport.targets(NpbTargets.verdicts(results));
    return table.isEmpty() ? "" : table + LEGEND;
  }

  private List<String> line(Problem problem, String entrant) {
    List<Series> rounds = results.rounds(problem, entrant);
    double[] seconds = results.seconds(problem, entrant);
    List<String> cells = new ArrayList<>(List.of(what(problem, entrant), entrant));
    boolean verified = rounds.stream().allMatch(Series::verified);
    if (seconds.length == 0) {
      cells.add(verified ? "not run: " + rounds.getFirst().failure() : "FAILED");
      return cells;
    }
    Summary summary = Summary.of(seconds);
    double cold = rounds.getFirst().times().coldSeconds();
    cells.add(verified ? "yes" : "FAILED");
    cells.add(Numbers.significant(summary.median()));
    cells.add(
        seconds.length == 1
            ? ""
            : "["
                + Numbers.significant(summary.p25())
                + ".."
                + Numbers.significant(summary.p75())
                + "]");
    cells.add(cold == 0 ? NONE : Numbers.significant(cold));
    cells.add(number(results.mops(problem, entrant), "%.1f"));
    cells.add(number(results.speedUp(problem, entrant), "%.2f"));
    cells.add(other(problem, entrant, Kind.PEER));
    cells.add(other(problem, entrant, Kind.LIMIT));
    return cells;
  }

  private static String what(Problem problem, String entrant) {
    return (entrant.equals(RonselRuns.COPIES) ? problem.copied() : problem).toString();
  }

  /** The ratio to the entrant of another kind; there is one of each kind. */
  private String other(Problem problem, String entrant, Kind kind) {
    for (Series series : results.all()) {
      String label = series.entrant().label();
      if (series.entrant().kind() == kind
          && series.problem().equals(problem)
          && !label.equals(entrant)) {
        return number(results.ratio(problem, entrant, label), "%.2f");
      }
    }
    return NONE;
  }

  private static String number(OptionalDouble value, String format) {
    return value.isPresent() ? String.format(Locale.ROOT, format, value.getAsDouble()) : NONE;
  }

  /** The failures, in full. */
  private String remarks() {
    StringBuilder text = new StringBuilder();
    for (Series series : results.all()) {
      String who =
          what(series.problem(), series.entrant().label())
              + " by "
              + series.entrant().label()
              + ": ";
      if (!series.verified()) {
        text.append(who).append("FAILED to verify");
        text.append(series.check().words().isEmpty() ? "" : ": " + series.check().words());
        text.append('\n');
      }
      if (series.failure() != null && (series.measured() || !series.verified())) {
        text.append(who).append(series.failure()).append('\n');
      }
    }
    return text.toString().replace("FAILED", ansi.string("@|bold,red FAILED|@"));
  }
}
