package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What ranks print. */
class OutputTest {
  private static final int LINES = 500;

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
  void linesAreTaggedWithTheirRank(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, "--tag-output", Job.program("Lines"), 2);
    for (String text : List.of(result.out(), result.err())) {
      assertThat(text.lines())
          .hasSize(6)
          .allMatch(line -> line.matches("\\[(0] a+|1] b+|2] c+)"), "has the tag of its rank");
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
}
