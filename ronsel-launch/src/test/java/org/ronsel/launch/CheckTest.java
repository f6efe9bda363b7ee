package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --check} finds, and what it leaves alone. */
class CheckTest {
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aCorrectProgramRunsAsWithout(String placement) throws Exception {
    Job.Result result = run(placement, "nothing");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.sortedLines()).containsExactly("rank 0 has ended", "rank 1 has ended");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --processes | signature      | receive: elements of (DOUBLE, INT) matched a message of elements of (INT, DOUBLE) from rank 0, tag 5, sent at Checked.java
          --jvms=1    | signature      | receive: elements of (DOUBLE, INT) matched a message of elements of (INT, DOUBLE) from rank 0, tag 5, sent at Checked.java
          --processes | ready          | rank 1, receive: the ready send from rank 0, tag 5, sent at Checked.java
          --jvms=1    | ready          | came when no receive for it was posted
          --jvms=1    | send-buffer    | rank 0, iSend: the buffer of the send was changed before the request was complete; iSend started at
          --processes | receive-buffer | rank 1, iReceive: somebody has written into the buffer of the pending receive before its message from rank 0
          --jvms=1    | overlap        | rank 1, iReceive: the buffer overlaps that of a pending iReceive started at
          --jvms=1    | exchange       | send: the buffer overlaps that of a pending iReceive started at
          --jvms=1    | type           | overlap in the receive buffer, so what is received there is undefined
          """)
  void messagesThatAreErroneousAreNamed(String placement, String what, String told)
      throws Exception {
    Job.Result result = run(placement, what);
    assertThat(result.err()).contains(told).contains("Checked.main(Checked.java:");
    assertThat(result.status()).isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --processes | operation   | rank 0: broadcast of 1000 DOUBLE, root 0 at | rank 1: barrier at
          --jvms=1    | operation   | rank 0: broadcast of 1000 DOUBLE, root 0 at | rank 1: barrier at
          --jvms=1    | root        | rank 0: broadcast of 1000 DOUBLE, root 0 at | rank 1: broadcast of 1000 DOUBLE, root 1 at
          --jvms=1    | count       | rank 0: broadcast of 10 DOUBLE, root 0 at | rank 1: broadcast of 11 DOUBLE, root 0 at
          --processes | element     | rank 0: allReduce of 4 INT with SUM at | rank 1: allReduce of 4 FLOAT with SUM at
          --jvms=1    | operator    | rank 0: allReduce of 1000 DOUBLE with SUM at | rank 1: allReduce of 1000 DOUBLE with MAX at
          --processes | nonblocking | rank 0: iBarrier at | rank 1: iBroadcast of 1000 DOUBLE, root 0 at
          --jvms=1    | creation    | rank 0: dup at | rank 1: barrier at
          """)
  void collectiveCallsThatDifferAreNamedWithTheStackOfEachRank(
      String placement, String what, String one, String other) throws Exception {
    Job.Result result = run(placement, what);
    assertThat(result.err())
        .contains(": collective call 1 on world is not the same on all ranks")
        .contains("\n  " + one + "\n    Checked.main(Checked.java:")
        .contains("\n  " + other + "\n    Checked.main(Checked.java:");
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aRankThatIsAbsentFromACollectiveCallIsInTheReportOfWaits() throws Exception {
    try (Job job =
        Job.start(
            "run", "-n", 2, "--stall", "500ms", "--check", Job.program("Checked.java"), "absent")) {
      job.awaitErr("deadlock: rank 0 waits for rank 1, which waits for rank 0");
      assertThat(job.errSoFar()).containsPattern("0 +barrier +1 ").contains("receive");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void whatIsLeftBehindIsNamedWithItsPlace(String placement) throws Exception {
    Job.Result result = run(placement, "leaks");
    assertThat(result.status()).isZero();
    String at = "\n    Checked.main(Checked.java:";
    assertThat(result.err())
        .contains("check: rank 0: 1 request was never waited for: iSend started at" + at)
        .containsPattern("rank 0: communicator world.dup\\d+ was never closed; made at\n +Checked")
        .containsPattern("rank 1: communicator world.dup\\d+ was never closed; made at\n +Checked")
        .contains("rank 1: the buffer of this rank was never detached; attached at" + at)
        .containsPattern(
            "rank 1: a message of 24 bytes from rank 0, tag 8, on world.dup\\d+, sent at"
                + " Checked.java:\\d+, was never received");
  }

  @Test
  void anUncheckedJobLooksForNothing() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, Job.program("Checked.java"), "send-buffer");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
  }

  private static Job.Result run(String placement, String what) throws Exception {
    return Job.run("run", "-n", 2, placement, "--check", Job.program("Checked.java"), what);
  }
}
