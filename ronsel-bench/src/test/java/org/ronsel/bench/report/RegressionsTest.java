package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.command.BenchCommand;
import org.ronsel.bench.report.Regressions.Line;
import org.ronsel.bench.report.Regressions.Verdict;
import org.ronsel.launch.spi.ResultFormat;
import picocli.CommandLine;

class RegressionsTest {
  private static final int BATCHES = 100;

  /** A row whose batches take about {@code ns}, with noise. */
  private static Map<String, Object> row(String entrant, int size, double ns, long seed) {
    double[] batches = new double[BATCHES];
    Random random = new Random(seed);
    Arrays.setAll(batches, i -> ns * (1 + 0.02 * random.nextGaussian()));
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("benchmark", "pingpong");
    row.put("kernel", "pingpong");
    row.put("ranks", 2);
    row.put("size", size);
    row.put("entrant", entrant);
    row.put("round", 0);
    row.put("unit", "us");
    row.put("better", "less");
    row.put(
        "value", ResultDocument.summary(Arrays.stream(batches).map(each -> each / 1e3).toArray()));
    row.put("verified", true);
    row.put("batchesNs", Arrays.stream(batches).boxed().toList());
    return row;
  }

  private static Map<String, Object> report(List<Map<String, Object>> rows) {
    return Map.of(ResultFormat.VERSION_FIELD, ResultFormat.VERSION, "complete", true, "rows", rows);
  }

  private static List<Line> compare(
      List<Map<String, Object>> old, List<Map<String, Object>> now, @Nullable String against) {
    return Regressions.compare(report(old), report(now), 0.05, 0.05, against);
  }

  private static Verdict verdict(Map<String, Object> old, Map<String, Object> now) {
    return compare(List.of(old), List.of(now), null).getFirst().verdict();
  }

  @Test
  void whatBecameSlowerByMoreThanTheThresholdHasRegressed() {
    assertThat(verdict(row("threads", 8, 100, 1), row("threads", 8, 110, 2)))
        .isEqualTo(Verdict.REGRESSED);
    assertThat(verdict(row("threads", 8, 110, 1), row("threads", 8, 100, 2)))
        .isEqualTo(Verdict.IMPROVED);
    assertThat(verdict(row("threads", 8, 100, 1), row("threads", 8, 102, 2)))
        .as("certain, but small")
        .isEqualTo(Verdict.SAME);
  }

  @Test
  void whereMoreIsBetterLessHasRegressed() {
    Map<String, Object> old = row("threads", 8, 100, 1);
    Map<String, Object> now = row("threads", 8, 120, 2);
    for (Map<String, Object> each : List.of(old, now)) {
      each.put("better", "more");
      each.put("unit", "M/s");
    }
    old.put("value", ResultDocument.summary(10));
    now.put("value", ResultDocument.summary(8.3));

    assertThat(verdict(old, now)).isEqualTo(Verdict.REGRESSED);
    assertThat(verdict(now, old)).isEqualTo(Verdict.IMPROVED);
  }

  @Test
  void twoValuesAreNoProof() {
    Map<String, Object> old = row("threads", 8, 100, 1);
    Map<String, Object> now = row("threads", 8, 200, 2);
    now.put("batchesNs", List.of(200.0, 201.0));

    assertThat(verdict(old, now)).isEqualTo(Verdict.OPEN);
  }

  @Test
  void amongManySeriesChanceIsNoRegression() {
    List<Map<String, Object>> old = new ArrayList<>();
    List<Map<String, Object>> now = new ArrayList<>();
    for (int size = 0; size < 200; size++) {
      Map<String, Object> before = row("threads", size, 100, 2L * size);
      Map<String, Object> after = row("threads", size, 100, 2L * size + 1);
      old.add(before);
      now.add(after);
    }

    assertThat(Regressions.compare(report(old), report(now), 0, 0.05, null))
        .hasSize(200)
        .noneMatch(line -> line.verdict() == Verdict.REGRESSED);
  }

  @Test
  void wrongDataAndFailuresAreFailures() {
    Map<String, Object> wrong = row("threads", 8, 100, 2);
    wrong.put("verified", false);
    Map<String, Object> skipped = row("threads", 8, 100, 2);
    skipped.remove("value");
    skipped.put("skipped", "failed with status 1");

    assertThat(verdict(row("threads", 8, 100, 1), wrong)).isEqualTo(Verdict.WRONG);
    assertThat(verdict(row("threads", 8, 100, 1), skipped)).isEqualTo(Verdict.FAILED);
    assertThat(Verdict.WRONG.isFailure() && Verdict.FAILED.isFailure()).isTrue();
  }

