package org.ronsel.bench.peer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.RonselEntrant;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.bench.run.Workload;
import org.ronsel.combinations.Combinations;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.requirements.Requires;

/**
 * The C program against whatever native library is installed; skipped by name where there is none.
 */
class NativePeerTest {
  private static final BatchPlan SHORT = new BatchPlan(2, 0.1, 0, 5);

  @ParameterizedTest
  @EnumSource(NativePeer.class)
  void everyKernelRunsAndVerifiesItsData(NativePeer peer) throws Exception {
    assertThat(installed(peer).version()).isNotEmpty();
    List<NativeEntrant> entrants = NativeEntrant.of(peer, false, Duration.ofSeconds(60));
    verifyInTurn(entrants, workloads(List.of(Benchmark.RMA, Benchmark.RMA_BW)));
    verifyInTurn(
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
    verify(entrants.subList(0, 1), workloads(others));
  }

  private static PeerInstallation installed(NativePeer peer) throws Exception {
    try {
      return PeerInstallation.find(peer);
    } catch (UnavailableException e) {
      Requires.valueOf(peer.name()).unless(false, String.valueOf(e.getMessage()));
      throw e;
    }
  }

  private static List<Workload> workloads(List<Benchmark> benchmarks) {
    List<Workload> workloads = new ArrayList<>();
    for (Benchmark benchmark : benchmarks) {
      List<Integer> sizes = benchmark.takesSizes() ? List.of(40, 48) : List.of();
      List<Integer> ranks = benchmark.takesRanks() ? List.of(2) : List.of();
      workloads.addAll(benchmark.workloads(sizes, ranks, false));
    }
    return workloads;
  }

  /** Each kernel with one of the entrants, or, where tests take every combination, with all. */
  private static void verifyInTurn(List<NativeEntrant> entrants, List<Workload> workloads)
      throws InterruptedException {
    List<String> kernels = workloads.stream().map(Workload::kernel).distinct().toList();
    for (NativeEntrant entrant : entrants) {
      verify(
          List.of(entrant),
          workloads.stream()
              .filter(
                  workload ->
                      Combinations.inTurn(entrants, kernels.indexOf(workload.kernel()))
                          .contains(entrant))
              .toList());
    }
  }

  private static void verify(List<NativeEntrant> entrants, List<Workload> workloads)
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

  /** An entrant as it is where processes may not choose their cores. */
  private record Unbound(Entrant entrant, Path refusal) implements Entrant {
    @Override
    public String label() {
      return entrant.label() + "-unbound";
    }

    @Override
    public Kind kind() {
      return entrant.kind();
    }

    @Override
    public boolean takes(Workload workload) {
      return entrant.takes(workload);
    }

    @Override
    public int pipes(Workload workload) {
      return entrant.pipes(workload);
    }

    @Override
    public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns)
        throws UnavailableException {
      ProcessSpec made = entrant.processSpec(workloads, plan, turns);
      List<String> command = new ArrayList<>(List.of(refusal.toString()));
      command.addAll(made.command());
      return new ProcessSpec(command, made.environment(), made.limit());
    }

    @Override
    public String failure(ProcessRunner.Result result) {
      return entrant.failure(result);
    }
  }

  /** Runs a command for which the kernel refuses one system call, as in some containers. */
  private static final String REFUSAL =
      """
      #include <errno.h>
      #include <stddef.h>
      #include <unistd.h>
      #include <sys/prctl.h>
      #include <sys/syscall.h>
      #include <linux/filter.h>
      #include <linux/seccomp.h>
      int main(int count, char **words) {
        struct sock_filter rules[] = {
            BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
            BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_sched_setaffinity, 0, 1),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
            BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
        struct sock_fprog program = {4, rules};
        if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0
            || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0) {
          return 99;
        }
        if (count > 1) {
          execvp(words[1], words + 1);
          return 98;
        }
        return 0;
      }
      """;

  /** The command that refuses; a machine where no process may have such a filter has no test. */
  private static Path refusal(PeerInstallation compilers, Path folder) throws Exception {
    Path source = Files.writeString(folder.resolve("refusal.c"), REFUSAL);
    Path refusal = folder.resolve("refusal");
    String compiler = compilers.compiler().toString();
    assertThat(status(compiler, "-o", refusal.toString(), source.toString())).isZero();
    assumeTrue(status(refusal.toString()) == 0, "system calls cannot be refused here");
    return refusal;
  }

  private static int status(String... command) throws Exception {
    return new ProcessBuilder(command).inheritIO().start().waitFor();
  }

  /** What comes with a row of one that is bound where that is refused; null if it runs unbound. */
  private static @Nullable String refused(Entrant bound, Entrant free, Path refusal)
      throws Exception {
    List<Row> rows =
        new Orchestrator(1, SHORT, null, new Silent())
            .run(
                Benchmark.PINGPONG.workloads(List.of(8), List.of(), false),
                List.of(new Unbound(bound, refusal), free),
                true);

    assertThat(rows).hasSize(2);
    assertThat(rows.getLast().failure()).as("the other goes on").isNull();
    assertThat(rows.getLast().samples()).isNotNull();
    return rows.getFirst().failure();
  }

  /** Open MPI does not start then, which its row says, and what helps; MPICH does. */
  @ParameterizedTest
  @EnumSource(NativePeer.class)
  @EnabledOnOs(OS.LINUX)
  void aPeerThatMayNotBindSaysSoAndTheOthersGoOn(NativePeer peer, @TempDir Path folder)
      throws Exception {
    assumeTwoCores();
    Path refusal = refusal(installed(peer), folder);
    Duration limit = Duration.ofSeconds(60);

    String failure =
        refused(
            NativeEntrant.of(peer, true, limit).getFirst(),
            NativeEntrant.of(peer, false, limit).getFirst(),
            refusal);

    switch (peer) {
      case OPENMPI ->
          assertThat(failure).contains("may not bind its processes to cores").contains("--no-pin");
      case MPICH -> assertThat(failure).isNull();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"THREADS", "PROCESSES"})
  @EnabledOnOs(OS.LINUX)
  void ranksThatMayNotBeBoundSaySoAndTheOthersGoOn(RankPlacement placement, @TempDir Path folder)
      throws Exception {
    assumeTwoCores();
    PeerInstallation compilers = installed(NativePeer.OPENMPI);
    Duration limit = Duration.ofSeconds(60);

    String failure =
        refused(
            new RonselEntrant(placement, new RonselJobs(null, null, true, List.of(), limit)),
            NativeEntrant.of(NativePeer.OPENMPI, false, limit).getFirst(),
            refusal(compilers, folder));

    assertThat(failure)
        .contains("may not bind its ranks to cores")
        .contains("--no-pin")
        .contains("Operation not permitted");
  }

  private static void assumeTwoCores() {
    assumeTrue(
        Runtime.getRuntime().availableProcessors() >= 2, "two ranks are not bound to a core");
  }

  private static final class Silent implements Orchestrator.Listener {
    @Override
    public void begins(Workload workload, Entrant entrant, int round) {}

    @Override
    public void ended(Row row) {}
  }
}
