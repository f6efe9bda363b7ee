package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks print. */
class OutputTest {
  private static final int LINES = 500;
  private static final Path FULL = Path.of("/dev/full");

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2", "--processes"})
  void linesAreNeverTorn(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 4, placement, Job.program("Lines"), LINES);
    assertThat(result.status()).isZero();
    for (String text : List.of(result.out(), result.err())) {
      assertThat(text.lines())
          .hasSize(4 * LINES)
          .allMatch(line -> line.chars().distinct().count() == 1, "is of one rank")
          .allMatch(line -> line.length() == 60 + line.charAt(0) - 'a', "is whole");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aLineOfManyMegabytesIsWholeToo(String placement) throws Exception {
    int length = 5_000_000;
    Job.Result result = Job.run("run", "-n", 4, placement, Job.program("LongLines"), length);
    assertThat(result.status()).isZero();
    assertThat(result.out().lines().map(String::length)).containsOnly(length).hasSize(4);
    assertThat(result.out().lines().map(line -> line.chars().distinct().count())).containsOnly(1L);
  }

  /** Only a JVM that is debugged prints such a line itself. */
  @Test
  void aLineThatADebuggedJvmWouldPrintIsTheProgramsHere() throws Exception {
    Job.Result result = Job.run("run", "-n", 1, Job.program("Listens"));
    assertThat(result.out()).isEqualTo("Listening for transport dt_socket at address: 5\n");
    assertThat(result.err()).isEmpty();
  }

  /** The stream of a JVM is that of all its ranks. */
  @ParameterizedTest
  @ValueSource(strings = {"out", "err"})
  void aRankThatClosesItsStreamLeavesThatOfTheOthersOpen(String stream) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, "--jvms=1", Job.program("Closes"), stream);
    assertThat(result.status()).isZero();
    String printed = stream.equals("out") ? result.out() : result.err();
    assertThat(printed).contains("unfinished").contains("rank 1\n").contains("rank 2\n");
  }

  /** Files on a full disk are links to a device that is always full. */
  @ParameterizedTest
  @CsvSource({"--jvms=1, 0", "--processes, 0", "--jvms=1, 3"})
  void outputThatAFullDiskTakesNoMoreIsSaidAndTheJobGoesOn(
      String placement, int status, @TempDir Path folder) throws Exception {
    assumeTrue(Files.exists(FULL), "no " + FULL);
    Files.createSymbolicLink(folder.resolve("rank-1.out"), FULL);
    Files.createSymbolicLink(folder.resolve("rank-2.err"), FULL);
    Job.Result result =
        Job.run("run", "-n", 3, placement, "--output", folder, Job.program("Lines"), 2, status);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines().filter(line -> line.contains("--output: "))).hasSize(1);
    assertThat(result.err())
        .containsPattern(
            "ronsel: --output: \\S+/rank-(1.out|2.err) cannot be written any more, and ")
        .contains("No space left on device");
    assertThat(result.status()).isEqualTo(status == 0 ? 1 : status);
    assertThat(folder.resolve("rank-0.out")).content().hasLineCount(2);
  }

  @Test
  void aFileThatCannotBeMadeIsOneLine(@TempDir Path folder) throws Exception {
    Files.createDirectories(folder.resolve("rank-1.out"));
    Job.Result result = Job.run("run", "-n", 2, "--output", folder, Job.program("Lines"), 2);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err()).contains("--output: a file cannot be made").contains("rank-1.out");
  }

  @Test
  void standardOutputThatAFullDiskTakesNoMoreIsAFailure() throws Exception {
    assumeTrue(Files.exists(FULL), "no " + FULL);
    Job.Result result =
        Job.runBy(
            List.of("sh", "-c", "\"$@\" >" + FULL, "sh"), "run", "-n", 2, Job.program("Lines"), 1);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("ronsel: standard output cannot be written, and what");
  }

  @Test
  void whoReadsNoFurtherIsNotAFailure() throws Exception {
    Job.Result result =
        Job.runBy(
            List.of("sh", "-c", "{ \"$@\"; echo \"status $?\" >&2; } | head -c 1", "sh"),
            "run",
            "-n",
            2,
            "--processes",
            Job.program("Lines"),
            LINES);
    assertThat(result.err()).contains("status 0").doesNotContain("ronsel: ");
  }

  @Test
  void whoReadsNoFurtherFromANamedPipeIsNotAFailure(@TempDir Path folder) throws Exception {
    Job.Result result =
        Job.runBy(
            List.of(
                "sh",
                "-c",
                "mkfifo "
                    + folder
                    + "/pipe; cd "
                    + folder
                    + "; head -c 1 <pipe & \"$@\" >pipe; echo \"status $?\" >&2",
                "sh"),
            "run",
            "-n",
            2,
            Job.program("Lines"),
            20 * LINES); // more than a pipe holds
    assertThat(result.err()).contains("status 0").doesNotContain("ronsel: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void linesAreTaggedWithTheirRank(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, "--tag-output", Job.program("Lines"), 2);
    for (String text : List.of(result.out(), result.err())) {
      assertThat(text.lines())
          .hasSize(6)
          .allMatch(line -> line.matches("\\[(0] a+|1] b+|2] c+)"), "has the tag of its rank");
    }
  }

  @Test
  void linesInFilesAreTaggedTooIfThatIsWanted(@TempDir Path folder) throws Exception {
    Object echo = Job.program("Echo");
    try (Job job = Job.start("run", "-n", 1, "--tag-output", "--output", folder, echo, "prompt")) {
      Polling.until(() -> Files.exists(folder.resolve("rank-0.out")));
      Polling.until(() -> Files.readString(folder.resolve("rank-0.out")).equals("[0] name? "));
      job.write("you\n");
      assertThat(job.await().err()).isEmpty();
    }
    assertThat(folder.resolve("rank-0.out")).hasContent("[0] name? hello you");
    Object lines = Job.program("Lines");
    Job.run("run", "-n", 2, "--tag-output", "--output", folder, lines, 2);
    for (int rank = 0; rank < 2; rank++) {
      String line =
          "[" + rank + "] " + String.valueOf((char) ('a' + rank)).repeat(60 + rank) + "\n";
      assertThat(folder.resolve("rank-" + rank + ".out")).hasContent(line + line);
      assertThat(folder.resolve("rank-" + rank + ".err")).hasContent(line + line);
    }
  }

  @Test
  void everyRankHasItsFiles(@TempDir Path folder) throws Exception {
    Path directory = folder.resolve("new/output");
    Job.Result result =
        Job.run("run", "-n", 3, "--jvms", 2, "--output", directory, Job.program("Lines"), 2);
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).isEmpty();
    for (int rank = 0; rank < 3; rank++) {
      String letter = String.valueOf((char) ('a' + rank));
      String line = letter.repeat(60 + rank) + "\n";
      assertThat(directory.resolve("rank-" + rank + ".out")).hasContent(line + line);
      assertThat(directory.resolve("rank-" + rank + ".err")).hasContent(line + line);
    }
    Job.run("run", "-n", 3, "--output", directory, Job.program("Lines"), 0);
    assertThat(Files.size(directory.resolve("rank-1.out"))).as("of the last run only").isZero();
  }

  @Test
  void whatThreadsOfARankPrintIsItsOwn() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--tag-output", Job.program("Threads"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "[0] executor 0",
            "[0] parallel stream 0",
            "[0] thread 0",
            "[1] executor 1",
            "[1] parallel stream 1",
            "[1] thread 1");
  }

  @Test
  void aPromptIsShownBeforeItsAnswer() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("Echo"), "prompt")) {
      job.awaitOut("name? ");
      job.write("you\n");
      assertThat(job.await().out()).isEqualTo("name? hello you\n");
    }
  }

  /** The ranks end long before the last of what they have printed is read. */
  @ParameterizedTest
  @CsvSource({"1, --jvms=1, 3000", "4, --processes, 1000", "2, --hosts=a.invalid, 3000"})
  void whoReadsSlowlyGetsEverything(int ranks, String placement, int lines, @TempDir Path folder)
      throws Exception {
    Job.Result result =
        Job.runBy(
            List.of(
                "sh",
                "-c",
                "{ \"$@\"; echo \"status $?\" >&2; }"
                    + " | while n=$(dd bs=4096 count=1 2>/dev/null | tee /dev/fd/3 | wc -c)"
                    + " && [ \"$n\" -gt 0 ]; do sleep 0.1; done 3>&1",
                "sh"),
            "run",
            "-n",
            ranks,
            placement,
            placement.contains("hosts") ? FakeShell.in(folder).option() : List.of(),
            Job.program("Lines"),
            lines);
    for (int rank = 0; rank < ranks; rank++) {
      int letter = 'a' + rank; // a line may be torn by a rank that stands still in the middle of it
      assertThat(result.out().chars().filter(each -> each == letter).count())
          .isEqualTo((long) lines * (60 + rank));
    }
    assertThat(result.err()).endsWith("status 0\n");
  }

  /** What holds the streams of a rank open may do so for ever. */
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aProcessThatARankLeavesBehindIsNotWaitedFor(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, Job.program("Orphan"));
    assertThat(result.out()).startsWith("left ");
    ProcessHandle left =
        ProcessHandle.of(Long.parseLong(result.out().strip().substring("left ".length())))
            .orElseThrow();
    assertThat(left.isAlive()).isTrue();
    left.destroyForcibly();
    assertThat(result.status()).isZero();
  }

  @Test
  void whoReadsNothingKeepsAJobFromNothing(@TempDir Path folder) throws Exception {
    Path status = folder.resolve("status");
    try (Job job =
        Job.startBy(
            List.of("sh", "-c", "{ \"$@\" 2>&1; echo $? >" + status + "; } | sleep 1000", "sh"),
            "run",
            "-n",
            2,
            "--processes",
            "--timeout",
            "5s",
            Job.program("Floods"))) {
      Polling.until(() -> job.rankJvms().size() >= 2 || Files.exists(status));
      Processes.assertAllEnd(job.rankJvms());
      Polling.until(() -> Files.exists(status) && Files.size(status) > 0);
      assertThat(status).hasContent("124");
    }
  }
}
