package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.Rows.PINGPONG_8;
import static org.ronsel.bench.report.Rows.STREAM_1M;
import static org.ronsel.bench.report.Rows.row;
import static org.ronsel.bench.report.Rows.skipped;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.bench.stats.CoreDistance;

class TextReportTest {
  private static String render(Row... rows) {
    return TextReport.render(new Results(List.of(rows)));
  }

  private static Pattern line(String... cells) {
    return Pattern.compile(
        "^" + String.join("\\s+", List.of(cells).stream().map(Pattern::quote).toList()) + "\\s*$",
        Pattern.MULTILINE);
  }

  @Test
  void showsMeasurementRatioAndVerdict() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, CoreDistance.NEAR, 90, 100, 110),
            row(PINGPONG_8, "openmpi-nocma", Kind.PEER, 0, CoreDistance.NEAR, 125),
            row(PINGPONG_8, "handover", Kind.LIMIT, 0, CoreDistance.NEAR, 40));

    assertThat(text)
        .containsPattern(
            line("threads", "8", "0.100", "0.0950..0.105", "0.0900", "30.0..30.0", "near", "1/1"))
        .containsPattern(line("threads", "8", "2.50 (2.38)", "0.80 (0.76)"))
        .containsPattern(
            line("pingpong 8", "threads", "at most 2.00x", "handover", "missed", "2.50"))
        .containsPattern(
            line(
                "pingpong 8",
                "threads",
                "at most 1.00x",
                "openmpi-nocma",
                "goal met",
                "0.80",
                "0.80"));
  }

  @Test
  void rowsOfTheBestCoreDistanceArePutTogetherAndTheirNumberIsShown() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, CoreDistance.NEAR, 100),
            row(PINGPONG_8, "threads", Kind.RONSEL, 1, CoreDistance.FAR, 900),
            row(PINGPONG_8, "threads", Kind.RONSEL, 2, CoreDistance.NEAR, 200));

    assertThat(text)
        .containsPattern(
            line("threads", "8", "0.150", "0.125..0.175", "0.100", "30.0..30.0", "near", "2/3"));
  }

  @Test
  void ratiosThatWereNotMeasuredNearAreMarked() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, CoreDistance.FAR, 100),
            row(PINGPONG_8, "handover", Kind.LIMIT, 0, CoreDistance.FAR, 50));

    assertThat(text).contains("2.00 (2.00)*");
  }

  @Test
  void bandwidthIsShownAsSuch() {
    String text =
        render(row(STREAM_1M, "threads", Kind.RONSEL, 0, CoreDistance.NEAR, 20_000, 25_000));

    assertThat(text).contains("stream: bandwidth", "MB/s").contains("52429");
  }

  @Test
  void whoWasSkippedIsListedWithTheReason() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, CoreDistance.NEAR, 100),
            skipped(PINGPONG_8, "mpich", Kind.PEER, "MPICH is not installed"));

    assertThat(text).containsPattern(line("mpich", "8", "skipped: MPICH is not installed"));
  }

  @Test
  void ronselComesFirstAndLimitsLast() {
    Results results =
        new Results(
            List.of(
                row(PINGPONG_8, "copy", Kind.LIMIT, 0, CoreDistance.NEAR, 1),
                row(PINGPONG_8, "mpich", Kind.PEER, 0, CoreDistance.NEAR, 1),
                row(PINGPONG_8, "threads", Kind.RONSEL, 0, CoreDistance.NEAR, 1)));

    assertThat(results.entrants(PINGPONG_8)).containsExactly("threads", "mpich", "copy");
  }

  @Test
  void startUpShowsMedianTimeAndLargestMemory() {
    List<StartUpRow> rows =
        List.of(
            new StartUpRow(
                1000, "own class loaders", 0, 2000, 1 << 19, 1 << 17, 9, null, List.of()),
            new StartUpRow(
                1000, "own class loaders", 1, 4000, 1 << 18, 1 << 17, 9, null, List.of()),
            new StartUpRow(7, "x", 0, 0, 0, 0, 0, "did not end", List.of()));

    assertThat(StartUpReport.render(rows))
        .containsPattern(
            line(
                "1000",
                "own class loaders",
                "3.00",
                "2.50..3.50",
                "0.500",
                "0.125",
                "met (under 5 s, 1 GiB)"))
        .contains("skipped: did not end");
  }
}
