package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Invocation;
import org.ronsel.bench.run.ProcessRunner;
import org.ronsel.bench.run.ResultLine;
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
    for (NativeEntrant entrant : NativeEntrant.of(peer, false, Duration.ofSeconds(60))) {
      for (Benchmark benchmark : Benchmark.values()) {
        List<Integer> sizes = benchmark.takesSizes() ? List.of(40) : List.of();
        List<Integer> ranks = benchmark.takesRanks() ? List.of(2) : List.of();
        for (Workload workload : benchmark.workloads(sizes, ranks, false)) {
          if (entrant.takes(workload)) {
            check(entrant, workload);
          }
        }
      }
    }
  }

  private static void check(NativeEntrant entrant, Workload workload) throws Exception {
    Invocation invocation;
    try {
      invocation = entrant.invocation(workload, SHORT);
    } catch (UnavailableException e) {
      abort(e.getMessage());
      return;
    }
    ProcessRunner.Result result = ProcessRunner.run(invocation);
    assertThat(result.status()).as("%s: %s", workload.label(), result.errors()).isZero();
    assertThat(ResultLine.findSamples(result.out()).orElseThrow().perOperationNs()).hasSize(2);
  }
}