  @Test
  void aSeriesThatOnlyTheOldReportHasIsMissing() {
    List<Map<String, Object>> old =
        List.of(row("threads", 8, 100, 1), row("threads", 1024, 100, 2));
    List<Map<String, Object>> now = List.of(row("threads", 1024, 100, 3));

    assertThat(compare(old, now, null))
        .filteredOn(line -> line.verdict().isFailure())
        .singleElement()
        .satisfies(line -> assertThat(line.verdict()).isEqualTo(Verdict.MISSING))
        .satisfies(line -> assertThat(line.what()).contains("size 8"));
    assertThat(compare(now, old, null)).as("a new series").hasSize(1);
  }

  @Test
  void wrongDataAreAFailureWithoutAnEarlierMeasurementToo() {
    Map<String, Object> wrong = row("threads", 8, 100, 1);
    wrong.put("verified", false);
    List<Map<String, Object>> common = List.of(row("threads", 1024, 100, 2));
    List<Map<String, Object>> now = List.of(row("threads", 1024, 100, 3), wrong);

    assertThat(compare(common, now, null))
        .filteredOn(line -> line.verdict() == Verdict.WRONG)
        .singleElement()
        .satisfies(line -> assertThat(line.what()).contains("size 8"));
    assertThat(compare(common, List.of(wrong), "handover"))
        .extracting(Line::verdict)
        .containsExactlyInAnyOrder(Verdict.MISSING, Verdict.WRONG);
  }

  @Test
  void theCommandFailsForAMissingSeriesUnlessThatIsAllowed(@TempDir Path folder)
      throws IOException {
    Path old = folder.resolve("old.json");
    Path now = folder.resolve("new.json");
    ResultDocument.write(
        old, report(List.of(row("threads", 8, 100, 1), row("threads", 1024, 100, 2))));
    ResultDocument.write(now, report(List.of(row("threads", 1024, 100, 3))));
    StringWriter out = new StringWriter();
    CommandLine bench = new CommandLine(new BenchCommand()).setOut(new PrintWriter(out, true));

    assertThat(bench.execute("compare", old.toString(), now.toString())).isOne();
    assertThat(out.toString()).contains("missing", "1 series compared", ", 1 missing");
    assertThat(bench.execute("compare", "--allow-missing", old.toString(), now.toString()))
        .isZero();
  }

  @Test
  void againstAReferenceTheMachineMayBeSlower() {
    List<Map<String, Object>> old = List.of(row("threads", 8, 100, 1), row("handover", 8, 50, 2));
    List<Map<String, Object>> now = List.of(row("threads", 8, 200, 3), row("handover", 8, 100, 4));

    assertThat(compare(old, now, null)).allMatch(l -> l.verdict() == Verdict.REGRESSED);
    assertThat(compare(old, now, "handover"))
        .singleElement()
        .satisfies(line -> assertThat(line.verdict()).isEqualTo(Verdict.SAME));
  }

  @Test
  void whatHasNoReferenceBesideItIsLeftOutAndNamed() {
    Map<String, Object> absent = row("mpich", 8, 50, 2);
    absent.keySet().removeAll(List.of("value", "batchesNs"));
    List<Map<String, Object>> old = List.of(row("threads", 8, 100, 1), row("mpich", 8, 50, 2));
    List<Map<String, Object>> now = List.of(row("threads", 8, 100, 3), absent);

    assertThat(compare(old, now, "mpich")).isEmpty();
    assertThat(Regressions.unreferenced(report(now), "mpich"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("pingpong", "threads");
    assertThat(Regressions.unreferenced(report(old), "mpich")).isEmpty();
  }

  @Test
  void blocksAreOfNeighborsOfOneRound() {
    double[] first = new double[60];
    double[] second = new double[40];
    Arrays.fill(first, 1);
    Arrays.fill(second, 2);

    double[] blocks = Regressions.blocks(List.of(first, second));

    assertThat(blocks).hasSize(20).containsOnly(1, 2);
  }
}
