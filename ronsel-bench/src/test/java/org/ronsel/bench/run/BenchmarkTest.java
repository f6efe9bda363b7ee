package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MessageLayout;
import org.ronsel.bench.method.Settings;
import org.ronsel.launch.spi.JvmFootprint;

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
  void aSettingThatABenchmarkDoesNotUseIsNotPartOfItsSeries() {
    Settings settings = new Settings(false, 0, 1, Settings.Memory.ARRAY, MessageLayout.DENSE, 4);
    Choice choice = new Choice(List.of(8), List.of(), List.of(), 0, false, settings);

    assertThat(Benchmark.PINGPONG.workloads(choice).getFirst().options()).isEmpty();
    assertThat(Benchmark.BROADCAST.workloads(choice).getFirst().options())
        .containsExactly(Map.entry("root", 1));
    assertThat(Benchmark.LATENCY_MT.workloads(choice).getFirst().options())
        .containsExactly(Map.entry("threads", 4));
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
  void collectivesOfManyRanksHaveFewerSizes() {
    assertThat(Benchmark.ALLREDUCE.workloads(List.of(), List.of(2), false))
        .extracting(Workload::size)
        .containsExactly(8, 1024, 1 << 16, 1 << 20, 1 << 24);
    assertThat(Benchmark.ALLTOALL.workloads(List.of(), List.of(8, 64), false))
        .extracting(Workload::label)
        .containsExactly(
            "alltoall 8, 8 ranks",
            "alltoall 64K, 8 ranks",
            "alltoall 8, 64 ranks",
            "alltoall 64K, 64 ranks");
    assertThat(Benchmark.ALLTOALL.workloads(List.of(100), List.of(8), false))
        .extracting(Workload::size)
        .containsExactly(100);
  }

  @Test
  void overlapNamesTheOperation() {
    assertThat(Benchmark.OVERLAP.workloads(List.of(1024), List.of(), false))
        .extracting(Workload::detail)
        .contains("ibarrier on 2", "ibroadcast 1K on 2", "ialltoall 1K on 2");
  }

  @Test
  void oneSidedOperationsOfOneValueHaveOneSizeOnly() {
    assertThat(Benchmark.RMA.workloads(List.of(64, 16), List.of(), false))
        .extracting(Workload::detail)
        .containsSubsequence("put 64", "put 16", "getaccumulate 16", "fetchandop 8", "put-fence 16")
        .doesNotContain("put-fence 64");
  }

  @Test
  void oneSidedCasesAreChosenByName() {
    assertThat(Benchmark.oneSided(List.of("get-lock", "compareandswap"), List.of(16, 1024)))
        .extracting(Workload::label)
        .containsExactly("rma get-lock 16", "rma get-lock 1K", "rma compareandswap 8");
    assertThat(Benchmark.oneSided(List.of("put"), List.of()))
        .extracting(Workload::size)
        .containsExactly(8, 1024, 1 << 16, 1 << 20);
  }

  @Test
  void asManyOneSidedOperationsAreCompletedTogetherAsAreAskedFor() {
    Choice usual = choice(List.of(), Settings.DEFAULT);
    Choice fewer = new Choice(List.of(64), List.of(), List.of(), 16, false, Settings.DEFAULT);

    assertThat(Benchmark.RMA_BW.workloads(usual))
        .extracting(Workload::label)
        .containsExactly("rma_bw put-x64 64", "rma_bw get-x64 64", "rma_bw put-pscw-both-x64 64");
    assertThat(Benchmark.RMA_BW.workloads(fewer.of(List.of("put-x64"))))
        .extracting(Workload::kernel)
        .containsExactly("put-x16");
    assertThat(Benchmark.RMA_BW.workloads(usual))
        .extracting(Workload::metric)
        .containsOnly(Metric.BANDWIDTH);
  }

  @Test
  void theTailIsOfSixteenRanks() {
    assertThat(Benchmark.TAIL.workloads(List.of(), List.of(), false))
        .extracting(Workload::label)
        .containsExactly("tail, 16 ranks");
  }

  @Test
  void whereTimesAreTakenInAnotherWaySingleIterationsAreNotTimed() {
    Settings each = new Settings(true, 1 << 20, 0, Settings.Memory.ARRAY, MessageLayout.DENSE, 1);
    Choice choice = new Choice(List.of(), List.of(), List.of(), 0, false, each);
    assertThat(Benchmark.TAIL.workloads(choice))
        .extracting(workload -> workload.settings().options())
        .allMatch(Map::isEmpty);
    assertThat(Benchmark.ALLREDUCE.workloads(choice))
        .extracting(workload -> workload.settings().options())
        .allMatch(options -> options.containsKey("report") && options.containsKey("cold"));
  }

  @Test
  void aJobThatDoesNotFitIntoMemoryIsNamed() {
    Workload huge = Benchmark.ALLTOALL.workloads(List.of(1 << 30), List.of(4096), false).getFirst();
    assertThatThrownBy(() -> MemoryCheck.check(List.of(huge), 4096, JvmFootprint.BYTES))
        .isInstanceOf(UnavailableException.class)
        .hasMessageContaining("GiB of memory");
    Workload small = Benchmark.ALLTOALL.workloads(List.of(8), List.of(2), false).getFirst();
    assertThatCode(() -> MemoryCheck.check(List.of(small), 2, 0)).doesNotThrowAnyException();
    assertThat(
            MemoryCheck.ofBuffers(
                Benchmark.ALLTOALL.workloads(List.of(1 << 16), List.of(64), false).getFirst()))
        .as("three buffers of 64 blocks for each of 64 ranks")
        .isEqualTo(3L * 64 * 64 << 16);
  }

  /** Also where there is memory enough. */
  @Test
  void blocksThatFillMoreThanAnArrayAreRefused() {
    assertThat(tooMuch(Benchmark.ALLGATHER, 1 << 30, true)).contains("2.0 GiB beside each other");
    assertThat(tooMuch(Benchmark.STREAM, 1 << 30, true)).contains("4.0 GiB beside each other");
    assertThat(tooMuch(Benchmark.ALLTOALL, 1 << 20, true)).isNull();
  }

  private static @Nullable String tooMuch(Benchmark benchmark, int size, boolean distinct) {
    return MemoryCheck.tooMuch(benchmark.workloads(List.of(size), List.of(2), distinct).getFirst());
  }

  private static Choice choice(List<Integer> ranks, Settings settings) {
    return new Choice(List.of(64), ranks, List.of(), 0, false, settings);
  }

  private static Settings settings(Settings.Memory memory, MessageLayout layout, int root) {
    return new Settings(false, 0, root, memory, layout, 1);
  }

  @Test
  void whatABenchmarkDoesNotTakeIsNamed() {
    Settings objects = settings(Settings.Memory.OBJECT, MessageLayout.DENSE, Settings.ROTATING);
    Settings blocks = settings(Settings.Memory.ARRAY, MessageLayout.parse("vect:48:24"), -1);
    Settings rooted = settings(Settings.Memory.ARRAY, MessageLayout.DENSE, 4);

    assertThatThrownBy(() -> Benchmark.STREAM.workloads(choice(List.of(), objects)))
        .hasMessage("stream has no form for objects");
    assertThatThrownBy(() -> Benchmark.ALLREDUCE.workloads(choice(List.of(), blocks)))
        .hasMessage("allreduce takes no derived datatypes");
    assertThatThrownBy(() -> Benchmark.PINGPONG.workloads(choice(List.of(), blocks)))
        .hasMessageContaining("64 bytes has no whole blocks of the datatype vect:48:24");
    assertThatThrownBy(() -> Benchmark.REDUCE.workloads(choice(List.of(4), rooted)))
        .hasMessage("--root must be a rank, 0 to 3, not 4");
    assertThatThrownBy(() -> Benchmark.MBW_MR.workloads(choice(List.of(3), Settings.DEFAULT)))
        .hasMessage("mbw_mr needs an even number of ranks, not 3");
  }

  @Test
  void eachCollectiveOperationThatIsNotOfNeighborsIsABlockingBenchmark() {
    List<String> operations =
        Stream.of(MeasuredCollective.values())
            .filter(each -> !each.isOfNeighbors())
            .map(each -> each.kernel(MeasuredCollective.CallKind.BLOCKING))
            .toList();

    assertThat(Benchmark.of(Benchmark.Group.COLLECTIVES))
        .extracting(Benchmark::label)
        .containsExactlyInAnyOrderElementsOf(operations);
    assertThat(Benchmark.of(Benchmark.Group.COLLECTIVES))
        .allSatisfy(
            each ->
                assertThat(each.workloads(List.of(), List.of(), false))
                    .extracting(Workload::kernel)
                    .containsOnly(each.label()));
  }

  @Test
  void noNameStandsForTwoBenchmarks() {
    assertThat(
            Stream.of(Benchmark.values())
                .flatMap(each -> Stream.concat(Stream.of(each.label()), each.aliases().stream())))
        .doesNotHaveDuplicates();
  }

  @Test
  void anOptionMakesAnotherSeries() {
    Settings segment = settings(Settings.Memory.SEGMENT, MessageLayout.DENSE, 1);
    Workload workload = Benchmark.REDUCE.workloads(choice(List.of(4), segment)).getFirst();

    assertThat(workload.label()).isEqualTo("reduce 64, 4 ranks, root 1, memory segment");
    assertThat(workload.options()).containsEntry("root", 1).containsEntry("memory", "segment");
    assertThat(Settings.of(workload.options())).isEqualTo(segment);
  }

  @Test
  void oneRankAloneIsRejected() {
    assertThatThrownBy(() -> Benchmark.BARRIER.workloads(List.of(), List.of(1), false))
        .hasMessageContaining("at least 2 ranks");
  }

  @Test
  void bandwidthAndRateAreBetterTheGreaterTheyAre() {
    assertThat(Metric.LATENCY.moreIsBetter()).isFalse();
    assertThat(Metric.LATENCY.value(500, 8)).isEqualTo(0.5);
    assertThat(Metric.BANDWIDTH.moreIsBetter()).isTrue();
    assertThat(Metric.BANDWIDTH.value(1_000_000, 1_000_000)).isEqualTo(1000);
    assertThat(Metric.RATE.value(40, 8)).isEqualTo(25);
  }
}
