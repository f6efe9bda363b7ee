package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A heap that is full, and stays full, ends the job: nothing waits for memory for ever. */
class HeapTest {
  private static final String SMALL = "-J-Xmx24m";

  @ParameterizedTest
  @CsvSource({
    "--jvms=1, chain",
    "--jvms=2, chain",
    "--processes, chain",
    "--jvms=1, thread",
    "--jvms=1, traffic",
    "--processes, traffic",
    "--jvms=1, objects",
    "--processes, objects",
    "--processes, held",
    "--jvms=1, caught"
  })
  void aHeapThatStaysFullEndsTheJobAndNamesTheRank(String placement, String how) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, SMALL, Job.program("Fills"), how);
    assertThat(result.status()).as(result.err()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("(?m)^ronsel: ranks? \\d( to \\d)? failed")
        .contains("-J-Xmx")
        .contains(" MiB: give it more");
  }

  @ParameterizedTest
  @CsvSource({
    "--jvms=1, released",
    "--processes, released",
    "--jvms=1, large",
    "--processes, large"
  })
  void whoCatchesTheErrorAndLetsGoOfMemoryGoesOn(String placement, String how) throws Exception {
    // A virtual thread needs memory to wait: the JDK keeps its stack in the heap.
    Job.Result result =
        Job.run("run", "-n", 3, placement, "--ranks-as=platform", SMALL, Job.program("Fills"), how);
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly("rank 0 goes on", "rank 1 goes on", "rank 2 goes on");
    assertThat(result.status()).isZero();
  }

  /** It may have told the others how much it has, or have learned how much they have. */
  @Test
  void nobodyWaitsForARankThatHasNoMemoryForWhatOthersSend() throws Exception {
    Job.Result result = Job.run("run", "-n", 3, "--processes", "-J-Xmx96m", Job.program("Unfit"));
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .containsExactly(
            "rank 0 goes on",
            "rank 0, allGather: NO_MEM",
            "rank 0, allGatherv: NO_MEM",
            "rank 0, broadcast: NO_MEM",
            "rank 0, gather: NO_MEM",
            "rank 0, gatherv: NO_MEM",
            "rank 1 goes on",
            "rank 1, allGather: TYPE",
            "rank 1, allGatherv: NO_MEM",
            "rank 1, broadcast: NO_MEM",
            "rank 2 goes on",
            "rank 2, allGather: TYPE",
            "rank 2, allGatherv: NO_MEM",
            "rank 2, broadcast: NO_MEM");
    assertThat(result.status()).isZero();
  }

  /** It is not ended: whoever has stopped it can continue it. */
  @Test
  void aJvmThatSendsNoHeartbeatsIsNamed() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", Job.program("Ready"), 3_600_000)) {
      job.awaitReady(2);
      long stopped = job.jvm(1).pid();
      Job.signal(stopped, "STOP");
      job.awaitErr("the JVM of rank 1 (process " + stopped + ") has sent no heartbeat for ");
      assertThat(job.jvms()).hasSize(2);
      Job.signal(stopped, "CONT");
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
    }
  }
}
