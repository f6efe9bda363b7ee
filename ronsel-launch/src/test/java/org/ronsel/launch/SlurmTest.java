package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.launch.Processes.assertAllEnd;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.hosts.TestHosts;

/** Jobs inside allocations of a Slurm of two nodes. */
class SlurmTest {
  /** Of most jobs: two on one node, and one on the other. */
  private static final int RANKS = 3;

  /** More than Slurm takes to clean up behind a job on a busy machine. */
  private static final int PATIENCE_S = 45;

  private static TestHosts hosts;

  @BeforeAll
  static void up() throws Exception {
    hosts = TestHosts.up(2, "--slurm");
  }

  /**
   * Waits until both nodes can be had. A node whose step's own daemon does not end, which happens
   * to Slurm when an srun has been killed, is taken out and put back: it would keep all later
   * allocations waiting. That nothing of Ronsel's is left is what the tests look at.
   */
  @BeforeEach
  void nodesAreFree() throws Exception {
    if (areFree()) {
      return;
    }
    System.err.println("Slurm's nodes do not become free:");
    say("scontrol", "--oneliner", "show", "node");
    say("squeue", "--states=all");
    say("tail", "-n", "20", "/var/log/slurm/slurmctld.log");
    say("scancel", "--user=root");
    say("scontrol", "update", "NodeName=node[1-2]", "State=DOWN", "Reason=stuck");
    say("scontrol", "update", "NodeName=node[1-2]", "State=RESUME");
    assertThat(areFree()).as("nodes that were put back are free").isTrue();
  }

  private static boolean areFree() throws Exception {
    String within = "--immediate=" + PATIENCE_S;
    return hosts
            .exec("node1", "salloc", "--quiet", within, "--nodes=2", "--ntasks=2", "true")
            .status()
        == 0;
  }

  /** Runs a command on the controller's host and passes on what it says. */
  private static void say(String... command) throws Exception {
    TestHosts.Result result = hosts.exec("node1", command);
    System.err.print(result.out() + result.err());
  }

  @AfterAll
  static void down() {
    if (hosts != null) {
      hosts.close();
    }
  }

  @ParameterizedTest
  @CsvSource({"run, '', 1 1 2", "mpirun, '', 1 1 2"})
  void hostsAndRanksAreThoseOfTheAllocation(String command, String option, String on)
      throws Exception {
    ranksAreOn(command, option, on);
  }

  @ParameterizedTest
  @CsvSource({
    "run, --processes, 1 1 2",
    "run, --map-by=node, 1 2 1",
    "run, --launcher=slurm, 1 1 2",
    "run, --launcher=ssh, 1 1 2",
    "mpjrun.sh, '', 1 1 2",
  })
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void optionsSayHowTheyAreUsed(String command, String option, String on) throws Exception {
    ranksAreOn(command, option, on);
  }

  private static void ranksAreOn(String command, String option, String on) throws Exception {
    Job.Result result =
        Job.runBy(
            inAllocation(RANKS),
            command,
            option.isEmpty() ? List.of() : option,
            command.equals("mpirun") ? "java" : List.of(),
            Job.program("Here"));
    assertThat(result.err()).isEmpty();
    String[] nodes = on.split(" ");
    assertThat(result.sortedLines())
        .containsExactly(
            "rank 0 on node" + nodes[0] + ", sum 6",
            "rank 1 on node" + nodes[1] + ", sum 6",
            "rank 2 on node" + nodes[2] + ", sum 6");
    assertThat(result.status()).isZero();
  }

  @Test
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void fewerRanksMayBeAskedForAndOtherHostsNamed() throws Exception {
    Job.Result fewer = Job.runBy(inAllocation(RANKS), "run", "-n", 1, Job.program("Here"));
    assertThat(fewer.out()).isEqualTo("rank 0 on node1, sum 1\n");
    Job.Result local =
        Job.runBy(inAllocation(RANKS), "run", "--launcher", "local", "-n", 5, Job.program("Here"));
    assertThat(local.out().lines()).hasSize(5).allMatch(line -> line.contains("on node1"));
  }

  @Test
  void moreRanksThanSlotsAreRefusedUnlessTheyAreWanted() throws Exception {
    Job.Result refused = Job.runBy(inAllocation(RANKS), "run", "-n", 4, Job.program("Here"));
    assertThat(refused.err())
        .contains("4 ranks are more than the 3 slots of the hosts (SLURM_JOB_ID=")
        .contains("SLURM_TASKS_PER_NODE=2,1)")
        .contains("--oversubscribe");
    assertThat(refused.err().lines()).hasSize(1);
    assertThat(refused.status()).isEqualTo(2);
    Job.Result wanted =
        Job.runBy(inAllocation(RANKS), "run", "-n", 4, "--oversubscribe", Job.program("Here"));
    assertThat(wanted.out().lines()).hasSize(4);
  }

