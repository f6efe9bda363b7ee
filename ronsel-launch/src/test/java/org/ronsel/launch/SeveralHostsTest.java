package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ronsel.launch.Processes.assertAllEnd;
import static org.ronsel.launch.SeveralHosts.HOSTS;
import static org.ronsel.launch.SeveralHosts.processes;
import static org.ronsel.launch.SeveralHosts.ready;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Jobs over several hosts, by a remote shell that runs everything on this one. */
class SeveralHostsTest {
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
        SeveralHosts.start(
            Map.of("JAVA_TOOL_OPTIONS", "-Xlog:class+load"),
            FakeShell.in(folder),
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
        SeveralHosts.run(FakeShell.in(folder, collector + "; sh -c \"$*\""), program);
    assertThat(result.err()).doesNotContain("ronsel: ");
    assertThat(result.sortedLines())
        .containsExactly("came -XX:+UseParallelGC -Dit=came", "came -XX:+UseParallelGC -Dit=came");
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
    try (Job job = SeveralHosts.start(FakeShell.in(folder), Job.program("Echo"), how)) {
      job.write("line\n".repeat(100_000)); // several windows
      job.closeInput();
      assertThat(job.await().sortedLines()).containsExactly("0 read 100000", "1 read 0");
    }
  }

  @Test
  void inputThatNobodyReadsKeepsNothingFromEnding() throws Exception {
    try (Job job = SeveralHosts.start(FakeShell.in(folder), Job.program("Echo"), "not")) {
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
  void aStallIsReportedWithTheRanksOfAllHosts() throws Exception {
    try (Job job = ready(FakeShell.in(folder), "--stall", "300ms")) {
      job.awaitErr("deadlock: rank 0 waits for rank 1, which waits for rank 0");
      assertThat(job.errSoFar())
          .containsPattern(" 0 +receive.*\\n +1 +receive")
          .contains("no progress for");
    }
  }

  @Test
  void aJobThatTakesTooLongEndsOnAllHosts() throws Exception {
    FakeShell shell = FakeShell.in(folder);
    String mark = "-Dronsel.test.job=" + UUID.randomUUID();
    Job.Result result =
        SeveralHosts.run(shell, "-J" + mark, "--timeout", "5s", Job.program("Ready"));
    assertThat(result.err())
        .contains("what the ranks wait for (--timeout)")
        .contains("the job ran longer than --timeout 5s");
    assertThat(result.status()).isEqualTo(124);
    assertAllEnd(Processes.marked(mark));
  }

  @Test
  void filesOfOutputVariablesAndOptionsAreThoseOfTheJob() throws Exception {
    Path output = folder.resolve("output");
    Path work = Files.createDirectory(folder.resolve("work"));
    Job.Result result =
        SeveralHosts.run(
            FakeShell.in(folder),
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

  /** As that of a command by ssh often is. */
  @Test
  void jvmsOfAHostInTheLocaleCHaveEveryCharacter() throws Exception {
    assumeTrue(Files.exists(Path.of("/usr/lib/locale/C.utf8")));
    for (String locale : List.of("unset LC_ALL LC_CTYPE LANG", "LC_ALL=POSIX; export LC_ALL")) {
      Job.Result result =
          SeveralHosts.run(
              FakeShell.in(folder, locale + "; sh -c \"$*\""), Job.program("Encoding"));
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines()).containsExactly("0 UTF-8", "1 UTF-8");
    }
  }

  /** In a locale that a host does not have, which is as C then. */
  @Test
  void aFolderForOutputThatAHostCannotNameIsSaid() throws Exception {
    FakeShell shell = FakeShell.in(folder, "LC_ALL=no_NO.NONE; export LC_ALL; sh -c \"$*\"");
    // The shell writes the name, since this JVM might not have its character.
    String script =
        "name=$(printf '"
            + folder
            + "/r\\303\\251sum\\303\\251'); for w do shift; [ \"$w\" != @ ] || w=$name;"
            + " set -- \"$@\" \"$w\"; done; LC_ALL=C.UTF-8 exec \"$@\"";
    Job.Result result =
        Job.runBy(
            List.of("sh", "-c", script, "sh"),
            "run",
            "-n",
            2,
            HOSTS,
            shell.option(),
            "--output",
            "@",
            Job.program("Who"));
    assertThat(result.err()).hasLineCount(1).contains("--output: a file cannot be made");
    assertThat(result.status()).isEqualTo(1);
  }
}
