package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.console.Signals;
import org.ronsel.launch.spi.ChildLauncher;

/** Whatever ends a job, no JVM and no file in {@code /dev/shm} is left. */
class CleanUpTest {
  private static final Pattern OF_OTHERS =
      Pattern.compile("/(ronsel-bench-|vader_segment|sm_segment|mpich)");

  private static final Path SHARED_MEMORY = Path.of("/dev/shm");

  private Set<String> before;

  @BeforeEach
  void look() throws Exception {
    before = files();
  }

  @ParameterizedTest
  @CsvSource({
    "--processes, INT, 130",
    "--processes, TERM, 143",
    "--processes, HUP, 129",
    "--jvms=1, INT, 130"
  })
  void aSignalToTheLauncherEndsTheJob(String placement, String signal, int status)
      throws Exception {
    assumeThat(isIgnored(signal)).as("ignored since nohup, by all that is started").isFalse();
    try (Job job = Job.start("run", "-n", 3, placement, Job.program("Ready"))) {
      List<ProcessHandle> jvms = awaitReady(job, 3);
      job.signal(signal);
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(status);
      assertThat(result.err()).contains("ended by SIG" + signal);
      assertThat(result.out()).as("shutdown hooks run").contains("hook 0", "hook 1", "hook 2");
      assertNothingIsLeft(jvms);
    }
  }

