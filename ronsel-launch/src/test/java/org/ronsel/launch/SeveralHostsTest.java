package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.agent.HostAgent;
import org.ronsel.machine.ProcessLife;

/** Jobs over several hosts, by a remote shell that runs everything on this one. */
class SeveralHostsTest {
  private static final List<String> HOSTS = List.of("--hosts", "a.invalid,b.invalid");

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "'', 0 on a.invalid, 1 on a.invalid, 2 on b.invalid, 3 on b.invalid",
    "--processes, 0 on a.invalid, 1 on a.invalid, 2 on b.invalid, 3 on b.invalid",
    "--map-by=node, 0 on a.invalid, 1 on b.invalid, 2 on a.invalid, 3 on b.invalid",
  })
  void theRanksOfAllHostsAreHeard(String option, String r0, String r1, String r2, String r3)
      throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            4,
            HOSTS,
            FakeShell.in(folder).option(),
            option.isEmpty() ? List.of() : option,
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly(r0, r1, r2, r3);
    assertThat(result.status()).isZero();
  }

  /** Frames have the standard output of an agent to themselves. */
  @Test
  void whatEveryJvmLogsIsNotTakenForFrames() throws Exception {
    try (Job job =
        Job.start(
            Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load"),
            Path.of("").toAbsolutePath(),
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder).option(),
            Job.program("WhichHost"))) {
      Job.Result result = job.await();
      assertThat(result.out().lines()).contains("0 on a.invalid", "1 on b.invalid");
      assertThat(result.err()).doesNotContain("ronsel: ");
      assertThat(result.status()).isZero();
    }
  }

  /** A collector that is named twice ends every JVM with other collectors among its options. */
  @ParameterizedTest
  @ValueSource(strings = {"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"})
  void theOptionsThatAHostHasForEveryJvmAreThoseOfRanks(String variable) throws Exception {
    String collector = "export " + variable + "='-XX:+UseParallelGC -Dit=came'";
    Path program =
        Files.writeString(
            folder.resolve("Came.java"),
            """
            void main() {
              IO.println(System.getProperty("it") + " " + System.getenv("%s"));
              System.getenv().keySet().stream().filter(n -> n.contains("KEPT")).forEach(IO::println);
            }
            """
                .formatted(variable));
    Job.Result result =
        Job.run(
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder, collector + "; sh -c \"$*\"").option(),
            program);
    assertThat(result.err()).doesNotContain("ronsel: ");
    assertThat(result.sortedLines())
        .containsExactly("came -XX:+UseParallelGC -Dit=came", "came -XX:+UseParallelGC -Dit=came");
    assertThat(result.status()).isZero();
  }

  /** Their languages are not that of sh. */
  @ParameterizedTest
  @ValueSource(strings = {"tcsh", "fish"})
  void usersMayHaveOtherLoginShells(String shell) throws Exception {
    LoginShells.require(shell);
    Job.Result result =
        Job.run(
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder, shell + " -c \"$*\"").option(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("0 on a.invalid", "1 on b.invalid");
    assertThat(result.status()).isZero();
  }

  @Test
  void thisHostNeedsNoShell() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            4,
            "--hosts",
            "b.invalid,localhost",
            FakeShell.in(folder).option(),
            Job.program("WhichHost"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly("0 on b.invalid", "1 on b.invalid", "2 on this host", "3 on this host");
    assertThat(folder.resolve("localhost.pid")).doesNotExist();
  }

  @Test
  void thisHostGetsOneIfThatIsAskedFor() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "--hosts",
            "localhost",
            "--launcher",
            "ssh",
            FakeShell.in(folder).option(),
            Job.program("WhichHost"));
    assertThat(result.sortedLines()).containsExactly("0 on localhost");
    assertThat(result.status()).isZero();
  }

  @Test
  void hostsEncryptIfThatIsAskedFor() throws Exception {
    Path program =
        Files.writeString(
            folder.resolve("Encrypts.java"),
            """
            import org.ronsel.Op;
            import org.ronsel.Ronsel;

            void main() {
              var world = Ronsel.world();
              int sum = world.allReduce(world.rank(), Op.SUM);
              IO.println(sum + " " + System.getProperty("ronsel.tcp.encrypt"));
            }
            """);
    Job.Result result =
        Job.run("run", "-n", 2, "--encrypt", HOSTS, FakeShell.in(folder).option(), program);
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines()).containsExactly("1 true", "1 true");
  }

  /** Neither stream is torn, nor lost at its end. */
  @Test
  void outputIsWholeLines() throws Exception {
    int lines = 3000;
    Job.Result result =
        Job.run(
            "run",
            "-n",
            4,
            HOSTS,
            FakeShell.in(folder).option(),
            "--processes",
            Job.program("Lines"),
            lines);
    for (int rank = 0; rank < 4; rank++) {
      String letter = String.valueOf((char) ('a' + rank));
      int length = 60 + rank;
      assertThat(result.out().lines().filter(letter.repeat(length)::equals)).hasSize(lines);
      assertThat(result.err().lines().filter(letter.repeat(length)::equals)).hasSize(lines);
    }
    assertThat(result.out().lines()).hasSize(4 * lines);
    assertThat(result.err().lines()).hasSize(4 * lines);
  }

  @ParameterizedTest
  @ValueSource(strings = {"io", "bytes"})
  void standardInputGoesToRankZero(String how) throws Exception {
    try (Job job =
        Job.start("run", "-n", 2, HOSTS, FakeShell.in(folder).option(), Job.program("Echo"), how)) {
      job.write("line\n".repeat(100_000)); // several windows
      job.closeInput();
      assertThat(job.await().sortedLines()).containsExactly("0 read 100000", "1 read 0");
    }
  }

  @Test
  void inputThatNobodyReadsKeepsNothingFromEnding() throws Exception {
    try (Job job =
        Job.start(
            "run", "-n", 2, HOSTS, FakeShell.in(folder).option(), Job.program("Echo"), "not")) {
      job.write("line\n".repeat(1000));
      assertThat(job.await().status()).isZero();
    }
  }

  /** What is printed and not read stops the printer, but neither signals nor its neighbours. */
  @Test
  void outputThatNobodyReadsHoldsUpNothingElse() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    Path program =
        Files.writeString(
            folder.resolve("Floods.java"),
            """
            import org.ronsel.Ronsel;

            void main() throws Exception {
              if (Ronsel.world().rank() == 0) {
                while (true) System.out.println("x".repeat(1000));
              }
              System.err.println("ready 1");
              Thread.sleep(1_000_000);
            }
            """);
    // The job's standard output is a pipe whose reader sleeps.
    try (Job job =
        Job.startBy(
            List.of("sh", "-c", "\"$@\" | sleep 1000", "sh"),
            "run",
            "-n",
            2,
            HOSTS,
            shell.option(),
            program)) {
      job.awaitErr("ready 1");
      List<ProcessHandle> all = processes(shell);
      Job.signal(shell.jvms("b.invalid").getFirst().pid(), "KILL");
      job.awaitErr("the JVM of rank 1 (process");
      assertAllEnd(all);
    }
  }

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
        Job.run(
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder).option(),
            Job.program("Ends"),
            List.of(how.split(" ", -1)));
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

  /** A chain of four hosts, of whose agents one starts the other. */
  @Test
  void theRanksOfHostsBehindHostsAreHeard() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job =
        Job.start(
            "run",
            "--hosts",
            "a.invalid,b.invalid,c.invalid,d.invalid",
            "--fan-out",
            1,
            shell.option(),
            Job.program("Ready"))) {
      for (int rank = 0; rank < 4; rank++) {
        job.awaitOut("ready " + rank);
      }
      assertThat(shell.agent("a.invalid").descendants())
          .contains(shell.agent("d.invalid"), shell.jvms("d.invalid").getFirst());
      List<ProcessHandle> all = shell.process("a.invalid").descendants().toList();
      job.signal("TERM");
      assertThat(job.await().out()).contains("hook 0", "hook 1", "hook 2", "hook 3");
      assertAllEnd(all);
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

  @Test
  void aHostThatAnotherOneCannotReachIsReachedFromHere() throws Exception {
    // Whoever is started by an agent has its host in the environment.
    FakeShell shell =
        FakeShell.in(
            folder,
            "[ -z \"$OUTER_HOST\" ] || { echo 'no way' >&2; exit 255; }\n"
                + "OUTER_HOST=$FAKE_HOST; export OUTER_HOST\nsh -c \"$*\"");
    Job.Result result =
        Job.run("run", HOSTS, "--fan-out", 1, shell.option(), Job.program("WhichHost"));
    assertThat(result.err().lines())
        .singleElement()
        .asString()
        .contains(
            "b.invalid: could not be reached from a.invalid (no way); the launcher logs in to it itself");
    assertThat(result.sortedLines()).containsExactly("0 on a.invalid", "1 on b.invalid");
    assertThat(result.status()).isZero();
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
      while (Files.notExists(folder.resolve("b.invalid.pid"))
          || shell.jvms("a.invalid").isEmpty()) {
        Thread.onSpinWait();
      }
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
        Job.run(
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder, "ulimit -n 200; sh -c \"$*\"").option(),
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
        Job.start(
            Map.of("RONSEL_HOST_TIMEOUT", "1s"),
            Path.of("").toAbsolutePath(),
            "run",
            "--hosts",
            "b.invalid",
            shell.option(),
            Job.program("Who"))) {
      while (Files.notExists(folder.resolve("ended"))) {
        TimeUnit.MILLISECONDS.sleep(10);
      }
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
      while (!ProcessLife.isEnding(jvm.pid())) { // it stays until its parent takes notice
        TimeUnit.MILLISECONDS.sleep(10);
      }
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

  @Test
  void whoWaitsForWhomIsAskedOnAllHosts() throws Exception {
    try (Job job = ready(FakeShell.in(folder))) {
      Pattern both = Pattern.compile(" 0 +receive.*\\n +1 +receive");
      int reports = 0;
      while (!both.matcher(job.errSoFar()).find()) { // ranks are ready before they wait
        job.askWhoWaits(++reports);
      }
    }
  }

  @Test
  void filesOfOutputVariablesAndOptionsAreThoseOfTheJob() throws Exception {
    Path output = folder.resolve("output");
    Path work = Files.createDirectory(folder.resolve("work"));
    Job.Result result =
        Job.run(
            "run",
            "-n",
            2,
            HOSTS,
            FakeShell.in(folder).option(),
            "--output",
            output,
            "--wdir",
            work,
            "--env",
            "COLOUR=it's $red",
            "-J-Dshape=round",
            "--net",
            "127.0.0.0/8",
            Job.program("Surroundings"),
            "x");
    assertThat(result.err()).isEmpty();
    assertThat(output.resolve("rank-1.out")).content().contains("1 x it's $red work round");
  }

  /** Only frames may come out of an agent, and a shell may greet. */
  @Test
  void aShellThatTalksIsNotInTheWay() throws Exception {
    FakeShell shell =
        FakeShell.in(folder, "echo Welcome; echo careful >&2; printf '* no news'; sh -c \"$*\"");
    Job.Result result = Job.run("run", "-n", 2, HOSTS, shell.option(), Job.program("WhichHost"));
    assertThat(result.out().lines()).hasSize(2);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
  }

  /** The secret is 64 hexadecimal digits for a JVM, and bytes of a frame for an agent. */
  @Test
  void noSecretIsInACommandLineOrAVariable() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job = ready(shell)) {
      List<ProcessHandle> all = processes(shell);
      assertThat(all).hasSizeGreaterThanOrEqualTo(6);
      for (ProcessHandle process : all) {
        for (String file : List.of("cmdline", "environ")) {
          assertThat(Path.of("/proc/" + process.pid(), file))
              .content()
              .doesNotContainPattern("[0-9a-f]{64}");
        }
      }
      job.signal("KILL");
      assertAllEnd(all);
    }
  }

  /**
   * What keeps a host from starting is one clear message, and nothing is left.
   *
   * @param body of the remote shell to host b
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      textBlock =
          """
          echo "ssh: Could not resolve hostname b.invalid: Name or service not known" >&2; exit 255 ~ cannot start on host b.invalid: there is no host of this name (ssh: Could not resolve hostname b.invalid: Name or service not known): check its spelling
          echo "Host key verification failed." >&2; exit 255 ~ its key is not known, or has changed (Host key verification failed.): connect by hand once and look whether it is the right one: ssh b.invalid true
          echo "me@b: Permission denied (publickey)." >&2; exit 255 ~ it does not let you in (me@b: Permission denied (publickey).): 'ssh b.invalid true' has to work without a password
          echo "ssh: connect to host b port 22: Connection timed out" >&2; exit 255 ~ it cannot be reached (ssh: connect to host b port 22: Connection timed out)
          echo "ssh: connect to host b port 22: Connection refused" >&2; exit 255 ~ nothing listens there
          exit 7 ~ cannot start on host b.invalid: the remote shell ended with status 7 and has said nothing
          echo one; echo two >&2; exit 7 ~ the remote shell ended with status 7; it has said:
          sh -c "$(echo "$*" | sed s,bin/java,bin/no-java,)" ~ PATH
          sh -c "$(echo "$*" | sed s,ronsel-core,ronsel-cure,)" ~ cannot start on host b.invalid: Ronsel is not where it is on this host (no file
          sh -c "$(echo "$*" | sed s,agent.HostAgent,agent.NoAgent,)" ~ Ronsel is not where it is on this host (Error: Could not find or load main class org.ronsel.launch.agent.NoAgent
          echo "java.lang.UnsupportedClassVersionError: class file version 69.0" >&2; exit 1 ~ its Java is too old
          sh -c "$*" </dev/null ~ lost host b.invalid: its connection ended with status 0; it has said:\\n  standard input has ended before the launcher has said anything: does what a login runs, such as .bashrc, redirect it?
          sh -c "$*" | sh -c "head -n 2; echo hello from afar; cat" ~ host b.invalid: what comes from there is not what Ronsel's agent sends (a frame of 1751477356 bytes, 'hello from afar'): what a login starts in the background, such as by .bashrc, must not print
          echo "ronsel-agent 1 25" ~ host b.invalid has another version of Ronsel
          """)
  void whatKeepsAHostFromStartingIsSaid(String body, String why) throws Exception {
    if (why.equals("PATH")) {
      body =
          "PATH=/nowhere; export PATH; /bin/sh -c \"$(echo \"$*\" | /bin/sed s,bin/java,bin/no-java,)\"";
      why = "cannot start on host b.invalid: it has no java: install JDK 25 there";
    }
    FakeShell shell =
        FakeShell.in(
            folder, "if [ $FAKE_HOST = b.invalid ]; then\n" + body + "\nelse sh -c \"$*\"; fi");
    try (Job job = Job.start("run", "-n", 2, HOSTS, shell.option(), Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err()).contains(why.replace("\\n", "\n"));
      assertThat(result.err().lines().filter(line -> line.startsWith("ronsel: "))).hasSize(1);
      assertThat(result.out()).as("nothing has started").isEmpty();
      assertThat(result.status()).isEqualTo(1);
      assertThat(ProcessHandle.current().descendants().filter(SeveralHostsTest::isOurs)).isEmpty();
    }
  }

  @Test
  void anotherJavaIsRefused() throws Exception {
    String greeting = "ronsel-agent " + org.ronsel.launch.remote.HostFrameCodec.VERSION + " 99";
    FakeShell shell = FakeShell.in(folder, "echo '" + greeting + "'; cat");
    Job.Result result =
        Job.run("run", "-n", 1, "--hosts", "b.invalid", shell.option(), Job.program("Who"));
    assertThat(result.err())
        .isEqualTo(
            "ronsel: host b.invalid has Java 99, but this one has Java "
                + Runtime.version().feature()
                + ": all hosts of a job need the same\n");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aShellThatHangsIsNamedWithWhatItHasSaid() throws Exception {
    FakeShell shell = FakeShell.in(folder, "echo 'password?' >&2; exec sleep 1000");
    Map<String, String> hurry = Map.of("RONSEL_START_TIMEOUT", "2s");
    try (Job job =
        Job.start(
            hurry,
            Path.of("").toAbsolutePath(),
            "run",
            "-n",
            1,
            "--hosts",
            "b.invalid",
            shell.option(),
            Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err())
          .isEqualTo(
              "ronsel: host b.invalid does not answer within 2s (RONSEL_START_TIMEOUT); it has said:\n  password?\n");
      assertThat(result.status()).isEqualTo(1);
    }
  }

  @Test
  void aShellThatIsNotThereIsNamed() throws Exception {
    Job.Result result =
        Job.run(
            "run", "-n", 1, "--hosts", "b.invalid", "--ssh", "no-such-shell", Job.program("Who"));
    assertThat(result.err())
        .contains("cannot start on host b.invalid: there is no such remote shell here")
        .contains("no-such-shell");
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void whatAHostDoesNotHaveIsSaid() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            1,
            "--hosts",
            "b.invalid",
            FakeShell.in(folder).option(),
            "--net",
            "eth77",
            Job.program("Who"));
    assertThat(result.err())
        .contains("ronsel: host b.invalid: --net eth77: there is no such interface; there is ");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aHostWithoutMemoryForItsRanksIsNamed() throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            100_000,
            "--ranks-per-jvm",
            20,
            "--hosts",
            "b.invalid",
            FakeShell.in(folder).option(),
            Job.program("Who"));
    assertThat(result.err())
        .contains("100000 ranks in 5000 JVMs need about ", ", and host b.invalid can give ");
    assertThat(result.status()).isEqualTo(1);
  }

  /** A job whose ranks wait for each other, one on each host. */
  private static Job ready(FakeShell shell, String... options) throws Exception {
    return ready(Map.of(), shell, options);
  }

  private static Job ready(Map<String, String> environment, FakeShell shell, String... options)
      throws Exception {
    Job job = start(environment, shell, List.of(options), Job.program("Ready"));
    job.awaitOut("ready 0");
    job.awaitOut("ready 1");
    return job;
  }

  private static Job start(
      Map<String, String> environment, FakeShell shell, List<String> options, Object program)
      throws IOException {
    Path here = Path.of("").toAbsolutePath();
    return Job.start(environment, here, "run", "-n", 2, HOSTS, options, shell.option(), program);
  }

  /** Shells, agents and JVMs of both hosts. */
  private static List<ProcessHandle> processes(FakeShell shell) throws IOException {
    List<ProcessHandle> all = new ArrayList<>();
    for (String host : List.of("a.invalid", "b.invalid")) {
      ProcessHandle process = shell.process(host);
      all.add(process);
      process.descendants().forEach(all::add);
    }
    return all;
  }

  private static void assertAllEnd(List<ProcessHandle> processes) throws Exception {
    for (ProcessHandle process : processes) {
      process.onExit().get(Job.DEADLINE_S, TimeUnit.SECONDS);
    }
  }

  private static boolean isOurs(ProcessHandle process) {
    return Stream.of(process.info().arguments().orElse(new String[0]))
        .anyMatch(word -> word.equals(HostAgent.class.getName()) || word.endsWith("RankHost"));
  }
}
