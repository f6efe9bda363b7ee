package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.RankPlacement;

class RonselJobsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  private static String command(RonselJobs jobs, RankPlacement placement, int ranks)
      throws UnavailableException {
    Workload workload =
        new Workload(Benchmark.BARRIER, "barrier", 0, ranks, 1, false, Metric.LATENCY);
    return String.join(
        " ",
        new RonselEntrant(placement, jobs)
            .processSpec(List.of(workload), BatchPlan.DEFAULT, Path.of("turns"))
            .command());
  }

  @Test
  void processesAreAskedForByTheirOption() throws UnavailableException {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), LIMIT);

    assertThat(command(jobs, RankPlacement.PROCESSES, 2)).contains("run -n 2 --processes ");
    assertThat(command(jobs, RankPlacement.THREADS, 2))
        .contains("run -n 2 ")
        .doesNotContain("--proc");
  }

  @Test
  void ranksArePinnedOnlyWhereThereAreEnoughCores() throws UnavailableException {
    int cores = Runtime.getRuntime().availableProcessors();
    RonselJobs pinned = new RonselJobs(null, null, true, List.of(), LIMIT);
    RonselJobs free = new RonselJobs(null, null, false, List.of(), LIMIT);

    assertThat(command(pinned, RankPlacement.THREADS, Math.max(2, cores + 1)))
        .contains("--bind none");
    assertThat(command(free, RankPlacement.THREADS, 2)).contains("--bind none");
    if (cores >= 2) {
      assertThat(command(pinned, RankPlacement.THREADS, 2)).contains("--bind core");
    }
  }

  @Test
  void kindOfRanksAndJvmOptionsArePassedOn() throws UnavailableException {
    RonselJobs jobs = new RonselJobs(null, "virtual", true, List.of("-Xmx1g"), LIMIT);

    assertThat(command(jobs, RankPlacement.THREADS, 4)).contains("--ranks-as virtual", "-J-Xmx1g");
  }

  @Test
  void theKernelComesWithItsArguments() throws UnavailableException {
    assertThat(
            command(new RonselJobs(null, null, true, List.of(), LIMIT), RankPlacement.THREADS, 2))
        .endsWith(
            "org.ronsel.bench.kernel.KernelMain barrier 0:1:0 3.0 500.0 10000.0 0 -1 - turns");
  }

  @Test
  void anotherInstallationRunsTheSameKernel() throws UnavailableException {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), LIMIT).of(Path.of("old"), LIMIT);

    assertThat(command(jobs, RankPlacement.THREADS, 2))
        .startsWith(Path.of("old", "bin", "ronsel") + " run -n 2 ")
        .contains("org.ronsel.bench.kernel.KernelMain barrier 0");
    assertThat(new RonselEntrant(RankPlacement.THREADS, jobs))
        .extracting(Entrant::label, Entrant::kind)
        .containsExactly("threads-old", Entrant.Kind.OLDER);
  }

  @Test
  void ghostsAreStartedForOneSidedOperationsAlone() throws UnavailableException {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), LIMIT);
    RonselEntrant entrant = new RonselEntrant(RankPlacement.PROCESSES, false, 2, jobs);
    Workload put = Benchmark.oneSided(List.of("put"), List.of(8)).getFirst();
    Workload barrier = Benchmark.BARRIER.workloads(List.of(), List.of(2), false).getFirst();

    assertThat(entrant)
        .extracting(Entrant::label, Entrant::kind)
        .containsExactly("processes+2ghosts", Entrant.Kind.OPTION);
    assertThat(entrant.takes(put)).isTrue();
    assertThat(entrant.takes(barrier)).isFalse();
    assertThat(entrant.processSpec(List.of(put), BatchPlan.DEFAULT, Path.of("turns")).command())
        .containsSubsequence("run", "--processes", "--ghosts", "2", "put");
  }

  @Test
  void ranksThatShareNoHostHaveNoSharedWindow() {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), LIMIT);
    List<Workload> both = Benchmark.oneSided(List.of("put-shared", "put-dynamic"), List.of(8));

    assertThat(both)
        .extracting(new RonselEntrant(RankPlacement.TCP, jobs)::takes)
        .containsExactly(false, true);
    assertThat(both)
        .extracting(new RonselEntrant(RankPlacement.PROCESSES, jobs)::takes)
        .containsExactly(true, true);
  }

  @Test
  void eachRankWaitsAtAPipeUnlessItIsAVirtualThread() {
    RonselJobs jobs = new RonselJobs(null, null, true, List.of(), LIMIT);
    Workload many = new Workload(Benchmark.BARRIER, "barrier", 0, 900, 1, false, Metric.LATENCY);

    assertThat(new RonselEntrant(RankPlacement.THREADS, jobs).pipes(many)).isEqualTo(1);
    assertThat(new RonselEntrant(RankPlacement.PROCESSES, jobs).pipes(many)).isEqualTo(900);
  }
}
