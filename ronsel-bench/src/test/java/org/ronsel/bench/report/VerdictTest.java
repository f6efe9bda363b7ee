package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.Rows.PINGPONG_8;
import static org.ronsel.bench.report.Rows.STREAM_1M;
import static org.ronsel.bench.report.Rows.row;
import static org.ronsel.bench.report.Rows.skipped;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.stats.Mood;

class VerdictTest {
  private static Verdict only(Row... rows) {
    List<Verdict> verdicts = Verdict.all(new Results(List.of(rows)));
    assertThat(verdicts).hasSize(1);
    return verdicts.getFirst();
  }

  private static Row processes(Mood mood, double... ns) {
    return row(PINGPONG_8, "processes", Kind.RONSEL, 0, mood, ns);
  }

  private static Row openMpi(Mood mood, double... ns) {
    return row(PINGPONG_8, "openmpi-nocma", Kind.PEER, 0, mood, ns);
  }

  @Test
  void atMostTheBoundIsMetAndAtMostTheGoalIsBetter() {
    assertThat(only(processes(Mood.NEAR, 95), openMpi(Mood.NEAR, 100)).word()).isEqualTo("met");
    assertThat(only(processes(Mood.NEAR, 80), openMpi(Mood.NEAR, 100)).word())
        .isEqualTo("goal met");
    assertThat(only(processes(Mood.NEAR, 101), openMpi(Mood.NEAR, 100)).word()).isEqualTo("missed");
  }

  @Test
  void rowsThatWereNotNearAreJudgedByTheirLowerQuartile() {
    double[] slowMedian = {90, 90, 90, 300, 300, 300, 300};

    assertThat(only(processes(Mood.FAR, slowMedian), openMpi(Mood.FAR, 100)).word())
        .isEqualTo("met");
    assertThat(only(processes(Mood.NEAR, slowMedian), openMpi(Mood.NEAR, 100)).word())
        .isEqualTo("missed");
  }

  @Test
  void rowsOfDifferentMoodsGiveNoVerdict() {
    Verdict verdict = only(processes(Mood.NEAR, 10), openMpi(Mood.FAR, 100));

    assertThat(verdict.word()).isEqualTo("not known");
    assertThat(verdict.value()).isNaN();
  }

  @Test
  void aSkippedPeerGivesNoVerdict() {
    Row absent = skipped(PINGPONG_8, "openmpi-nocma", Kind.PEER, "it is not installed");

    assertThat(only(processes(Mood.NEAR, 10), absent).word()).isEqualTo("not known");
  }

  @Test
  void bandwidthHasToBeAtLeastTheBound() {
    Row peer = row(STREAM_1M, "openmpi-nocma", Kind.PEER, 0, Mood.NEAR, 100);

    assertThat(only(row(STREAM_1M, "processes", Kind.RONSEL, 0, Mood.NEAR, 104), peer).word())
        .isEqualTo("met");
    assertThat(only(row(STREAM_1M, "processes", Kind.RONSEL, 0, Mood.NEAR, 107), peer).word())
        .isEqualTo("missed");
  }

  @Test
  void targetsWithoutTheirSubjectOrReferenceAreLeftOut() {
    assertThat(Verdict.all(new Results(List.of(processes(Mood.NEAR, 10))))).isEmpty();
  }

  @Test
  void startUpIsJudgedByTimeAndMemory() {
    assertThat(StartUpReport.verdict(1000, 4.9, 0.9)).startsWith("met");
    assertThat(StartUpReport.verdict(1000, 5.1, 0.9)).startsWith("missed");
    assertThat(StartUpReport.verdict(1000, 4.9, 1.1)).startsWith("missed");
    assertThat(StartUpReport.verdict(10_000, 19, 3.9)).startsWith("met");
    assertThat(StartUpReport.verdict(77, 1, 0.1)).isEqualTo("no target");
  }
}