  @Test
  void hostsOutsideOfTheAllocationAreRefused() throws Exception {
    Job.Result result =
        Job.runBy(
            inAllocation(2),
            "run",
            "--launcher",
            "slurm",
            "--hosts",
            "node1,node7",
            Job.program("Here"));
    assertThat(result.err()).contains("host node7 is not in the allocation (SLURM_JOB_ID=");
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void launchersThatSrunHasStartedAreRefused() throws Exception {
    List<String> command = new ArrayList<>(inAllocation(2));
    command.addAll(List.of("srun", "-n2"));
    Job.Result result = Job.runBy(command, "run", Job.program("Here"));
    assertThat(result.err())
        .contains("srun has started 2 launchers (SLURM_STEP_NUM_TASKS): call ronsel without srun");
    assertThat(result.out()).isEmpty();
  }

  /** The launcher's host is the batch system's own name for it, and the script's output whole. */
  @Test
  void aBatchScriptRunsAJob() throws Exception {
    Path folder = Files.createTempDirectory(Path.of("target").toAbsolutePath(), "slurm");
    Path script = folder.resolve("job.sh");
    Path out = folder.resolve("out");
    StringBuilder line = new StringBuilder();
    for (String word : flat("run", Job.program("Here"))) {
      line.append(" '").append(word).append('\'');
    }
    Files.writeString(
        script,
        "#!/bin/sh\n#SBATCH --nodes=2 --ntasks-per-node=1\n"
            + String.join(" ", TestInstallation.command(List.of(), TestInstallation.core()))
            + line
            + "\n");
    TestHosts.Result result =
        hosts.exec("node1", "sbatch", "--wait", "--output=" + out, script.toString());
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(Files.readString(out).lines().sorted())
        .containsExactly("rank 0 on node1, sum 3", "rank 1 on node2, sum 3");
  }

  @Test
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void standardInputReachesRankZeroByAStep() throws Exception {
    try (Job job =
        Job.startBy(
            inAllocation(2),
            "run",
            "--launcher",
            "slurm",
            "--hosts",
            "node2,node1",
            Job.program("Echo"),
            "bytes")) {
      job.write("line\n".repeat(100_000));
      job.closeInput();
      assertThat(job.await().sortedLines()).containsExactly("0 read 100000", "1 read 0");
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void whateverSignalEndsTheLauncherNothingIsLeft(String signal, int status) throws Exception {
    endOfTheLauncher(signal, status);
  }

  @Test
  void aCrashOfTheLauncherLeavesNothing() throws Exception {
    endOfTheLauncher("KILL", 137);
  }

  private static void endOfTheLauncher(String signal, int status) throws Exception {
    try (Job job = ready("1h")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      Job.signal(ReadyRanks.starter(job, 0), signal);
      endsWith(status, job, all);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void aJvmThatIsKilledIsNamedWithItsHost() throws Exception {
    try (Job job = ready("1h")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      long pid = ReadyRanks.jvm(job, 2);
      Job.signal(pid, "KILL");
      assertThat(endsWith(137, job, all))
          .contains("the JVM of rank 2 (process " + pid + " on node2) was killed by SIGKILL")
          .hasLineCount(1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"KILL", "STOP"})
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void anAgentThatIsLostIsNamedAndLeavesNothing(String signal) throws Exception {
    try (Job job = ready("3s")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      Job.signal(ReadyRanks.starter(job, 2), signal);
      assertThat(endsWith(1, job, all)).contains("lost host node2");
    }
  }

  /** It would leave the step behind, whose input does not end with it. */
  @Test
  void aSrunThatIsKilledLeavesNothing() throws Exception {
    try (Job job = ready("1h")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      ProcessHandle launcher = ProcessHandle.of(ReadyRanks.starter(job, 0)).orElseThrow();
      ProcessHandle srun =
          launcher
              .children()
              .filter(each -> each.info().command().orElse("").endsWith("/srun"))
              .findFirst()
              .orElseThrow();
      srun.destroyForcibly();
      assertThat(endsWith(1, job, all))
          .contains("lost host node2: its connection ended with status 137");
    }
  }

  /** The launcher sees the end of the step, as nobody sends it a signal. */
  @Test
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void anAllocationThatIsCancelledLeavesNothing() throws Exception {
    try (Job job = ready("1h")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      assertThat(hosts.exec("node1", "scancel", "--user=root").status()).isZero();
      assertThat(endsWith(1, job, all)).contains("lost host node2").contains("CANCELLED");
    }
  }

  /** The cable of a node is pulled out, which srun notices late, and the agent there too. */
  @Test
  @EnabledIfSystemProperty(named = "ronsel.test.thorough", matches = "true")
  void aNodeThatIsLostIsNamedAndLeavesNothing() throws Exception {
    try (Job job = ready("3s")) {
      List<ProcessHandle> all = ReadyRanks.processes(job, RANKS);
      hosts.cut("node2");
      try {
        assertThat(endsWith(1, job, all)).contains("lost host node2: it says nothing any more");
      } finally {
        hosts.restore("node2");
      }
    }
  }

  /** Waits for the end of the launcher and all others, and returns what has been said. */
  private static String endsWith(int status, Job job, List<ProcessHandle> all) throws Exception {
    job.awaitOut("ended " + status + "\n");
    assertAllEnd(all);
    job.closeInput();
    return job.await().err();
  }

  /** What, before a command, runs it in an allocation of both nodes. */
  private static List<String> inAllocation(int tasks) {
    List<String> command = new ArrayList<>(hosts.on("node1"));
    command.addAll(List.of("salloc", "--quiet", "--nodes=2", "--ntasks=" + tasks));
    return command;
  }

  /**
   * A job of three ranks on two nodes, where all wait.
   *
   * @param silence after which a host is lost; long where something else is to end what is left
   */
  private static Job ready(String silence) throws Exception {
    List<String> command = inAllocation(RANKS);
    command.addAll(List.of("env", "RONSEL_HOST_TIMEOUT=" + silence));
    // The end of the allocation would end all that is left.
    command.addAll(List.of("sh", "-c", "\"$@\" </dev/null; echo ended $?; exec cat", "sh"));
    Job job = Job.startBy(command, "run", "--processes", Job.program("Here"), "wait");
    job.awaitReady(RANKS);
    return job;
  }

  private static List<String> flat(Object... words) {
    List<String> flat = new ArrayList<>();
    for (Object word : words) {
      if (word instanceof List<?> several) {
        several.forEach(each -> flat.add(each.toString()));
      } else {
        flat.add(word.toString());
      }
    }
    return flat;
  }
}
