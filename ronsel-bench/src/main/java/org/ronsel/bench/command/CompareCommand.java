package org.ronsel.bench.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.RegressionTable;
import org.ronsel.bench.report.Regressions;
import org.ronsel.bench.report.ResultRow;
import org.ronsel.bench.report.SeriesOfReport;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.FileProblem;
import org.ronsel.launch.spi.ResultFormat;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel bench compare}: finds what became slower from one report to another. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description =
        "Compare two files that ronsel bench --json has written, and show which series"
            + " became slower, by a statistical test.",
    footer = {
      "",
      "A series counts as regressed if its median is worse by more than the threshold and"
          + " a one-sided Mann-Whitney test on blocks of batches finds it worse, after Holm's"
          + " correction for the number of series.",
      "Exit status: 0 if nothing has regressed, 1 if something has regressed or failed, gives"
          + " wrong data or is missing from the later report, 2 if the files cannot be compared."
    })
final class CompareCommand extends AddedCommand {
  @Parameters(index = "0", paramLabel = "OLD.json", description = "The earlier report.")
  private Path old = Path.of("");

  @Parameters(index = "1", paramLabel = "NEW.json", description = "The later report.")
  private Path fresh = Path.of("");

  @Option(
      names = "--threshold",
      paramLabel = "PERCENT",
      defaultValue = "5",
      description = "By how much a median must be worse (default: ${DEFAULT-VALUE}).")
  private double threshold;

  @Option(
      names = "--significance",
      paramLabel = "P",
      defaultValue = "0.05",
      description =
          "Accepted probability of reporting a regression where there is none (default:"
              + " ${DEFAULT-VALUE}).")
  private double significance;

  @Option(
      names = "--against",
      paramLabel = "ENTRANT",
      description =
          "Compare ratios to this entrant, such as openmpi-nocma or handover. It must have"
              + " been measured in both reports; the state of the machine then matters less.")
  private @Nullable String against;

  @Option(
      names = "--allow-missing",
      description = "Series that only the earlier report has are listed, but are no failure.")
  private boolean allowMissing;

  CompareCommand() {}

  @Override
  public Integer call() throws IOException {
    if (!(threshold >= 0)) {
      throw wrong("--threshold must be at least 0, not " + threshold);
    }
    if (!(significance > 0 && significance < 1)) {
      throw wrong("--significance must be between 0 and 1, not " + significance);
    }
    Map<String, Object> before = read(old);
    Map<String, Object> now = read(fresh);
    SeriesOfReport seriesBefore = series(before, old);
    SeriesOfReport seriesNow = series(now, fresh);
    if (against != null) {
      check(seriesBefore, old, against);
      check(seriesNow, fresh, against);
    }
    List<Regressions.Line> lines =
        Regressions.compare(seriesBefore, seriesNow, threshold / 100, significance, against);
    long missing =
        lines.stream().filter(line -> line.outcome() == Regressions.Outcome.MISSING).count();
    if (lines.size() == missing) {
      throw wrong(old + " and " + fresh + " have no series in common");
    }
    warnOfMachines(before, now);
    out().print(RegressionTable.render(lines));
    long failed = lines.stream().filter(line -> line.outcome().isFailure()).count() - missing;
    out()
        .printf(
            Locale.ROOT,
            "%n%d series compared, %d regressed or failed (more than %.3g %%, p at most %.3g)%s%n",
            lines.size() - missing,
            failed,
            threshold,
            significance,
            missing == 0 ? "" : ", " + missing + " missing");
    out().flush();
    return failed > 0 || (missing > 0 && !allowMissing) ? 1 : 0;
  }

  private Map<String, Object> read(Path file) {
    try {
      return ResultFormat.read(file);
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw wrong(file + " cannot be read: " + FileProblem.reason(e));
    }
  }

  private SeriesOfReport series(Map<String, Object> report, Path file) {
    try {
      return new SeriesOfReport(ResultRow.of(report));
    } catch (IllegalArgumentException e) {
      throw wrong(file + " has a row that means nothing: " + e.getMessage());
    }
  }

  private void check(SeriesOfReport report, Path file, String entrant) {
    if (!report.hasMeasured(entrant)) {
      throw wrong("--against: nobody called " + entrant + " was measured in " + file);
    }
    Set<String> alone = report.unreferenced(entrant);
    if (!alone.isEmpty()) {
      err()
          .println(
              entrant + " has no result beside these in " + file + ": " + String.join("; ", alone));
      err().flush();
    }
  }

  private void warnOfMachines(Map<String, Object> before, Map<String, Object> now) {
    Object was = processor(before);
    Object is = processor(now);
    if (!was.equals(is)) {
      err().println("the reports are of different processors: " + was + ", and " + is);
    }
    if (!Boolean.TRUE.equals(before.get("complete")) || !Boolean.TRUE.equals(now.get("complete"))) {
      err().println("one of the reports is of a run that did not come to its end");
    }
    err().flush();
  }

  private static Object processor(Map<String, Object> report) {
    return report.get("machine") instanceof Map<?, ?> machine
            && machine.get("processor") instanceof String name
        ? name
        : "unknown";
  }
}
