package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.SampleRows.PINGPONG_8;
import static org.ronsel.bench.report.SampleRows.STREAM_1M;
import static org.ronsel.bench.report.SampleRows.row;
import static org.ronsel.bench.report.SampleRows.skipped;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;

class VerdictTest {
  private static Verdict only(Row... rows) {
    List<Verdict> verdicts = Verdict.all(Targets.ALL, new Results(List.of(rows)));
    assertThat(verdicts).hasSize(1);
    return verdicts.getFirst();
  }

  private static Row processes(double... ns) {
    return of(PINGPONG_8, "processes", Kind.RONSEL, ns);
  }

  /** A row of these batches; of one, as often as an interval needs. */
  private static Row of(Workload workload, String entrant, Kind kind, double... ns) {
    double[] batches = ns.length == 1 ? DoubleStream.generate(() -> ns[0]).limit(5).toArray() : ns;
    return row(workload, entrant, kind, 0, batches);
  }

  private static Row openMpi(double... ns) {
    return of(PINGPONG_8, "openmpi-nocma", Kind.PEER, ns);
  }

  @Test
  void atMostTheBoundIsMetAndAtMostTheGoalIsBetter() {
    assertThat(only(processes(95), openMpi(100)).word()).isEqualTo("met");
    assertThat(only(processes(80), openMpi(100)).word()).isEqualTo("goal met");
    assertThat(only(processes(101), openMpi(100)).word()).isEqualTo("missed");
  }

  @Test
  void aBoundInTheIntervalLeavesTheTargetOpen() {
    double[] around = {70, 80, 90, 100, 110, 120, 130};

    assertThat(only(processes(around), openMpi(100, 100, 100, 100, 100, 100, 100)).word())
        .isEqualTo("open");
  }

  @Test
  void fewPairsLeaveTheTargetOpen() {
    assertThat(only(processes(50, 50, 50, 50), openMpi(100, 100, 100, 100)).word())
        .isEqualTo("open");
  }

  @Test
  void aGateLetsPassWhatWasMeasuredWellEnoughAndIsNotMissed() {
    assertThat(only(processes(95), openMpi(100)).passes()).isTrue();
    assertThat(only(processes(70, 80, 90, 100, 110), openMpi(90)).passes()).as("open").isTrue();
    assertThat(only(processes(101), openMpi(100)).passes()).isFalse();
    assertThat(only(processes(200, 200, 200, 200), openMpi(100, 100, 100, 100)).passes())
        .as("too few pairs to tell")
        .isFalse();
    Row absent = skipped(PINGPONG_8, "openmpi-nocma", Kind.PEER, "it is not installed");
    assertThat(only(processes(10), absent).passes()).isFalse();
  }

  @Test
  void aGoalInTheIntervalIsNotYetMet() {
    double[] around = {70, 75, 80, 85, 90};

    assertThat(only(processes(around), openMpi(100, 100, 100, 100, 100)).word()).isEqualTo("met");
  }

  @Test
  void aSkippedPeerGivesNoVerdict() {
    Row absent = skipped(PINGPONG_8, "openmpi-nocma", Kind.PEER, "it is not installed");

    assertThat(only(processes(10), absent).word()).isEqualTo("not known");
  }

  @Test
  void bandwidthHasToBeAtLeastTheBound() {
    Row peer = of(STREAM_1M, "openmpi-nocma", Kind.PEER, 100);

    assertThat(only(of(STREAM_1M, "processes", Kind.RONSEL, 90), peer).word()).isEqualTo("met");
    assertThat(only(of(STREAM_1M, "processes", Kind.RONSEL, 92), peer).word()).isEqualTo("missed");
  }

  @Test
  void targetsWithoutTheirSubjectOrReferenceAreLeftOut() {
    assertThat(Verdict.all(Targets.ALL, new Results(List.of(processes(10))))).isEmpty();
  }

  @Test
  void aCollectiveIsComparedWithTheFasterLibrary() {
    Workload barrier = Benchmark.BARRIER.workloads(List.of(), List.of(16), false).getFirst();
    Row subject = of(barrier, "threads", Kind.RONSEL, 30);
    Row slow = of(barrier, "openmpi-nocma", Kind.PEER, 1000);
    Row fast = of(barrier, "mpich", Kind.PEER, 100);

    assertThat(only(subject, slow).word()).isEqualTo("met");
    Verdict verdict = only(subject, slow, fast);
    assertThat(verdict.word()).isEqualTo("missed");
    assertThat(verdict.against()).isEqualTo("mpich");
    Row absent = skipped(barrier, "mpich", Kind.PEER, "no result within 30 s");
    assertThat(only(subject, slow, absent).against()).isEqualTo("openmpi-nocma");
  }

  @Test
  void manyRanksHaveTargetsBySizeAndPlacement() {
    assertThat(bound(Benchmark.BROADCAST, 64, 1 << 16, "threads")).isEqualTo(0.2);
    assertThat(bound(Benchmark.REDUCE, 8, 8, "processes")).isEqualTo(1.0);
    assertThat(bound(Benchmark.ALLTOALL, 16, 8, "threads")).isEqualTo(0.2);
    assertThat(bound(Benchmark.ALLTOALL, 16, 1 << 16, "processes")).isEqualTo(0.6);
    assertThat(bound(Benchmark.ALLGATHER, 64, 1 << 16, "threads")).isEqualTo(0.6);
    assertThat(bound(Benchmark.ALLGATHER, 2, 1 << 16, "threads")).isEqualTo(0.7);
  }

  private static double bound(Benchmark benchmark, int ranks, int size, String subject) {
    Workload workload = benchmark.workloads(List.of(size), List.of(ranks), false).getFirst();
    return Targets.ALL.stream()
        .filter(target -> target.isAbout(workload) && target.subject().equals(subject))
        .findFirst()
        .orElseThrow()
        .bound()
        .limit();
  }

  @Test
  void overlapIsWhatDoesNotShowInTheTimeOfBoth() {
    Samples samples =
        new Samples(1, 1, true, new double[] {200, 150, 100, 250})
            .with(
                Map.of(
                    "pureNs", new double[] {100, 100, 100, 100},
                    "computeNs", new double[] {100, 100, 100, 100}));

    assertThat(OverlapTable.percents(samples, samples.perOperationNs()))
        .containsExactly(0, 50, 100, 0);
    assertThat(OverlapTable.verdict(80)).endsWith("met");
    assertThat(OverlapTable.verdict(79)).endsWith("missed");
  }

  @Test
  void theTailIsJudgedByThe99thPercentileOfManyOperations() {
    double[] singles = new double[2000];
    Arrays.fill(singles, 10);
    assertThat(TailTable.ratio(singles)).isEqualTo(1);
    Arrays.fill(singles, 0, 40, 500);
    assertThat(TailTable.ratio(singles)).isEqualTo(50);
    assertThat(TailTable.verdict(50)).endsWith("missed");
    assertThat(TailTable.verdict(20)).endsWith("met");
    assertThat(TailTable.ratio(new double[10])).isNaN();
    assertThat(TailTable.verdict(Double.NaN)).endsWith("not known");
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
