package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.launch.Processes.assertAllEnd;
import static org.ronsel.launch.SeveralHosts.HOSTS;
import static org.ronsel.launch.SeveralHosts.processes;
import static org.ronsel.launch.SeveralHosts.ready;
import static org.ronsel.launch.SeveralHosts.start;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.machine.ProcessLife;

/** Failures and ends of jobs over several hosts: what is said of them, and that nothing is left. */
class SeveralHostsEndTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          exception | rank 1 failed: java.lang.IllegalStateException: boom | 1
          exit 3    | rank 1 ended the job by System.exit(3)               | 3
          halt 5    | rank 1 ended the job by Runtime.halt(5)              | 5
          """)
  void theFirstFailureIsToldAndGivesTheStatus(String how, String told, int status)
      throws Exception {
    Job.Result result =
        SeveralHosts.run(FakeShell.in(folder), Job.program("Ends"), List.of(how.split(" ", -1)));
    assertThat(result.err()).contains("ronsel: ").contains(told);
    assertThat(result.status()).isEqualTo(status);
  }

  @Test
  void aJvmThatIsKilledIsNamedWithItsHost() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      long pid = shell.jvms("b.invalid").getFirst().pid();
      Job.signal(pid, "KILL");
      Job.Result result = job.await();
      assertThat(result.err())
          .contains("the JVM of rank 1 (process " + pid + " on b.invalid) was killed by SIGKILL");
      assertThat(result.status()).isEqualTo(137);
      assertAllEnd(all);
    }
  }

  /** Others notice before the host tells; whoever misses the killed one is not taken for it. */
  @ParameterizedTest
  @ValueSource(strings = {"throws", "hides", "exits"})
  void aRankThatIsKilledIsNamedAndNotTheOneThatMissesIt(String reaction) throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            "--hosts",
            "a.invalid,b.invalid,c.invalid",
            FakeShell.in(folder).option(),
            Job.program("Gone"),
            reaction);
    assertThat(result.err())
        .containsPattern("the JVM of rank 2 \\(process \\d+ on c.invalid\\) was killed by SIGKILL")
        .doesNotContain("rank 1");
    assertThat(result.status()).isEqualTo(137);
  }

  @ParameterizedTest
  @ValueSource(strings = {"agent", "shell"})
  void aHostThatIsLostIsNamedAndEndsTheJob(String what) throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      ProcessHandle lost =
          what.equals("agent") ? shell.agent("b.invalid") : shell.process("b.invalid");
      Job.signal(lost.pid(), "KILL");
      Job.Result result = job.await();
      assertThat(result.err()).contains("ronsel: lost host b.invalid: its connection ended");
      assertThat(result.status()).isEqualTo(1);
      assertAllEnd(all);
    }
  }

  /** An agent that ends is not the end of its shell, which may know why. */
  @Test
  void theLastWordsOfAHostAreTold() throws Exception {
    FakeShell shell =
        FakeShell.in(folder, "sh -c \"$*\"; exec >&-; sleep 0.2; echo the end >&2; exit 7");
    try (Job job = ready(shell)) {
      Job.signal(shell.agent("b.invalid").pid(), "KILL");
      assertThat(job.await().err())
          .contains("lost host b.invalid: its connection ended with status 7; it has said:")
          .contains("  the end\n");
    }
  }

  @Test
  void whoLosesAHostLosesThoseBehindIt() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell, "--fan-out", "1")) {
      List<ProcessHandle> all = processes(shell);
      Job.signal(shell.agent("a.invalid").pid(), "KILL");
      Job.Result result = job.await();
      assertThat(result.err()).contains("ronsel: lost host a.invalid: its connection ended");
      assertThat(result.status()).isEqualTo(1);
      assertAllEnd(all);
    }
  }

  /**
   * A shell to a host behind another one is ended with the job, and that says nothing of the way.
   */
  @Test
  void aJobThatEndsReachesForNoHostAnew() throws Exception {
    FakeShell shell =
        FakeShell.in(folder, "[ $FAKE_HOST = b.invalid ] && exec sleep 1000\nsh -c \"$*\"");
    try (Job job = Job.start("run", HOSTS, "--fan-out", 1, shell.option(), Job.program("Who"))) {
      // The other host stays, as its JVM is to end by itself.
      Polling.until(
          () ->
              Files.exists(folder.resolve("b.invalid.pid")) && !shell.jvms("a.invalid").isEmpty());
      job.signal("TERM");
      Job.Result result = job.await();
      assertThat(result.err()).isEqualTo("ronsel: ended by SIGTERM\n");
      assertThat(result.status()).isEqualTo(143);
    }
  }

  @ParameterizedTest
  @CsvSource({"INT, 130", "TERM, 143"})
  void aSignalToTheLauncherEndsTheJob(String signal, int status) throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      job.signal(signal);
      Job.Result result = job.await();
      assertThat(result.err()).contains("ended by SIG" + signal);
      assertThat(result.out()).as("shutdown hooks run").contains("hook 0", "hook 1");
      assertThat(result.status()).isEqualTo(status);
      assertAllEnd(all);
    }
  }

  /** A batch system sends it to every process, and so to the agents. */
  @Test
  void aSignalForProgramsReachesThem() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = SeveralHosts.start(shell, Job.program("Checkpoints"))) {
      job.awaitReady(2);
      Job.signal(shell.agent("a.invalid").pid(), "USR1");
      job.signal("USR1");
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .containsExactly("checkpoint of 0", "checkpoint of 1", "ready 0", "ready 1");
      assertThat(result.status()).isZero();
    }
  }

  /** A terminal sends the signal to the remote shells as well, which go on until the end. */
  @Test
  void ctrlCInATerminalReachesTheShellsTooAndIsToldOnce() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      Job.signal(shell.process("a.invalid").pid(), "INT");
      Job.signal(shell.process("b.invalid").pid(), "INT");
      job.signal("INT");
      Job.Result result = job.await();
      assertThat(result.err()).isEqualTo("ronsel: ended by SIGINT\n");
      assertThat(result.out()).as("shutdown hooks run").contains("hook 0", "hook 1");
      assertThat(result.status()).isEqualTo(130);
      assertAllEnd(all);
    }
  }

  @Test
  void aCrashOfTheLauncherLeavesNothing() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      job.signal("KILL");
      assertAllEnd(all);
    }
  }

  /** Its peer is in order, and not to blame. */
  @Test
  void aRankThatMayOpenNoMoreFilesIsToldSo() throws Exception {
    Job.Result result =
        SeveralHosts.run(
            FakeShell.in(folder, "ulimit -n 200; sh -c \"$*\""),
            "-J-XX:-MaxFDLimit",
            "-J-Dronsel.tcp.connect=1",
            Job.program("NoFiles"));
    assertThat(result.out())
        .contains("class org.ronsel.RonselException OTHER ")
        .contains("no connection to rank 1: ", "Too many open files", "(ulimit -n)");
    assertThat(result.err()).contains("ronsel: rank 0 failed: java.lang.IllegalStateException");
  }

  /** Who kills it is the launcher, which does not wonder at that. */
  @Test
  void aJvmThatOthersCannotReachIsKilledAndTheyGoOn() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job =
        Job.start(
            "run",
            "-n",
            3,
            "--hosts=a.invalid,b.invalid,c.invalid",
            "--on-failure=report",
            "-J-Dronsel.tcp.silence=2",
            shell.option(),
            Job.program("Mixed"),
            3,
            20,
            0,
            12,
            "survive")) {
      job.awaitOut("step 12");
      Job.signal(shell.jvms("b.invalid").getFirst().pid(), "STOP");
      Job.Result result = job.await();
      assertThat(result.err())
          .containsPattern("rank 1 .* cannot be reached from that of rank [02]: .*; it is killed\n")
          .containsPattern("rank 1 .* was killed by SIGKILL, as that of rank [02] cannot reach it")
          .contains("the others go on without rank 1")
          .doesNotContain("memory");
      assertThat(result.status()).isZero();
    }
  }

  /** As by Ctrl-Z, or by a machine that is suspended; who ended the JVMs are the agents. */
  @ParameterizedTest
  @ValueSource(strings = {"Ready", "Floods"})
  void aLauncherThatWasStoppedForLongSaysSo(String program) throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job =
        start(Map.of("RONSEL_HOST_TIMEOUT", "2s"), shell, List.of(), Job.program(program))) {
      job.awaitOut(program.equals("Ready") ? "ready 0" : "xxx");
      List<ProcessHandle> agents = List.of(shell.agent("a.invalid"), shell.agent("b.invalid"));
      List<ProcessHandle> all = processes(shell);
      job.signal("STOP");
      assertAllEnd(agents);
      job.signal("CONT");
      Job.Result result = job.await();
      assertThat(result.err().lines().filter(line -> !line.startsWith("x")))
          .singleElement()
          .asString()
          .containsPattern(
              "^ronsel: host [ab].invalid has heard nothing from this launcher for 2s, and has ended"
                  + " its JVMs: the launcher, or its machine, was stopped or suspended, or the"
                  + " network failed \\(RONSEL_HOST_TIMEOUT=5m gives it more time, 0 all\\)$");
      assertThat(result.status()).isEqualTo(1);
      assertAllEnd(all);
    }
  }

  /** The agent has the time from its command line, not only from the answer. */
  @Test
  @Timeout(Job.DEADLINE_S)
  void anAgentThatIsNotAnsweredEndsInTheTimeThatIsSet() throws Exception {
    FakeShell shell =
        FakeShell.in(folder, "kill -STOP $PPID; sh -c \"$*\"; : >'" + folder + "/ended'");
    try (Job job =
        Job.startWith(
            Map.of("RONSEL_HOST_TIMEOUT", "1s"),
            "run",
            "--hosts",
            "b.invalid",
            shell.option(),
            Job.program("Who"))) {
      Polling.until(() -> Files.exists(folder.resolve("ended")));
      job.signal("CONT");
      Job.Result result = job.await();
      assertThat(result.err())
          .startsWith("ronsel: host b.invalid has heard nothing from this launcher for 1s");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  /** They end all the same, though nobody can tell them to. */
  @Test
  @Timeout(Job.DEADLINE_S)
  void theJvmsOfAnAgentThatIsStoppedForLongEnd() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(Map.of("RONSEL_HOST_TIMEOUT", "2s"), shell)) {
      List<ProcessHandle> all = processes(shell);
      ProcessHandle agent = shell.agent("b.invalid");
      ProcessHandle jvm = shell.jvms("b.invalid").getFirst();
      Job.signal(agent.pid(), "STOP");
      Job.Result result = job.await();
      assertThat(result.err()).contains("lost host b.invalid: it says nothing any more");
      assertThat(result.status()).isEqualTo(1);
      Polling.until(() -> ProcessLife.isEnding(jvm.pid())); // until its parent takes notice
      Job.signal(agent.pid(), "CONT");
      assertAllEnd(all);
    }
  }

  /** A stopped agent answers nothing, and its JVMs cannot be told to end. */
  @Test
  void aHostThatIsStuckKeepsTheJobFromNothing() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      ProcessHandle agent = shell.agent("b.invalid");
      Job.signal(agent.pid(), "STOP");
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
      Job.signal(agent.pid(), "CONT");
      assertAllEnd(all);
    }
  }
}
