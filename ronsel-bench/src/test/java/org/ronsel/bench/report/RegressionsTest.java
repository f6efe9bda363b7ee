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
import org.ronsel.bench.report.Regressions.Outcome;
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

  private static SeriesOfReport series(List<Map<String, Object>> rows) {
    return new SeriesOfReport(rows.stream().map(ResultRow::new).toList());
  }

  private static List<Line> compare(
      List<Map<String, Object>> old, List<Map<String, Object>> now, @Nullable String against) {
    return Regressions.compare(series(old), series(now), 0.05, 0.05, against);
  }

  private static Outcome outcome(Map<String, Object> old, Map<String, Object> now) {
    return compare(List.of(old), List.of(now), null).getFirst().outcome();
  }

  @Test
  void whatBecameSlowerByMoreThanTheThresholdHasRegressed() {
    assertThat(outcome(row("threads", 8, 100, 1), row("threads", 8, 110, 2)))
        .isEqualTo(Outcome.REGRESSED);
    assertThat(outcome(row("threads", 8, 110, 1), row("threads", 8, 100, 2)))
        .isEqualTo(Outcome.IMPROVED);
    assertThat(outcome(row("threads", 8, 100, 1), row("threads", 8, 102, 2)))
        .as("certain, but small")
        .isEqualTo(Outcome.SAME);
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

    assertThat(outcome(old, now)).isEqualTo(Outcome.REGRESSED);
    assertThat(outcome(now, old)).isEqualTo(Outcome.IMPROVED);
  }

  @Test
  void twoValuesAreNoProof() {
    Map<String, Object> old = row("threads", 8, 100, 1);
    Map<String, Object> now = row("threads", 8, 200, 2);
    now.put("batchesNs", List.of(200.0, 201.0));

    assertThat(outcome(old, now)).isEqualTo(Outcome.OPEN);
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

    assertThat(Regressions.compare(series(old), series(now), 0, 0.05, null))
        .hasSize(200)
        .noneMatch(line -> line.outcome() == Outcome.REGRESSED);
  }

  @Test
  void wrongDataAndFailuresAreFailures() {
    Map<String, Object> wrong = row("threads", 8, 100, 2);
    wrong.put("verified", false);
    Map<String, Object> skipped = row("threads", 8, 100, 2);
    skipped.remove("value");
    skipped.put("skipped", "failed with status 1");

    assertThat(outcome(row("threads", 8, 100, 1), wrong)).isEqualTo(Outcome.WRONG);
    assertThat(outcome(row("threads", 8, 100, 1), skipped)).isEqualTo(Outcome.FAILED);
    assertThat(Outcome.WRONG.isFailure() && Outcome.FAILED.isFailure()).isTrue();
  }

  @Test
  void aSeriesThatOnlyTheOldReportHasIsMissing() {
    List<Map<String, Object>> old =
        List.of(row("threads", 8, 100, 1), row("threads", 1024, 100, 2));
    List<Map<String, Object>> now = List.of(row("threads", 1024, 100, 3));

    assertThat(compare(old, now, null))
        .filteredOn(line -> line.outcome().isFailure())
        .singleElement()
        .satisfies(line -> assertThat(line.outcome()).isEqualTo(Outcome.MISSING))
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
        .filteredOn(line -> line.outcome() == Outcome.WRONG)
        .singleElement()
        .satisfies(line -> assertThat(line.what()).contains("size 8"));
    assertThat(compare(common, List.of(wrong), "handover"))
        .extracting(Line::outcome)
        .containsExactlyInAnyOrder(Outcome.MISSING, Outcome.WRONG);
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
  void theCommandFailsForARegressionAlone(@TempDir Path folder) throws IOException {
    Path fast = folder.resolve("fast.json");
    Path slow = folder.resolve("slow.json");
    ResultDocument.write(fast, report(List.of(row("threads", 8, 100, 1))));
    ResultDocument.write(slow, report(List.of(row("threads", 8, 110, 2))));
    StringWriter out = new StringWriter();
    CommandLine bench = new CommandLine(new BenchCommand()).setOut(new PrintWriter(out, true));

    assertThat(bench.execute("compare", fast.toString(), slow.toString())).isOne();
    assertThat(out.toString()).contains("1 series compared, 1 regressed or failed");
    assertThat(bench.execute("compare", slow.toString(), fast.toString())).isZero();
    assertThat(bench.execute("compare", "--threshold=20", fast.toString(), slow.toString()))
        .isZero();
  }

  @Test
  void againstAReferenceTheMachineMayBeSlower() {
    List<Map<String, Object>> old = List.of(row("threads", 8, 100, 1), row("handover", 8, 50, 2));
    List<Map<String, Object>> now = List.of(row("threads", 8, 200, 3), row("handover", 8, 100, 4));

    assertThat(compare(old, now, null)).allMatch(l -> l.outcome() == Outcome.REGRESSED);
    assertThat(compare(old, now, "handover"))
        .singleElement()
        .satisfies(line -> assertThat(line.outcome()).isEqualTo(Outcome.SAME));
  }

  @Test
  void whatHasNoReferenceBesideItIsLeftOutAndNamed() {
    Map<String, Object> absent = row("mpich", 8, 50, 2);
    absent.keySet().removeAll(List.of("value", "batchesNs"));
    List<Map<String, Object>> old = List.of(row("threads", 8, 100, 1), row("mpich", 8, 50, 2));
    List<Map<String, Object>> now = List.of(row("threads", 8, 100, 3), absent);

    assertThat(compare(old, now, "mpich")).isEmpty();
    assertThat(series(now).unreferenced("mpich"))
        .singleElement(InstanceOfAssertFactories.STRING)
        .contains("pingpong", "threads");
    assertThat(series(old).unreferenced("mpich")).isEmpty();
  }

  @Test
  void whatFailedWithItsReferenceIsAFailure() {
    Map<String, Object> threads = row("threads", 8, 100, 3);
    Map<String, Object> mpich = row("mpich", 8, 50, 4);
    for (Map<String, Object> failed : List.of(threads, mpich)) {
      failed.keySet().removeAll(List.of("value", "batchesNs"));
      failed.put("skipped", "failed with status 134");
    }
    List<Map<String, Object>> old = List.of(row("threads", 8, 100, 1), row("mpich", 8, 50, 2));

    assertThat(compare(old, List.of(threads, mpich), "mpich"))
        .singleElement()
        .satisfies(
            line -> {
              assertThat(line.what()).endsWith("threads");
              assertThat(line.outcome()).isEqualTo(Outcome.FAILED);
            });
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

  @Test
  void theSmallestProbabilityIsMultipliedByTheNumberOfTests() {
    assertThat(Regressions.holm(0.04, 0.01, Double.NaN, 0.03))
        .as("three tests: 0.01 thrice, 0.03 twice, and no later one is smaller")
        .containsExactly(0.06, 0.03, Double.NaN, 0.06);
    assertThat(Regressions.holm(0.9, 0.8)).containsExactly(1, 1);
    assertThat(Regressions.holm()).isEmpty();
  }

  @Test
  void aTestNeedsFourBlocksOfEach() {
    double[] few = {1, 2, 3};
    double[] low = {1, 2, 3, 4, 5, 6};
    double[] high = {11, 12, 13, 14, 15, 16};

    assertThat(Regressions.probability(few, high, false)).isNaN();
    assertThat(Regressions.probability(high, low, true)).isLessThan(0.01);
    assertThat(Regressions.probability(high, low, false)).isGreaterThan(0.9);
  }

  @Test
  void aDifferenceIsJudgedByItsSizeAndByTheTest() {
    assertThat(Regressions.outcome(1.04, 0, 0.05, 0.05)).isEqualTo(Outcome.SAME);
    assertThat(Regressions.outcome(1.06, 0.05, 0.05, 0.05)).isEqualTo(Outcome.REGRESSED);
    assertThat(Regressions.outcome(0.9, 0.05, 0.05, 0.05)).isEqualTo(Outcome.IMPROVED);
    assertThat(Regressions.outcome(1.06, 0.06, 0.05, 0.05)).isEqualTo(Outcome.OPEN);
    assertThat(Regressions.outcome(1.06, Double.NaN, 0.05, 0.05)).isEqualTo(Outcome.OPEN);
  }

  @Test
  void aFileWithAnEntrantOfAnUnknownKindIsRefusedByName(@TempDir Path folder) throws IOException {
    Map<String, Object> odd = row("threads", 8, 100, 1);
    odd.put("entrantKind", "guest");
    Path file = folder.resolve("odd.json");
    ResultDocument.write(file, report(List.of(odd)));
    StringWriter err = new StringWriter();
    CommandLine bench = new CommandLine(new BenchCommand()).setErr(new PrintWriter(err, true));

    assertThat(bench.execute("compare", file.toString(), file.toString())).isEqualTo(2);
    assertThat(err.toString())
        .contains(file + " has a row that means nothing: 'guest' is no kind of entrant");
  }
}
