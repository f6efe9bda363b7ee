package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;

class OrchestratorTest {
  private static final int BATCHES = 5;

  private final List<String> log = new ArrayList<>();
  private final Entrant a = new Taker("a");
  private final Entrant b = new Taker("b");

  private record Taker(String label) implements Entrant {
    @Override
    public Kind kind() {
      return Kind.RONSEL;
    }

    @Override
    public boolean takes(Workload workload) {
      return workload.size() < 1000 || "a".equals(label);
    }

    @Override
    public int pipes(Workload workload) {
      return 1;
    }

    @Override
    public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns) {
      throw new AssertionError("jobs are played");
    }
  }

  /** What a job does in one of its turns, of which the first has number 0. */
  @FunctionalInterface
  private interface Turn {
    void run(Entrant entrant, int ranks, int turn) throws JobFailedException;
  }

  private final class Played implements Orchestrator.Job {
    private final Entrant entrant;
    private final int ranks;
    private final Turn turn;
    private int turns;

    Played(Entrant entrant, int ranks, Turn turn) {
      this.entrant = entrant;
      this.ranks = ranks;
      this.turn = turn;
    }

    @Override
    public List<String> command() {
      return List.of(entrant.label());
    }

    @Override
    public void turn() throws JobFailedException {
      turn.run(entrant, ranks, turns);
      log.add(entrant.label() + turns++);
    }

    @Override
    public void next() throws JobFailedException {
      log.add("next of " + entrant.label());
      turns = 0;
      turn();
    }

    @Override
    public @Nullable Samples samples() {
      double[] times = new double[Math.max(0, turns - 1)];
      Arrays.fill(times, 100);
      return times.length == 0 ? null : new Samples(1, 1, true, times);
    }

    @Override
    public void close() {
      log.add("end of " + entrant.label());
    }
  }

  private Orchestrator orchestrator(int rounds, Turn turn) {
    return starting(
        rounds,
        (entrant, workloads, plan) -> new Played(entrant, workloads.getFirst().ranks(), turn));
  }

  private static Orchestrator starting(int rounds, Orchestrator.Starter starter) {
    return Orchestrator.of(rounds, new BatchPlan(BATCHES, 1, 0, 0), null, starter, SILENT);
  }

  private static void succeed(Entrant entrant, int ranks, int turn) {}

  private static Workload workload(int size, int ranks) {
    return new Workload(
        Benchmark.OVERSUBSCRIBE, "allreduce", size, ranks, 1, false, Metric.LATENCY);
  }

  @Test
  void eachWarmsUpAndThenTheTurnPassesAfterEachBatch() throws InterruptedException {
    List<Row> rows =
        orchestrator(1, OrchestratorTest::succeed)
            .run(List.of(workload(8, 2)), List.of(a, b), false);

    assertThat(log.subList(0, 2)).containsExactly("a0", "b0");
    for (int batch = 1; batch <= BATCHES; batch++) {
      assertThat(log.subList(2 * batch, 2 * batch + 2))
          .containsExactlyInAnyOrder("a" + batch, "b" + batch);
    }
    assertThat(log.subList(2 * BATCHES + 2, log.size())).containsExactly("end of a", "end of b");
    assertThat(rows).allSatisfy(row -> assertThat(row.failure()).isNull());
    assertThat(rows)
        .extracting(row -> row.samples() == null ? 0 : row.samples().perOperationNs().length)
        .containsExactly(BATCHES, BATCHES);
  }

  /** As after -time of IMB and OSU: a size gets the fewest batches that make an interval. */
  @Test
  void afterTheLimitOfASizeNoBatchFollowsTheFewest() throws InterruptedException {
    BatchPlan plan = new BatchPlan(100, 1, 0, 0, 0, -1, Double.MIN_VALUE);

    List<Row> rows = playing(plan).run(SIZES, List.of(a, b), false);

    assertThat(rows)
        .extracting(row -> row.samples() == null ? 0 : row.samples().perOperationNs().length)
        .containsExactly(7, 7, 7, 7);
  }

  private Orchestrator playing(BatchPlan plan) {
    return Orchestrator.of(
        1,
        plan,
        null,
        (entrant, workloads, own) ->
            new Played(entrant, workloads.getFirst().ranks(), OrchestratorTest::succeed),
        SILENT);
  }

  private static final Orchestrator.Listener SILENT =
      new Orchestrator.Listener() {
        @Override
        public void begins(Workload workload, Entrant entrant, int round) {}

        @Override
        public void ended(Row row) {}
      };

  /** Of equal times every median is known after the first look. */
  @Test
  void withinABudgetBatchesEndWhenTheMediansAreKnown() throws InterruptedException {
    List<Row> rows = budgeted(Duration.ofDays(1), new ArrayList<>()).run(SIZES, List.of(a), false);

    assertThat(rows)
        .extracting(row -> row.samples() == null ? 0 : row.samples().perOperationNs().length)
        .containsExactly(15, 15);
  }

  @Test
  void aLongBudgetLengthensNoWarmUpAndASpentOneLeavesTheShortest() throws InterruptedException {
    List<BatchPlan> rich = new ArrayList<>();
    budgeted(Duration.ofDays(1), rich).run(SIZES, List.of(a, b), true);
    assertThat(rich).hasSize(4).allMatch(plan -> plan.isShared() && plan.maxWarmupMs() == 60);

    List<BatchPlan> poor = new ArrayList<>();
    List<Row> rows = budgeted(Duration.ofNanos(1), poor).run(SIZES, List.of(a, b), true);
    assertThat(poor).hasSize(4).allMatch(plan -> plan.isShared() && plan.maxWarmupMs() == 20);
    assertThat(rows).allMatch(row -> row.samples() != null && row.failure() == null);
  }

  @Test
  void aShareIsDividedByWhatWarmUpsNeed() {
    BatchPlan plan = new BatchPlan(100, 1, 0, 10_000);
    Entrant jvms =
        new RonselEntrant(
            RankPlacement.PROCESSES,
            new RonselJobs(null, null, true, List.of(), Duration.ofSeconds(1)));

    BatchPlan of = Budget.plan(plan, 1000, jvms, List.of(jvms, a));
    BatchPlan ofOther = Budget.plan(plan, 1000, a, List.of(jvms, a));

    assertThat(of.maxWarmupMs() + ofOther.maxWarmupMs()).isCloseTo(600, within(1e-9));
    assertThat(of.maxWarmupMs()).isCloseTo(6 * ofOther.maxWarmupMs(), within(1e-9));
    assertThat(of.limitMs()).isEqualTo(250);
  }

  private static final List<Workload> SIZES = List.of(workload(8, 2), workload(16, 2));

  private Orchestrator budgeted(Duration budget, List<BatchPlan> plans) {
    return Orchestrator.of(
        1,
        new BatchPlan(100, 1, 20, 60),
        budget,
        (entrant, workloads, plan) -> {
          plans.add(plan);
          return new Played(entrant, workloads.getFirst().ranks(), OrchestratorTest::succeed);
        },
        SILENT);
  }

  @Test
  void eachRoundHasJobsOfItsOwn() throws InterruptedException {
    List<Row> rows =
        orchestrator(2, OrchestratorTest::succeed)
            .run(List.of(workload(8, 2)), List.of(a, b), false);

    assertThat(log).filteredOn("a0"::equals).hasSize(2);
    assertThat(rows).extracting(Row::round).containsExactly(0, 0, 1, 1);
  }

  @Test
  void roundsThatAreKnownAreLeftOut() throws InterruptedException {
    Workload small = workload(8, 2);
    Workload large = workload(16, 2);
    List<Workload> both = List.of(small, large);
    Orchestrator.Known known =
        (workload, round) -> round == 0 || round == 1 && workload.equals(small);

    List<Row> rows =
        orchestrator(3, OrchestratorTest::succeed).run(both, List.of(a, b), false, known);

    assertThat(rows)
        .extracting(Row::workload, Row::round, Row::entrant)
        .containsExactly(
            tuple(small, 2, "a"),
            tuple(small, 2, "b"),
            tuple(large, 1, "a"),
            tuple(large, 1, "b"),
            tuple(large, 2, "a"),
            tuple(large, 2, "b"));
    assertThat(Orchestrator.steps(both, List.of(a, b), 3, known)).isEqualTo(rows.size());
    assertThat(log).filteredOn("a0"::equals).as("jobs, and their sizes").hasSize(3);
  }

  @Test
  void theSizesOfALoopShareJobsUnlessEachIsToHaveItsOwn() throws InterruptedException {
    List<Workload> sizes = List.of(workload(8, 2), workload(16, 2), workload(8, 4));

    List<Row> shared = orchestrator(1, OrchestratorTest::succeed).run(sizes, List.of(a, b), false);
    assertThat(log).filteredOn(line -> line.startsWith("end")).hasSize(4);
    assertThat(log).filteredOn(line -> line.startsWith("next")).hasSize(2);

    log.clear();
    List<Row> fresh = orchestrator(1, OrchestratorTest::succeed).run(sizes, List.of(a, b), true);
    assertThat(log).filteredOn(line -> line.startsWith("end")).hasSize(6);
    assertThat(log).noneMatch(line -> line.startsWith("next"));
    assertThat(shared)
        .extracting(Row::workload)
        .isEqualTo(fresh.stream().map(Row::workload).toList());
  }

  @Test
  void whoDiesAtOneSizeGetsANewJobForTheNext() throws InterruptedException {
    List<Row> rows =
        orchestrator(
                1,
                (entrant, ranks, turn) -> {
                  if (log.stream().noneMatch("end of a"::equals)
                      && "a".equals(entrant.label())
                      && turn == 2) {
                    throw new JobFailedException("failed with status 137", false);
                  }
                })
            .run(List.of(workload(8, 2), workload(16, 2)), List.of(a, b), false);

    assertThat(rows)
        .extracting(Row::entrant, Row::failure)
        .containsExactly(
            tuple("a", "failed with status 137"),
            tuple("b", null),
            tuple("a", null),
            tuple("b", null));
  }

  @Test
  void leavesOutWhoDoesNotTakeAWorkload() throws InterruptedException {
    List<Workload> workloads = List.of(workload(8, 2), workload(4096, 2));

    List<Row> rows =
        orchestrator(1, OrchestratorTest::succeed).run(workloads, List.of(a, b), false);

    assertThat(rows).extracting(Row::entrant).containsExactly("a", "b", "a");
    assertThat(Orchestrator.steps(workloads, List.of(a, b), 1)).isEqualTo(3);
  }

  @Test
  void whoDiesInItsTurnIsNamedKeepsItsBatchesAndTheOthersGoOn() throws InterruptedException {
    List<Row> rows =
        orchestrator(
                2,
                (entrant, ranks, turn) -> {
                  if ("a".equals(entrant.label()) && turn == 3) {
                    throw new JobFailedException("failed with status 137", false);
                  }
                })
            .run(List.of(workload(8, 2)), List.of(a, b), false);

    assertThat(rows)
        .extracting(Row::entrant, Row::failure)
        .containsExactly(
            tuple("a", "failed with status 137"),
            tuple("b", null),
            tuple("a", "failed with status 137"),
            tuple("b", null));
    assertThat(rows.getFirst().samples())
        .satisfies(samples -> assertThat(samples.perOperationNs()).hasSize(2));
    assertThat(log).filteredOn("a0"::equals).as("it is not started again").hasSize(1);
    assertThat(log).filteredOn(("b" + BATCHES)::equals).hasSize(2);
    assertThat(log).contains("end of a");
  }

  @Test
  void whoIsNotInstalledGetsARowThatSaysSo() throws InterruptedException {
    List<Row> rows =
        starting(
                1,
                (entrant, workloads, plan) -> {
                  if ("b".equals(entrant.label())) {
                    throw new UnavailableException("it is not installed");
                  }
                  return new Played(entrant, 2, OrchestratorTest::succeed);
                })
            .run(List.of(workload(8, 2)), List.of(a, b), false);

    assertThat(rows).extracting(Row::failure).containsExactly(null, "it is not installed");
    assertThat(rows.get(1).samples()).isNull();
  }

  @Test
  void whatCannotBeStartedIsReported() throws InterruptedException {
    List<Row> rows =
        starting(
                1,
                (entrant, workloads, plan) -> {
                  throw new IOException("no such program");
                })
            .run(List.of(workload(8, 2)), List.of(a), false);

    assertThat(rows.getFirst().failure()).isEqualTo("could not be run: no such program");
  }

  @Test
  void whoRunsOutOfTimeIsNotTriedWithMoreRanks() throws InterruptedException {
    List<Integer> tried = new ArrayList<>();

    List<Row> rows =
        orchestrator(
                1,
                (entrant, ranks, turn) -> {
                  if (turn == 0) {
                    tried.add(ranks);
                  }
                  if (ranks >= 4) {
                    throw new JobFailedException("no result within 7 s", true);
                  }
                })
            .run(List.of(workload(8, 2), workload(8, 4), workload(8, 16)), List.of(a), false);

    assertThat(tried).containsExactly(2, 4);
    assertThat(rows)
        .extracting(Row::failure)
        .containsExactly(null, "no result within 7 s", "no result in time at 4 ranks already");
  }

  @Test
  void whoStopsItGetsWhatHasBeenMeasured() throws InterruptedException {
    Orchestrator[] stopped = new Orchestrator[1];
    stopped[0] =
        orchestrator(
            3,
            (entrant, ranks, turn) -> {
              if (turn == 2) {
                stopped[0].stop();
              }
            });

    List<Row> rows = stopped[0].run(List.of(workload(8, 2), workload(16, 2)), List.of(a, b), false);

    assertThat(rows)
        .allSatisfy(
            row -> {
              assertThat(row.failure()).isEqualTo("interrupted");
              assertThat(row.samples()).isNotNull();
            })
        .hasSize(2);
    assertThat(log).contains("end of a", "end of b");
  }

  @Test
  void thereIsARoundAtLeast() {
    assertThatThrownBy(() -> orchestrator(0, OrchestratorTest::succeed))
        .hasMessageContaining("rounds must be at least 1");
  }
}
