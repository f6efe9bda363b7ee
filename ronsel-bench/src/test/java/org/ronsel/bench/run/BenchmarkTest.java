package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class BenchmarkTest {
  @Test
  void pingPongRunsOverItsSizesOnTwoRanks() {
    List<Workload> workloads = Benchmark.PINGPONG.workloads(List.of(), List.of(), false);

    assertThat(workloads)
        .extracting(Workload::size)
        .containsExactly(8, 1024, 1 << 16, 1 << 20, 1 << 24);
    assertThat(workloads).extracting(Workload::ranks).containsOnly(2);
  }

  @Test
  void chosenSizesReplaceTheDefaults() {
    assertThat(Benchmark.STREAM.workloads(List.of(4096), List.of(), false))
        .extracting(Workload::size)
        .containsExactly(4096);
  }

  @Test
  void streamHasFewerLargeMessagesInFlight() {
    assertThat(Benchmark.STREAM.workloads(List.of(), List.of(), false))
        .extracting(Workload::window)
        .containsExactly(64, 16, 4);
  }

  @Test
  void onlySmallWindowsHaveABufferForEachMessageUnlessAskedFor() {
    assertThat(Benchmark.RATE.workloads(List.of(), List.of(), false).getFirst().distinct())
        .isTrue();
    assertThat(Benchmark.STREAM.workloads(List.of(1 << 20), List.of(), false).getFirst().distinct())
        .isFalse();
    assertThat(Benchmark.STREAM.workloads(List.of(1 << 20), List.of(), true).getFirst().distinct())
        .isTrue();
  }

  @Test
  void oversubscribeRunsBarrierAndAllReduceAtEachNumberOfRanks() {
    assertThat(Benchmark.OVERSUBSCRIBE.workloads(List.of(), List.of(4, 16), false))
        .extracting(Workload::label)
        .containsExactly(
            "oversubscribe barrier, 4 ranks",
            "oversubscribe allreduce 8, 4 ranks",
            "oversubscribe barrier, 16 ranks",
            "oversubscribe allreduce 8, 16 ranks");
  }

  @Test
  void oneRankAloneIsRejected() {
    assertThatThrownBy(() -> Benchmark.BARRIER.workloads(List.of(), List.of(1), false))
        .hasMessageContaining("at least 2 ranks");
  }

  @Test
  void bandwidthAndRateTurnRatiosOfTimesRound() {
    assertThat(Metric.LATENCY.ratio(0.5)).isEqualTo(0.5);
    assertThat(Metric.BANDWIDTH.ratio(0.5)).isEqualTo(2);
    assertThat(Metric.BANDWIDTH.value(1_000_000, 1_000_000)).isEqualTo(1000);
    assertThat(Metric.RATE.value(40, 8)).isEqualTo(25);
  }
}
