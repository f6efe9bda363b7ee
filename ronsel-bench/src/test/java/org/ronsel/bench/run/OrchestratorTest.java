package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.stats.CoreDistance;
import org.ronsel.bench.stats.CoreDistanceRule;
import org.ronsel.bench.stats.Summary;

class OrchestratorTest {
  private static final Summary NEAR = Summary.of(30, 31, 32);
  private static final Summary FAR = Summary.of(200, 201, 202);

  private final List<String> log = new ArrayList<>();
  private final Deque<Summary> probes = new ArrayDeque<>();
  private int probesRead;

  private final Entrant a = entrant("a");
  private final Entrant b = entrant("b");

  private Entrant entrant(String label) {
    return new Entrant() {
      @Override
      public String label() {
        return label;
      }

      @Override
      public Kind kind() {
        return Kind.RONSEL;
      }

      @Override
      public boolean takes(Workload workload) {
        return workload.size() < 1000 || "a".equals(label);
      }

      @Override
      public Invocation invocation(Workload workload, BatchPlan plan) throws UnavailableException {
        if ("absent".equals(label)) {
          throw new UnavailableException("it is not installed");
        }
        return new Invocation(
            List.of(label, Integer.toString(workload.ranks())), Map.of(), Duration.ofSeconds(7));
      }
    };
  }

  private ProcessRunner.Result succeed(Invocation invocation) {
    log.add(String.join(" ", invocation.command()));
    Samples samples = new Samples(1, 1, true, new double[] {100});
    String line = samples.toJsonLine(workload(8, 2).arguments(BatchPlan.DEFAULT), 2);
    return new ProcessRunner.Result(0, false, List.of(line), List.of(), Duration.ZERO);
  }

  private static ProcessRunner.Result fail(int status, boolean timedOut) {
    return new ProcessRunner.Result(
        status, timedOut, List.of(), List.of("boom", ""), Duration.ZERO);
  }

  private Orchestrator orchestrator(Orchestrator.Policy policy, Orchestrator.Runner runner) {
    return new Orchestrator(
        policy,
        BatchPlan.DEFAULT,
        CoreDistanceRule.DEFAULT,
        () -> {
          probesRead++;
          return probes.isEmpty() ? NEAR : probes.remove();
        },
        runner,
        new Orchestrator.Listener() {
          @Override
          public void begins(Workload workload, Entrant entrant, int round) {}

          @Override
          public void ended(Row row) {}
        });
  }

  private static Workload workload(int size, int ranks) {
    return new Workload(
        Benchmark.OVERSUBSCRIBE, "allreduce", size, ranks, 1, false, Metric.LATENCY);
  }

  private static Orchestrator.Policy rounds(int rounds) {
    return new Orchestrator.Policy(rounds, false, 1, 1);
  }

  @Test
  void measuresInTurnRoundAfterRound() throws InterruptedException {
    List<Row> rows =
        orchestrator(rounds(2), this::succeed).run(List.of(workload(8, 2)), List.of(a, b));

    assertThat(log).containsExactly("a 2", "b 2", "a 2", "b 2");
    assertThat(rows).extracting(Row::round).containsExactly(0, 0, 1, 1);
  }

  @Test
  void leavesOutWhoDoesNotTakeAWorkload() throws InterruptedException {
    List<Workload> workloads = List.of(workload(8, 2), workload(4096, 2));

    orchestrator(rounds(1), this::succeed).run(workloads, List.of(a, b));

    assertThat(log).containsExactly("a 2", "b 2", "a 2");
    assertThat(Orchestrator.steps(workloads, List.of(a, b), rounds(1))).isEqualTo(3);
  }

  @Test
  void probesBeforeAndAfterAndTellsTheDistance() throws InterruptedException {
    probes.addAll(List.of(NEAR, NEAR, NEAR, FAR, FAR, FAR));

    List<Row> rows =
        orchestrator(rounds(3), this::succeed).run(List.of(workload(8, 2)), List.of(a));

    assertThat(rows)
        .extracting(Row::distance)
        .containsExactly(CoreDistance.NEAR, CoreDistance.NOISY, CoreDistance.FAR);
    assertThat(rows.get(1).before()).isEqualTo(NEAR);
    assertThat(rows.get(1).after()).isEqualTo(FAR);
  }

  @Test
  void waitsForNearAndMeasuresAgainWhenItWasLost() throws InterruptedException {
    probes.addAll(List.of(FAR, FAR, NEAR, FAR, NEAR, NEAR));

    List<Row> rows =
        orchestrator(new Orchestrator.Policy(1, true, 5, 10), this::succeed)
            .run(List.of(workload(8, 2)), List.of(a));

    assertThat(log).hasSize(2);
    assertThat(rows).hasSize(1);
    assertThat(rows.getFirst().distance()).isEqualTo(CoreDistance.NEAR);
    assertThat(rows.getFirst().attempts()).isEqualTo(2);
  }

  @Test
  void waitingForNearIsBounded() throws InterruptedException {
    for (int i = 0; i < 1000; i++) {
      probes.add(FAR);
    }

    List<Row> rows =
        orchestrator(new Orchestrator.Policy(1, true, 3, 4), this::succeed)
            .run(List.of(workload(8, 2)), List.of(a));

    assertThat(log).hasSize(3);
    assertThat(probesRead).isEqualTo(3 * (4 + 1));
    assertThat(rows.getFirst().distance()).isEqualTo(CoreDistance.FAR);
  }

  @Test
  void whoIsNotInstalledGetsARowThatSaysSo() throws InterruptedException {
    List<Row> rows =
        orchestrator(rounds(1), this::succeed)
            .run(List.of(workload(8, 2)), List.of(entrant("absent"), a));

    assertThat(rows.get(0).skipped()).isEqualTo("it is not installed");
    assertThat(rows.get(1).skipped()).isNull();
    assertThat(rows.get(0).reading()).isNull();
  }

  @Test
  void aFailureIsReportedWithItsLastWordsAndNotRepeated() throws InterruptedException {
    int[] runs = {0};

    List<Row> rows =
        orchestrator(
                rounds(3),
                invocation -> {
                  runs[0]++;
                  return fail(3, false);
                })
            .run(List.of(workload(8, 2)), List.of(a));

    assertThat(runs[0]).isEqualTo(1);
    assertThat(rows).extracting(Row::skipped).containsOnly("failed with status 3: boom");
  }

  @Test
  void whatCannotBeStartedIsReported() throws InterruptedException {
    List<Row> rows =
        orchestrator(
                rounds(1),
                invocation -> {
                  throw new IOException("no such program");
                })
            .run(List.of(workload(8, 2)), List.of(a));

    assertThat(rows.getFirst().skipped()).isEqualTo("could not be run: no such program");
  }

  @Test
  void whoRunsOutOfTimeIsNotTriedWithMoreRanks() throws InterruptedException {
    List<Integer> tried = new ArrayList<>();

    List<Row> rows =
        orchestrator(
                rounds(1),
                invocation -> {
                  int ranks = Integer.parseInt(invocation.command().get(1));
                  tried.add(ranks);
                  return ranks < 4 ? succeed(invocation) : fail(-1, true);
                })
            .run(List.of(workload(8, 2), workload(8, 4), workload(8, 16)), List.of(a));

    assertThat(tried).containsExactly(2, 4);
    assertThat(rows)
        .extracting(Row::skipped)
        .containsExactly(null, "no result within 7 s", "no result in time at 4 ranks already");
  }
}
