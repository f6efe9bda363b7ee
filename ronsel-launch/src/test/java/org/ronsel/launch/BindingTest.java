package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.machine.Binding;
import org.ronsel.machine.CpuSet;
import org.ronsel.machine.ThreadAffinity;
import org.ronsel.machine.Topology;

/** {@code --bind}: rank threads stay on their processors, and only they. */
class BindingTest {
  private final Topology topology = Topology.ofThisHost();

  @BeforeEach
  void needsProcessors() {
    assumeTrue(ThreadAffinity.availability().usable(), "threads can be bound");
    assumeTrue(topology.usableCores() >= 2, "there are two cores");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void everyRankHasACoreOfItsOwn(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, "--bind", "core", Job.program("Bound"));
    assertThat(result.err()).isEmpty();
    Set<Integer> taken = new HashSet<>();
    for (String line : result.sortedLines()) {
      String[] sets = line.split(" ");
      assertThat(sets[2]).as("a thread that the rank starts").isEqualTo(sets[1]);
      assertThat(sets[3]).as("the JVM").isEqualTo(topology.allowed().toString());
      for (String range : sets[1].split(",")) {
        String[] ends = range.split("-");
        for (int cpu = Integer.parseInt(ends[0]);
            cpu <= Integer.parseInt(ends[ends.length - 1]);
            cpu++) {
          assertThat(taken.add(cpu)).as("%d is taken once", cpu).isTrue();
        }
      }
    }
    assertThat(taken).hasSizeGreaterThanOrEqualTo(2);
  }

  /** Where there is one memory node alone, each rank has all of it. */
  @Test
  void ranksAreDealtToMemoryNodesInTurn() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--map-by", "numa", Job.program("Bound"));
    assertThat(result.err()).isEmpty();
    List<CpuSet> places = Binding.plan(Binding.Policy.NUMA_CYCLIC, 2, topology).cpus();
    assertThat(result.sortedLines().stream().map(line -> line.split(" ")[1]))
        .containsExactly(places.get(0).toString(), places.get(1).toString());
    assertThat(result.status()).isZero();
  }

  /** On a machine with one memory node this also tells that binding to it was asked for. */
  @ParameterizedTest
  @CsvSource({"--bind, core", "--bind, numa", "--map-by, numa"})
  void ranksThatAreTooManyAreNotBoundAndTheReasonIsSaid(String option, String place)
      throws Exception {
    int ranks = topology.usable().size() + 1;
    Job.Result result =
        Job.run("run", "-n", ranks, "--ranks-as", "platform", option, place, Job.program("Bound"));
    assertThat(result.status()).isZero();
    assertThat(result.err())
        .startsWith("ronsel: " + option + " " + place + ": ranks are not bound: ");
    assertThat(result.err().lines()).hasSize(1);
  }

  @Test
  void aGhostHasACoreBehindThoseOfTheRanks() throws Exception {
    try (Job job =
        Job.start(
            "run", "-n", 1, "--ghosts", 1, "--bind", "core", Job.program("Ready"), 3_600_000)) {
      job.awaitOut("ready 0");
      String ofRank = cpusOf(job.jvm(0).pid(), "rank-0");
      // Ranks begin without waiting for their ghosts.
      String ofGhost = awaitBoundCpusOf(job, 1, "ronsel-progress");
      assertThat(ofGhost).isNotEqualTo(ofRank);
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
    }
  }

  @Test
  void aProgressThreadHasACoreBehindThoseOfTheRanks() throws Exception {
    Object program = Job.program("Ready");
    try (Job job =
        Job.start("run", "-n", 1, "--progress-threads", 1, "--bind", "core", program, 3_600_000)) {
      job.awaitOut("ready 0");
      String ofRank = cpusOf(job.jvm(0).pid(), "rank-0");
      assertThat(awaitBoundCpusOf(job, 0, "ronsel-progress")).isNotEqualTo(ofRank);
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
    }
  }

  @Test
  void whereThereIsNoRoomForGhostsTheRanksAreBoundAllTheSame() throws Exception {
    int cores = topology.usableCores();
    Job.Result result =
        Job.run(
            "run",
            "-n",
            cores,
            "--ranks-as",
            "platform",
            "--ghosts",
            1,
            "--bind",
            "core",
            Job.program("Bound"));
    assertThat(result.err()).hasLineCount(1).doesNotContain("bound");
    assertThat(result.sortedLines())
        .hasSize(cores)
        .noneMatch(line -> line.split(" ")[1].equals(topology.allowed().toString()));
  }

  /** The processors of a thread once it is there and bound. */
  private String awaitBoundCpusOf(Job job, int jvm, String thread) throws Exception {
    String all = topology.allowed().toString();
    return Polling.untilPresent(
        "thread " + thread + " of JVM " + jvm + " is there and not on all of " + all,
        () -> {
          Optional<ProcessHandle> started = job.findJvm(jvm);
          String cpus = started.isEmpty() ? "" : cpusOf(started.get().pid(), thread);
          return cpus.isEmpty() || cpus.equals(all) ? Optional.empty() : Optional.of(cpus);
        });
  }

  /** The processors of a thread, by its name; empty if there is none. */
  private static String cpusOf(long pid, String thread) throws IOException {
    try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
      for (Path each : threads.toList()) {
        if (Files.readString(each.resolve("comm")).strip().equals(thread)) {
          return Files.readAllLines(each.resolve("status")).stream()
              .filter(line -> line.startsWith("Cpus_allowed_list:"))
              .map(line -> line.replaceAll(".*:\\s*", ""))
              .findFirst()
              .orElseThrow();
        }
      }
    }
    return "";
  }
}