  @Test
  void aSignalForProgramsReachesThem() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", Job.program("Checkpoints"))) {
      awaitReady(job, 2);
      job.signal("USR1");
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .containsExactly("checkpoint of 0", "checkpoint of 1", "ready 0", "ready 1");
      assertThat(result.status()).isZero();
    }
  }

  @Test
  void aSignalForProgramsThatNoneHandlesEndsThem() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("Ready"))) {
      List<ProcessHandle> jvms = awaitReady(job, 1);
      job.signal("USR1");
      Job.Result result = job.await();
      assertThat(result.err()).contains("rank 0", "killed by SIGUSR1");
      assertThat(result.status()).isEqualTo(138);
      assertNothingIsLeft(jvms);
    }
  }

  private static boolean isIgnored(String signal) throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("SigIgn:")) {
        long mask = Long.parseUnsignedLong(line.substring(7).strip(), 16);
        return (mask >>> Signals.number(signal) - 1 & 1) != 0;
      }
    }
    return false;
  }

  @Test
  void ctrlCInATerminalReachesTheJvmsTooAndIsToldOnce() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", Job.program("Ready"))) {
      List<ProcessHandle> jvms = awaitReady(job, 2);
      for (ProcessHandle jvm : jvms) {
        Job.signal(jvm.pid(), "INT");
      }
      job.signal("INT");
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(130);
      assertThat(result.err().lines()).containsExactly("ronsel: ended by SIGINT");
      assertNothingIsLeft(jvms);
    }
  }

  /** Which may be among the threads that its hooks interrupt. */
  @Test
  void whoEndsTheJvmGivesHooksTheirTimeWhoeverIsInterrupted() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("InterruptsAtEnd"))) {
      job.awaitOut("ready");
      job.signal("TERM");
      assertThat(job.await().out()).isEqualTo("ready\nhook\n");
    }
  }

  @Test
  void aSecondSignalEndsRanksWhoseHooksHang() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("Stubborn"))) {
      job.awaitOut("ready");
      List<ProcessHandle> jvms = job.jvms();
      job.signal("TERM");
      job.awaitOut("hanging");
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
      assertNothingIsLeft(jvms);
    }
  }

  @Test
  void aKilledRankIsNamedAndEndsTheJob() throws Exception {
    try (Job job = Job.start("run", "-n", 4, "--jvms", 2, Job.program("Ready"))) {
      List<ProcessHandle> jvms = awaitReady(job, 4);
      long pid = job.jvm(1).pid();
      Job.signal(pid, "KILL");
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(137);
      assertThat(result.err())
          .contains("the JVM of ranks 2 to 3 (process " + pid + ") was killed by SIGKILL");
      assertNothingIsLeft(jvms);
    }
  }

  /** Where soft and hard limit are the same, as by ulimit, SIGKILL is what ends a process. */
  @Test
  void aKilledRankWhoseProcessorTimeIsLimitedMayHaveUsedItUp() throws Exception {
    List<String> limited = List.of("sh", "-c", "ulimit -t 3600; exec \"$0\" \"$@\"");
    try (Job job = Job.startBy(limited, "run", "-n", 2, "--processes", Job.program("Ready"))) {
      awaitReady(job, 2);
      Job.signal(job.jvm(1).pid(), "KILL");
      assertThat(job.await().err()).contains("or its processor time was up (ulimit -t)");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "barrier",
        "broadcast",
        "gather",
        "scatterv",
        "allReduce",
        "allToAll",
        "started",
        "persistent",
        "messages",
        "neighbours",
        "inter"
      })
  void aRankThatIsKilledInACollectiveOperationIsNamedAndEndsTheJob(String kind) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, "--processes", Job.program("Dying"), kind);
    assertThat(result.status()).isEqualTo(137);
    assertThat(result.err()).contains("the JVM of rank 2").contains("was killed by SIGKILL");
    assertThat(files()).isSubsetOf(before);
  }

  /** A process with much memory takes a while to end, and others notice before its parent. */
  @ParameterizedTest
  @ValueSource(strings = {"throws", "hides", "exits"})
  void aRankThatIsKilledIsNamedAndNotTheOneThatMissesIt(String reaction) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, "--processes", Job.program("Gone"), reaction);
    assertThat(result.err())
        .containsPattern("the JVM of rank 2 \\(process \\d+\\) was killed by SIGKILL")
        .doesNotContain("rank 1");
    assertThat(result.status()).isEqualTo(137);
    assertThat(files()).isSubsetOf(before);
  }

  @Test
  void aRankThatIsKilledWhereItMeetsOthersOfItsJvmIsNamedAndEndsTheJob() throws Exception {
    Job.Result result = Job.run("run", "-n", 4, "--jvms", 2, Job.program("Dying"), "jvm-barrier");
    assertThat(result.status()).isEqualTo(137);
    assertThat(result.err()).contains("the JVM of ranks 2 to 3").contains("killed by SIGKILL");
    assertThat(files()).isSubsetOf(before);
  }

  @ParameterizedTest
  @CsvSource({
    "--processes, barrier",
    "--processes, started",
    "--processes, messages",
    "--jvms=1, barrier",
    "--jvms=2, persistent"
  })
  void ctrlCInTheMiddleOfCollectiveOperationsEndsTheJob(String placement, String kind)
      throws Exception {
    try (Job job = Job.start("run", "-n", 4, placement, Job.program("Dying"), kind, "on and on")) {
      List<ProcessHandle> jvms = awaitReady(job, 4);
      job.signal("INT");
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(130);
      assertThat(result.err()).contains("ended by SIGINT");
      assertNothingIsLeft(jvms);
    }
  }

  @Test
  void aJvmThatIsKilledBeforeItsRanksStartEndsTheJob() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 2, "--processes", "-J-XX:NoSuchOption", Job.program("Who"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("NoSuchOption")
        .containsPattern("the JVM of rank [01] \\(process \\d+\\) ended with status 1");
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--processes"})
  void aCrashOfTheLauncherLeavesNothing(String placement) throws Exception {
    try (Job job = Job.start("run", "-n", 3, placement, Job.program("Ready"))) {
      List<ProcessHandle> jvms = awaitReady(job, 3);
      job.signal("KILL");
      assertNothingIsLeft(jvms);
    }
  }

  /** Until all JVMs have mapped it, memory that is a file has a name. */
  @Test
  void aCrashOfTheLauncherWhileJvmsMeetLeavesNoFile(@TempDir Path folder) throws Exception {
    Path pause = folder.resolve("paused");
    Path memory = Files.createDirectory(folder.resolve("memory"));
    String option = "-J-Dronsel.shm.dir=" + memory;
    try (Job job =
        Job.start(
            "run",
            "-n",
            1,
            option,
            Job.program("Ready"),
            ":",
            "-n",
            1,
            option,
            JvmPause.at(pause),
            Job.program("Ready"))) {
      JvmPause.await(pause);
      Polling.until(() -> memory.toFile().list().length > 0);
      List<ProcessHandle> jvms = job.jvms();
      assertThat(jvms).hasSize(2);
      job.signal("KILL");
      Files.delete(pause);
      assertNothingIsLeft(jvms);
      assertThat(memory).isEmptyDirectory();
    }
  }

  @Test
  void aCrashOfTheLauncherEndsRanksThatCompute() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("Busy"))) {
      job.awaitOut("ready");
      List<ProcessHandle> jvms = job.jvms();
      job.signal("KILL");
      assertNothingIsLeft(jvms);
    }
  }

  /** What happens when it ends later is told by the test of a killed {@code ronsel tune}. */
  @Test
  void aJobOfACommandThatHasEndedBeforeItEndsAtOnce() throws Exception {
    long ended = new ProcessBuilder("true").start().onExit().get().pid();
    Job.Result result =
        Job.runWithOptions(
            List.of("-D" + ChildLauncher.STARTER + "=" + ended),
            "run",
            "-n",
            2,
            "--processes",
            Job.program("Ready"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).isEqualTo("ronsel: the command that wanted this job has ended\n");
    assertThat(files()).isSubsetOf(before);
  }

  private static List<ProcessHandle> awaitReady(Job job, int ranks) throws InterruptedException {
    job.awaitReady(ranks);
    List<ProcessHandle> jvms = job.jvms();
    assertThat(jvms).isNotEmpty();
    return jvms;
  }

  private void assertNothingIsLeft(List<ProcessHandle> jvms) throws Exception {
    Processes.assertAllEnd(jvms);
    assertThat(files()).isSubsetOf(before);
  }

  /**
   * The files in shared memory that jobs may have made; benchmarks, and jobs of Open MPI and MPICH,
   * may run beside the tests.
   */
  private static Set<String> files() throws Exception {
    if (!Files.isDirectory(SHARED_MEMORY)) {
      return Set.of();
    }
    try (Stream<Path> files = Files.list(SHARED_MEMORY)) {
      return files
          .map(Path::toString)
          .filter(file -> !OF_OTHERS.matcher(file).find())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
