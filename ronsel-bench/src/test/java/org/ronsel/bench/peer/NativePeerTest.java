package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.Invocation;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.requirements.Requires;

/**
 * The C program against whatever native library is installed; skipped by name where there is none.
 */
class NativePeerTest {
  private static final BatchPlan SHORT = new BatchPlan(2, 0.1, 0, 50);

  @ParameterizedTest
  @EnumSource(NativePeer.class)
  void everyKernelRunsAndVerifiesItsData(NativePeer peer) throws Exception {
    assertThat(installed(peer).version()).isNotEmpty();
    List<NativeEntrant> entrants = NativeEntrant.of(peer, false, Duration.ofSeconds(60));
    verify(entrants, List.of(Benchmark.RMA, Benchmark.RMA_BW));
    verifyWorkloads(
        entrants,
        Benchmark.oneSided(
            List.of(
                "put-shared",
                "get-dynamic",
                "accumulate-flushlocal",
                "getaccumulate-lockall",
                "put-fence-dynamic-both",
                "allocate-dynamic"),
            List.of(40)));
    List<Benchmark> others = new ArrayList<>(List.of(Benchmark.values()));
    others.removeAll(List.of(Benchmark.RMA, Benchmark.RMA_BW));
    verify(entrants.subList(0, 1), others);
  }

  private static PeerInstallation installed(NativePeer peer) throws Exception {
    try {
      return PeerInstallation.find(peer);
    } catch (UnavailableException e) {
      Requires.valueOf(peer.name()).unless(false, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static void verify(List<NativeEntrant> entrants, List<Benchmark> benchmarks)
      throws InterruptedException {
    List<Workload> workloads = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      List<Integer> sizes = benchmark.takesSizes() ? List.of(40, 48) : List.of();
      List<Integer> ranks = benchmark.takesRanks() ? List.of(2) : List.of();
      workloads.addAll(benchmark.workloads(sizes, ranks, false));
    }

    verifyWorkloads(entrants, workloads);
  }

  private static void verifyWorkloads(List<NativeEntrant> entrants, List<Workload> workloads)
      throws InterruptedException {
    List<Row> rows = new Orchestrator(1, SHORT, null, new Silent()).run(workloads, entrants, false);

    assertThat(rows)
        .hasSize(Orchestrator.steps(workloads, entrants, 1))
        .allSatisfy(
            row -> {
              assertThat(row.failure()).as(row.workload().label()).isNull();
              assertThat(Objects.requireNonNull(row.samples()).perOperationNs()).hasSize(2);
            });
  }

  /**
   * A peer as it is where processes may not choose their cores: a library answers for the kernel.
   */
  private record Unbound(NativeEntrant peer, Path refusal) implements Entrant {
    @Override
    public String label() {
      return peer.label() + "-unbound";
    }

    @Override
    public Kind kind() {
      return peer.kind();
    }

    @Override
    public boolean takes(Workload workload) {
      return peer.takes(workload);
    }

    @Override
    public int pipes(Workload workload) {
      return peer.pipes(workload);
    }

    @Override
    public Invocation invocation(List<Workload> workloads, BatchPlan plan, Path turns)
        throws UnavailableException {
      Invocation made = peer.invocation(workloads, plan, turns);
      Map<String, String> environment = new HashMap<>(made.environment());
      environment.put("LD_PRELOAD", refusal.toString());
      return new Invocation(made.command(), environment, made.limit());
    }

    @Override
    public String failure(ProcessRunner.Result result) {
      return peer.failure(result);
    }
  }

  private static final String REFUSAL =
      """
      #include <errno.h>
      int sched_setaffinity(int pid, unsigned long bytes, const void *cpus) {
        errno = EPERM;
        return -1;
      }
      """;

  /** Open MPI does not start then, which its row says, and what helps; the others go on. */
  @Test
  void aPeerThatMayNotBindSaysSoAndTheOthersGoOn(@TempDir Path folder) throws Exception {
    PeerInstallation found = installed(NativePeer.OPENMPI);
    assumeTrue(
        Runtime.getRuntime().availableProcessors() >= 2, "two ranks are not bound to a core");
    Path source = Files.writeString(folder.resolve("refusal.c"), REFUSAL);
    Path refusal = folder.resolve("refusal.so");
    Process compiler =
        new ProcessBuilder(
                found.compiler().toString(),
                "-shared",
                "-fPIC",
                "-o",
                refusal.toString(),
                source.toString())
            .inheritIO()
            .start();
    assertThat(compiler.waitFor()).isZero();
    Duration limit = Duration.ofSeconds(60);
    Entrant refused =
        new Unbound(NativeEntrant.of(NativePeer.OPENMPI, true, limit).getFirst(), refusal);
    Entrant free = NativeEntrant.of(NativePeer.OPENMPI, false, limit).getFirst();

    List<Row> rows =
        new Orchestrator(1, SHORT, null, new Silent())
            .run(
                Benchmark.PINGPONG.workloads(List.of(8), List.of(), false),
                List.of(refused, free),
                true);

    assertThat(rows)
        .filteredOn(row -> row.entrant().equals(refused.label()))
        .singleElement()
        .satisfies(
            row ->
                assertThat(row.failure())
                    .contains("may not bind its processes to cores")
                    .contains("--no-pin"));
    assertThat(rows)
        .filteredOn(row -> row.entrant().equals(free.label()))
        .singleElement()
        .satisfies(row -> assertThat(row.failure()).isNull());
  }

  private static final class Silent implements Orchestrator.Listener {
    @Override
    public void begins(Workload workload, Entrant entrant, int round) {}

    @Override
    public void ended(Row row) {}
  }
}
