package org.ronsel.bench.startup;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.Fields;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.ResultRow;
import org.ronsel.bench.report.RowKind;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;

/**
 * One start of many ranks, from the command to its end.
 *
 * @param ranks number of ranks
 * @param how options of the job, such as {@code --shared-classes}
 * @param round from 0
 * @param wallMs from starting the launcher to its end
 * @param jobPeakKiB most resident memory of the JVM with the ranks
 * @param launcherPeakKiB most resident memory of the launcher's JVM
 * @param classes loaded in the JVM with the ranks
 * @param skipped reason why nothing was measured; null if it was
 * @param command the command line
 */
public record StartUpRow(
    int ranks,
    String how,
    int round,
    double wallMs,
    long jobPeakKiB,
    long launcherPeakKiB,
    long classes,
    @Nullable String skipped,
    List<String> command) {

  private static final String HOW = "how";
  private static final String JOB_PEAK = "peakResidentKiB";
  private static final String LAUNCHER_PEAK = "launcherPeakKiB";
  private static final String CLASSES = "classes";

  /** The rows among those of a JSON report in which something was measured. */
  public static List<StartUpRow> of(List<ResultRow> rows) {
    return rows.stream()
        .filter(row -> row.kind() == RowKind.STARTUP && Double.isFinite(row.median()))
        .map(
            row ->
                new StartUpRow(
                    row.ranks(),
                    row.options().getOrDefault(HOW, ""),
                    row.round(),
                    row.median() * 1e3,
                    Fields.whole(row.fields(), JOB_PEAK, 0),
                    Fields.whole(row.fields(), LAUNCHER_PEAK, 0),
                    Fields.whole(row.fields(), CLASSES, 0),
                    null,
                    row.command()))
        .toList();
  }

  /** Whether it is of this round of a scale. */
  public boolean isOf(StartUpBenchmark.Scale scale, int ofRound) {
    return ranks == scale.ranks() && how.equals(scale.how()) && round == ofRound;
  }

  /** This row for a JSON report. */
  public Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", RowKind.STARTUP.label());
    map.put("benchmark", "startup");
    map.put("kernel", "startup");
    map.put("ranks", ranks);
    map.put("options", Map.of(HOW, how));
    map.put("entrant", "threads");
    map.put("entrantKind", Entrant.Kind.RONSEL.label());
    map.put("placement", "threads");
    map.put("round", round);
    ResultDocument.put(map, Metric.SECONDS);
    if (skipped != null) {
      map.put("skipped", skipped);
      return map;
    }
    map.put("value", ResultDocument.summary(wallMs / 1e3));
    map.put(JOB_PEAK, jobPeakKiB);
    map.put(LAUNCHER_PEAK, launcherPeakKiB);
    map.put(CLASSES, classes);
    map.put("command", command);
    return map;
  }
}
