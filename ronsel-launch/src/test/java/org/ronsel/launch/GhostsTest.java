package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.combinations.Combinations;

/** Jobs with processes that carry out one-sided operations ({@code --ghosts}). */
class GhostsTest {
  @TempDir Path folder;

  private static long pidOfRank1(Job job) throws Exception {
    job.awaitOut(".");
    Matcher found = Pattern.compile("process (\\d+)\\.").matcher(job.outSoFar());
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(1));
  }

  /** A JVM that is stopped, as by a debugger or a long collection, does nothing by itself. */
  @Test
  void operationsOfAnotherHostGoOnWhileTheTargetIsStopped() throws Exception {
    try (Job job = SeveralHosts.start(FakeShell.in(folder), "--ghosts", 1, Job.program("Adds"))) {
      long stopped = pidOfRank1(job);
      Job.signal(stopped, "STOP");
      for (int i = 1; i <= 3; i++) {
        job.write("add\n");
        job.awaitOut("added " + i);
      }
      Job.signal(stopped, "CONT");
      job.closeInput();
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.out()).contains("asynchronous true").contains("in all 3");
      assertThat(result.status()).isZero();
    }
  }

  /**
   * Rank 1 makes no call and collects its heap again and again, until it has found during several
   * collections that rank 0 has added to its memory.
   */
  @Test
  void operationsOfAnotherHostGoOnWhileTheTargetCollectsItsHeap() throws Exception {
    Job.Result result =
        SeveralHosts.run(FakeShell.in(folder), "--ghosts", 1, Job.program("Collects"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).contains("of 300000");
    assertThat(result.status()).isZero();
  }

  /**
   * Ranks, ghosts and origins are processes of their own, and some of the ranks share a host. With
   * several ghosts of a host it is the order of operations that matters; the others of the suite
   * are for {@code -Pthorough}.
   */
  @ParameterizedTest
  @CsvSource({"4, 1", "3, 2"})
  void windowsConformWhereGhostsCarryOutOperations(int ranks, int ghosts) throws Exception {
    boolean all = ghosts == 1 || Combinations.all();
    Job.Result result =
        Job.run(
            "run",
            "-n",
            ranks,
            SeveralHosts.HOSTS,
            "--processes",
            FakeShell.in(folder).option(),
            "--ghosts",
            ghosts,
            "-cp",
            Path.of("..", "ronsel-core", "target", "test-classes").toAbsolutePath().normalize(),
            "org.ronsel.conformance.Conformance",
            all ? List.of("window.") : List.of(),
            "windowlitmus.",
            "windowerror.");
    assertThat(result.err()).isEmpty();
    assertThat(result.out())
        .containsPattern("\\d\\d scenarios hold on " + ranks + " ranks")
        .contains("windowlitmus.putsAreSeenInTheOrderOfTheirFlushes");
    assertThat(result.status()).isZero();
  }

  /** Ranks of a host operate on each other's memory themselves. */
  @Test
  void onOneHostNoGhostIsNeeded() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", Job.program("Adds"))) {
      long stopped = pidOfRank1(job);
      Job.signal(stopped, "STOP");
      job.write("add\n");
      job.awaitOut("added 1");
      Job.signal(stopped, "CONT");
      job.closeInput();
      assertThat(job.await().out()).contains("in all 1");
    }
  }

  private static ProcessHandle ghost(FakeShell shell, String host) throws IOException {
    return shell
        .agent(host)
        .children()
        .filter(each -> each.info().commandLine().orElse("").endsWith(" 3"))
        .findFirst()
        .orElseThrow();
  }

  @ParameterizedTest
  @ValueSource(strings = {"abort", "report"})
  void theDeathOfAGhostIsSaid(String policy) throws Exception {
    FakeShell shell = FakeShell.in(folder);
    try (Job job =
        SeveralHosts.start(shell, "--ghosts", 1, "--on-failure", policy, Job.program("Adds"))) {
      job.write("add\n");
      job.awaitOut("added 1");
      Job.signal(ghost(shell, "b.invalid").pid(), "KILL");
      job.awaitErr("the JVM of ghost 1, which serves the ranks of b.invalid (process ");
      if (policy.equals("report")) {
        job.awaitErr("the others go on without ghost 1");
        job.write("add\n");
        job.awaitOut("added 2"); // by rank 1, which waits in its barrier
        job.closeInput();
        assertThat(job.await().out()).contains("in all 2");
      } else {
        assertThat(job.await().status()).isEqualTo(137);
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "65", "few"})
  void aNumberOfGhostsThatCannotBeIsRefused(String number) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--ghosts", number, Job.program("Ready"));
    assertThat(result.err()).contains("--ghosts").contains(number);
    assertThat(result.status()).isEqualTo(2);
  }

  @Test
  void withoutSharedMemoryThereAreNone() throws Exception {
    Job.Result result =
        SeveralHosts.run(
            FakeShell.in(folder),
            "--ghosts",
            1,
            "-J-Dronsel.transports=thread,tcp",
            Job.program("Ready"));
    assertThat(result.err()).contains("by shared memory, which cannot be used here");
    assertThat(result.status()).isNotZero();
  }
}
