package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.SampleRows.PINGPONG_8;
import static org.ronsel.bench.report.SampleRows.STREAM_1M;
import static org.ronsel.bench.report.SampleRows.row;
import static org.ronsel.bench.report.SampleRows.skipped;

import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.startup.StartUpRow;

class TextReportTest {
  private static String render(Row... rows) {
    return TextReport.render(new Results(List.of(rows)), false);
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
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, 90, 95, 100, 105, 110),
            row(PINGPONG_8, "openmpi-nocma", Kind.PEER, 0, 120, 122.5, 125, 127.5, 130),
            row(PINGPONG_8, "handover", Kind.LIMIT, 0, 30, 35, 40, 45, 50));

    assertThat(text)
        .containsPattern(line("threads", "8", "0.100", "0.0950..0.105", "0.0900", "5", "1/1"))
        .containsPattern(
            line("threads", "8", "2.50 (2.20..3.00; 2.33..2.71)", "0.80 (0.75..0.85; 0.78..0.82)"))
        .containsPattern(
            line(
                "pingpong 8",
                "threads",
                "at most 2.00x",
                "handover",
                "missed",
                "2.50",
                "2.20..3.00"))
        .containsPattern(
            line(
                "pingpong 8",
                "threads",
                "at most 1.00x",
                "openmpi-nocma",
                "met",
                "0.80",
                "0.75..0.85",
                "0.80"));
  }

  @Test
  void roundsArePutTogetherAndTheirNumberIsShown() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, 100),
            skipped(PINGPONG_8, "threads", Kind.RONSEL, "it died"),
            row(PINGPONG_8, "threads", Kind.RONSEL, 2, 200));

    assertThat(text)
        .containsPattern(line("threads", "8", "0.150!", "0.125..0.175", "0.100", "2", "2/3"))
        .contains("! threads 8: it died");
  }

  @Test
  void whoDidNotComeToItsEndIsMarkedAndSaysWhy() {
    Row whole = row(PINGPONG_8, "mpich", Kind.PEER, 0, 100, 100);

    assertThat(render(SampleRows.failed(whole, "after 2 batches: failed with status 137")))
        .containsPattern(line("mpich", "8", "0.100!", "0.100..0.100", "0.100", "2", "1/1"))
        .contains("! mpich 8: after 2 batches: failed with status 137");
  }

  @Test
  void anOlderInstallationIsComparedWithItsOwnPlacement() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, 100),
            row(PINGPONG_8, "processes", Kind.RONSEL, 0, 300),
            row(PINGPONG_8, "threads-old", Kind.OLDER, 0, 200),
            row(PINGPONG_8, "processes-old", Kind.OLDER, 0, 200));

    assertThat(text)
        .containsPattern(line("threads", "8", "0.50 (0.50..0.50; 0.50..0.50)", "-"))
        .containsPattern(line("processes", "8", "-", "1.50 (1.50..1.50; 1.50..1.50)"));
  }

  @Test
  void theDistanceOfTheCoresIsShownBesideLongMessagesButNotCompared() {
    String text =
        render(
            row(STREAM_1M, "threads", Kind.RONSEL, 0, 20_000),
            row(STREAM_1M, "handover", Kind.LIMIT, 0, 40));

    assertThat(text).contains("handover").containsPattern(line("threads", "1M", "-"));
  }

  @Test
  void bandwidthIsShownAsSuch() {
    String text = render(row(STREAM_1M, "threads", Kind.RONSEL, 0, 20_000, 25_000));

    assertThat(text).contains("stream: bandwidth", "MB/s").contains("52429");
  }

  @Test
  void whoWasSkippedIsListedWithTheReason() {
    String text =
        render(
            row(PINGPONG_8, "threads", Kind.RONSEL, 0, 100),
            skipped(PINGPONG_8, "mpich", Kind.PEER, "MPICH is not installed"));

    assertThat(text).containsPattern(line("mpich", "8", "skipped: MPICH is not installed"));
  }

  @Test
  void ronselComesFirstAndLimitsLast() {
    Results results =
        new Results(
            List.of(
                row(PINGPONG_8, "copy", Kind.LIMIT, 0, 1),
                row(PINGPONG_8, "mpich", Kind.PEER, 0, 1),
                row(PINGPONG_8, "threads", Kind.RONSEL, 0, 1)));

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
