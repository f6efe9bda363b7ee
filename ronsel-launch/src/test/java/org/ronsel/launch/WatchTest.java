package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that is stuck can be asked who waits for whom, and is. */
class WatchTest {
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2", "--processes"})
  void aStallIsReportedOnceAndNamesTheCycle(String placement) throws Exception {
    try (Job job = Job.start("run", "-n", 3, placement, "--stall", "300ms", Job.program("Ready"))) {
      job.awaitErr(
          "deadlock: rank 0 waits for rank 1, which waits for rank 2, which waits for rank 0");
      // Were the same stall reported again, it would be within the time that an answer takes.
      job.askWhoWaits(1);
      job.signal("TERM");
      assertThat(job.await().err().lines().filter(line -> line.contains("no progress for")))
          .hasSize(1);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          start | start of shelf: waits for post of rank 0
          await | await of shelf: waits for complete of rank 0
          fence | fence of shelf
          """)
  void whatWindowsWaitForIsNamedByTheirCalls(String what, String words) throws Exception {
    for (String placement : new String[] {"--jvms=1", "--processes"}) {
      assertThat(stuckWindow(placement, 2, what))
          .as(placement)
          .containsPattern("   1  " + words + " +[0-] +-  shelf")
          .contains("deadlock: rank 0 waits for rank 1, which waits for rank 0");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aCycleOfLocksIsNamedWithWhoHoldsWhat(String placement) throws Exception {
    assertThat(stuckWindow(placement, 3, "locks"))
        .containsPattern(
            "   0  exclusive lock of rank 0 in shelf, which rank 2 holds; has that of rank 1 +2 ")
        .containsPattern(
            "   1  exclusive lock of rank 1 in shelf, which rank 0 holds; has that of rank 2 +0 ")
        .contains(
            "deadlock: rank 0 waits for rank 2, which waits for rank 1, which waits for rank 0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aLockOfARankThatHasEndedIsWaitedForInVain(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, Job.program("StuckWindows"), "ended");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 0, lock: rank 1 has ended and holds the exclusive lock of rank 0 in shelf");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aSharedLockOfARankThatEndsIsGivenBack(String placement) throws Exception {
    Job.Result result =
        Job.run("run", "-n", 2, placement, Job.program("StuckWindows"), "shared-ended");
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("locked\n");
    assertThat(result.status()).isZero();
  }

  @Test
  void aPostOfARankThatHasEndedIsWaitedForInVain() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, Job.program("StuckWindows"), "start-ended");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 1: start of shelf: waits for post of rank 0, which has ended without it;");
  }

  private static String stuckWindow(String placement, int ranks, String what) throws Exception {
    try (Job job =
        Job.start(
            "run", "-n", ranks, placement, "--stall", "300ms", Job.program("StuckWindows"), what)) {
      job.awaitErr("deadlock: ");
      job.awaitErr("which waits for rank 0");
      return job.errSoFar();
    }
  }

  @Test
  void sigquitAsksAJobThatIsNotStuckToo() throws Exception {
    try (Job job = Job.start("run", "-n", 2, Job.program("Ready"), 3_600_000)) {
      job.awaitReady(2);
      job.askWhoWaits(1);
      String before = job.outSoFar();
      job.askWhoWaits(2);
      job.signal("TERM");
      Job.Result result = job.await();
      assertThat(result.err().lines())
          .filteredOn(line -> line.contains("rank 0, 1 do not wait inside Ronsel"))
          .hasSizeGreaterThanOrEqualTo(2);
      assertThat(result.out().substring(before.length()))
          .as("no threads of the launcher")
          .doesNotContain("Full thread dump");
    }
  }

  /** They ask by the same signal. */
  @Test
  void toolsOfTheJdkReachTheLauncher() throws Exception {
    try (Job job = Job.start("run", "-n", 1, Job.program("Ready"), 3_600_000)) {
      job.awaitOut("ready 0");
      job.askWhoWaits(1); // before that the JVM may answer a signal itself
      String outBefore = job.outSoFar();
      String before = job.errSoFar();
      Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
      try (Job tool =
          Job.startOther(List.of(jcmd.toString(), Long.toString(job.pid()), "VM.version"))) {
        Job.Result answer = tool.await();
        assertThat(answer.status()).as(answer.err()).isZero();
        assertThat(answer.out()).contains("JDK");
      }
      int asked = job.askWhoWaits(2);
      job.signal("TERM");
      Job.Result result = job.await();
      assertThat(result.out().substring(outBefore.length())).doesNotContain("Full thread dump");
      assertThat(result.err().substring(before.length()).split("\\(SIGQUIT\\)", -1))
          .as("what was asked for, and no more")
          .hasSizeLessThanOrEqualTo(1 + asked);
    }
  }

  @Test
  void aJobThatTakesTooLongIsEndedAndReported() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--timeout", "5s", Job.program("Ready"));
    assertThat(result.status()).isEqualTo(124);
    assertThat(result.err())
        .contains("what the ranks wait for (--timeout)")
        .contains("the job ran longer than --timeout 5s");
  }
}
