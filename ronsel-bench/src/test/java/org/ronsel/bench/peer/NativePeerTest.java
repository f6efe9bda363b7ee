package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.bench.run.Workload;

/**
 * The C program against whatever native library is installed; skipped by name where there is none.
 */
class NativePeerTest {
  private static final BatchPlan SHORT = new BatchPlan(2, 0.1, 0, 50);

  @ParameterizedTest
  @EnumSource(NativePeer.class)
  void everyKernelRunsAndVerifiesItsData(NativePeer peer) throws Exception {
    try {
      assertThat(Installation.find(peer).version()).isNotEmpty();
    } catch (UnavailableException e) {
      abort(e.getMessage());
    }
    List<Workload> workloads = new ArrayList<>();
    for (Benchmark benchmark : Benchmark.values()) {
      List<Integer> sizes = benchmark.takesSizes() ? List.of(40) : List.of();
      List<Integer> ranks = benchmark.takesRanks() ? List.of(2) : List.of();
      workloads.addAll(benchmark.workloads(sizes, ranks, false));
    }
    List<NativeEntrant> entrants = NativeEntrant.of(peer, false, Duration.ofSeconds(60));

    List<Row> rows = new Orchestrator(1, SHORT, new Silent()).run(workloads, entrants);

    assertThat(rows)
        .hasSize(Orchestrator.steps(workloads, entrants, 1))
        .allSatisfy(
            row -> {
              assertThat(row.failure()).as(row.workload().label()).isNull();
              assertThat(Objects.requireNonNull(row.samples()).perOperationNs()).hasSize(2);
            });
  }

  private static final class Silent implements Orchestrator.Listener {
    @Override
    public void begins(Workload workload, Entrant entrant, int round) {}

    @Override
    public void ended(Row row) {}
  }
}
