package org.ronsel.npb.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.command.WholeCommand;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.ResultTarget;
import org.ronsel.bench.report.RowKind;
import org.ronsel.bench.report.RunDescription;
import org.ronsel.bench.report.Verdict;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Metric;
import org.ronsel.bench.stats.Ratio;

/** The JSON file of a command, which is written completely after each series. */
final class NpbJson {
  private final @Nullable Path file;
  private final RunDescription run;
  private final int threads;

  /** Creates a writer for a file, or for none if it is null. */
  NpbJson(
      @Nullable Path file,
      List<String> arguments,
      Map<String, String> peers,
      Map<String, Object> plan,
      int threads) {
    this.file = file;
    this.run = new RunDescription(WholeCommand.of("npb", arguments), peers, plan);
    this.threads = threads;
  }

  /**
   * Checks that the file can be written, and that it has results if it exists.
   *
   * @throws IllegalArgumentException if not
   */
  void check() {
    if (file != null) {
      ResultTarget.prepare("--json", file);
      ResultTarget.requireResults("--json", file);
    }
  }

  /** Takes over the series that the same command has left in the file; returns their number. */
  int resume(NpbResults results, List<Problem> problems, List<NpbEntrant> entrants)
      throws IOException {
    return file == null ? 0 : StoredSeries.addTo(results, file, run.command(), problems, entrants);
  }

  /**
   * Replaces the file while the command goes on. A failure is ignored: the file is written again
   * after the next job and at the end, where a failure is reported.
   */
  void writeSoFar(NpbResults results) {
    try {
      write(results, false);
    } catch (IOException e) {
      // the results are still in memory
    }
  }

  /** Replaces the file. */
  void write(NpbResults results, boolean complete) throws IOException {
    if (file != null) {
      ResultDocument.write(file, of(results, complete));
    }
  }

  private Map<String, Object> of(NpbResults results, boolean complete) {
    Map<String, Object> report =
        ResultDocument.of(run, complete, results.all().stream().map(this::row).toList());
    report.put("ratios", ratios(results));
    report.put("targets", NpbTargets.verdicts(results).stream().map(Verdict::toMap).toList());
    return report;
  }

  private Map<String, Object> row(Series series) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("kind", RowKind.KERNEL.label());
    boolean copies = series.entrant().label().equals(RonselRuns.COPIES);
    map.putAll(place(copies ? series.problem().copied() : series.problem()));
    map.put("threads", series.problem().kernel().usesThreads() ? threads : 1);
    map.put("entrant", series.entrant().label());
    map.put("entrantKind", series.entrant().kind().label());
    if (series.entrant() instanceof RonselRuns ours) {
      map.put("placement", ours.placement().label());
    }
    map.put("round", series.round());
    ResultDocument.put(map, Metric.MOPS);
    if (series.measured()) {
      Series.Times times = series.times();
      map.put("value", ResultDocument.summary(doubles(times.mops())));
      map.put("verified", series.verified());
      map.put("operations", times.operations() * 1e-6);
      map.put("seconds", times.seconds());
      map.put("mops", times.mops());
      map.put("coldSeconds", times.coldSeconds());
    }
    if (!series.times().parts().isEmpty()) {
      map.put("phases", series.times().parts());
    }
    if (!series.check().words().isEmpty()) {
      map.put("verification", series.check().words());
    }
    switch (series.ending()) {
      case Series.Ending.Complete() -> {}
      case Series.Ending.Failed(String why) -> map.put("failure", why);
      case Series.Ending.Skipped(String why) -> map.put("skipped", why);
    }
    map.put("command", series.job().command());
    return map;
  }

  /** A problem in the fields of the file format. */
  static Map<String, Object> place(Problem problem) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("benchmark", "npb");
    map.put("kernel", problem.kernel().name().toUpperCase(Locale.ROOT));
    map.put("class", problem.size().name());
    map.put("ranks", problem.ranks());
    if (problem.perRank() != null) {
      map.put("classPerRank", problem.perRank().name());
    }
    return map;
  }

  private static List<Map<String, Object>> ratios(NpbResults results) {
    List<Map<String, Object>> list = new ArrayList<>();
    for (Problem problem : results.problems()) {
      for (String subject : results.entrants(problem)) {
        for (String reference : results.entrants(problem)) {
          double[] pairs = results.ratios(problem, subject, reference);
          boolean ours =
              results.rounds(problem, subject).getFirst().entrant().kind() == Kind.RONSEL;
          if (ours && !subject.equals(reference) && pairs.length > 0) {
            Map<String, Object> map = place(problem);
            map.put("subject", subject);
            map.put("reference", reference);
            ResultDocument.put(map, Ratio.of(List.of(pairs)));
            list.add(map);
          }
        }
      }
    }
    return list;
  }

  private static double[] doubles(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }
}
