package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code --check} finds, and what it leaves alone. */
class CheckTest {
  /** What is wrong with the messages of {@code Checked.java}; the last leaves things behind. */
  private static final String[] MESSAGES = {
    "signature",
    "ready",
    "send-buffer",
    "exchange-buffer",
    "exchange-overlap",
    "blocks-buffer",
    "receive-buffer",
    "overlap",
    "type",
    "failed",
    "refused",
    "leaks"
  };

  /** What is wrong with the windows of {@code CheckedWindows.java}. */
  private static final String[] WINDOWS = {
    "correct",
    "closed",
    "closed-shared",
    "put-put",
    "put-get",
    "get-put",
    "put-fetch",
    "put-swap",
    "put-swap-buffer",
    "swap-put",
    "request-in-fence",
    "request-in-start",
    "strided",
    "fence-put",
    "fence-get",
    "fence-operators",
    "no-put",
    "no-precede",
    "no-succeed"
  };

  /**
   * Jobs that do many things wrong, by placement and program: a row each costs no JVM of its own.
   */
  private static final Map<String, Job.Result> JOBS = new ConcurrentHashMap<>();

  private static Job.Result job(String placement, String program, String... what) {
    return JOBS.computeIfAbsent(
        placement + program,
        key -> {
          Object[] command = {"run", "-n", 2, placement, "--check", Job.program(program)};
          Object[] all = Arrays.copyOf(command, command.length + what.length);
          System.arraycopy(what, 0, all, command.length, what.length);
          try {
            return Job.run(all);
          } catch (Exception e) {
            throw new AssertionError(e);
          }
        });
  }

  private static Job.Result messages(String placement) {
    return job(placement, "Checked", MESSAGES);
  }

  /** What a rank has been told of something that it has done wrong. */
  private static String told(Job.Result result, String what, int rank) {
    String head = what + "|" + rank + "|";
    return result
        .out()
        .lines()
        .filter(line -> line.startsWith(head))
        .findFirst()
        .map(line -> line.substring(head.length()))
        .orElseThrow(() -> new AssertionError(head + " is missing in " + result));
  }

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
          1 | signature      | receive: elements of (DOUBLE, INT) matched a message of elements of (INT, DOUBLE) from rank 0, tag 5, sent at Checked.java
          1 | ready          | rank 1, receive: the ready send from rank 0, tag 5, sent at Checked.java
          1 | ready          | came when no receive for it was posted
          0 | send-buffer    | rank 0, iSend: the buffer of the send was changed before the request was complete; iSend started at
          0 | exchange-buffer | rank 0, iSendReceive: the buffer of the send was changed before the request was complete; iSendReceive started at
          0 | exchange-overlap | rank 0, iSend: the buffer overlaps that of a pending iSendReceive started at
          0 | blocks-buffer  | rank 0, iAllToAllv: the buffer of the send was changed before the request was complete; iAllToAllv started at
          1 | receive-buffer | rank 1, iReceive: somebody has written into the buffer of the pending receive before its message from rank 0
          1 | overlap        | rank 1, iReceive: the buffer overlaps that of a pending iReceive started at
          1 | type           | overlap in the buffer, so what is received there is undefined
          """)
  void messagesThatAreErroneousAreNamed(int rank, String what, String words) {
    for (String placement : new String[] {"--jvms=1", "--processes"}) {
      assertThat(told(messages(placement), what, rank)).as(placement).contains(words);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void theBufferOfARequestThatHasFailedIsFree(String placement) {
    assertThat(told(messages(placement), "failed", 1)).isEqualTo("nothing");
  }

  /** What a call was to be checked by is not taken for that of a later one. */
  @ParameterizedTest
  @CsvSource({"--jvms=1, 0", "--jvms=1, 1", "--processes, 0", "--processes, 1"})
  void aStartThatIsRefusedLeavesNothingBehind(String placement, int rank) {
    assertThat(told(messages(placement), "refused", rank)).isEqualTo("nothing");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          operation       | OTHER    | broadcast of 8 INT, root 0           | barrier
          root            | ROOT     | broadcast of 8 INT, root 0           | broadcast of 8 INT, root 1
          count           | COUNT    | broadcast of 5 INT, root 0           | broadcast of 6 INT, root 0
          element         | TYPE     | allReduce of 8 INT with SUM          | allReduce of 8 FLOAT with SUM
          operator        | OP       | allReduce of 8 INT with SUM          | allReduce of 8 INT with MAX
          creation        | OTHER    | dup                                  | barrier
          struct          | TYPE     | broadcast of 8 (INT, DOUBLE, INT     | broadcast of 8 (DOUBLE, INT, DOUBLE
          gather-root     | ROOT     | gather of 2 INT, root 0              | gather of 2 INT, root 1
          gather-count    | COUNT    | gather of 2 INT, root 0              | gather of 3 INT, root 0
          gather-type     | TYPE     | gather of 2 INT, root 0              | gather of 2 FLOAT, root 0
          gatherv-root    | ROOT     | gatherv, root 0                      | gatherv, root 1
          gatherv         | OTHER    | gatherv, root 0                      | gather of 2 INT, root 0
          scatter-count   | COUNT    | scatter of 2 INT, root 0             | scatter of 3 INT, root 0
          scatter-root    | ROOT     | scatter of 2 INT, root 0             | scatter of 2 INT, root 1
          scatterv-root   | ROOT     | scatterv, root 0                     | scatterv, root 1
          objects         | OTHER    | broadcastObject, root 0              | broadcast of 1 LONG, root 0
          object-root     | ROOT     | gatherObjects, root 0                | gatherObjects, root 1
          all-objects     | OTHER    | gatherObjects, root 0                | allGatherObjects
          reduce-root     | ROOT     | reduce of 4 INT with SUM, root 0     | reduce of 4 INT with SUM, root 1
          reduce-operator | OP       | reduce of 4 INT with SUM, root 0     | reduce of 4 INT with MIN, root 0
          reduceScatter   | COUNT    | reduceScatter of 3 INT with SUM      | reduceScatter of 4 INT with SUM
          scan            | OP       | scan of 4 INT with SUM               | scan of 4 INT with PROD
          scan-type       | TYPE     | scan of 4 INT with SUM               | scan of 4 FLOAT with SUM
          exscan          | COUNT    | exscan of 4 INT with SUM             | exscan of 5 INT with SUM
          allGather       | COUNT    | allGather of 2 INT                   | allGather of 3 INT
          allGatherv      | OTHER    | allGatherv                           | allGather of 2 INT
          allToAll        | COUNT    | allToAll of 2 INT                    | allToAll of 3 INT
          allToAllv       | OTHER    | allToAllv                            | allToAll of 2 INT
          allToAllw       | OTHER    | allToAllw                            | allToAllv
          typed-scatter   | COUNT    | scatter of 2 INT, root 0             | scatter of 3 INT, root 0
          typed-scan      | OP       | scan of 8 INT with SUM               | scan of 8 INT with MAX
          typed-reduceScatter | COUNT | reduceScatter of 3 INT with SUM     | reduceScatter of 4 INT with SUM
          neighbours      | OTHER    | neighborAllGather                   | neighborAllToAll
          createCart      | ARGUMENT | createCart, arguments #              | createCart, arguments #
          reorder         | ARGUMENT | createCart, arguments #              | createCart, arguments #
          createGroup     | ARGUMENT | createGroup, ranks [0, 1]            | createGroup, ranks [1, 0]
          """)
  void collectiveCallsThatDifferAreNamedWithTheStackOfEachRank(
      String what, String errorClass, String one, String other) {
    assertDiffer(what, errorClass, "rank 0: " + one, "rank 1: " + other);
  }

  /** The ranks of both groups of an inter-communicator have the same numbers. */
  @ParameterizedTest
  @CsvSource({"inter-barrier, barrier, dup", "inter-merge, merge, barrier"})
  void thoseOfAnInterCommunicatorAreNamedByTheirRanksInTheWorld(
      String what, String one, String other) {
    assertDiffer(what, "OTHER", "world rank 0: " + one, "world rank 1: " + other);
  }

  private static void assertDiffer(String what, String errorClass, String one, String other) {
    for (String placement : new String[] {"--jvms=1", "--processes"}) {
      Job.Result result = job(placement, "CheckedCollectives");
      assertThat(result.status()).isZero();
      for (int rank = 0; rank < 2; rank++) {
        assertThat(told(result, what, rank))
            .as(placement)
            .startsWith(errorClass + " ")
            .contains("rank " + rank + ", ")
            .contains(" on " + what + " is not the same on all ranks")
            .containsPattern(
                " / +\\Q%s\\E[^/]* at / +CheckedCollectives\\.\\S+\\(CheckedCollectives.java:\\d+\\)"
                    .formatted(one))
            .containsPattern(
                " / +\\Q%s\\E[^/]* at / +CheckedCollectives\\.\\S+\\(CheckedCollectives.java:\\d+\\)"
                    .formatted(other));
      }
    }
  }

  @Test
  void anErrorFoundWhileTheProgramGoesOnEndsTheJob() throws Exception {
    Job.Result result = run("--processes", "nonblocking");
    String at = " at\n    Checked.one(Checked.java:";
    assertThat(result.err())
        .contains(": collective call 1 on world is not the same on all ranks")
        .contains("\n  rank 0: iBarrier" + at)
        .contains("\n  rank 1: iBroadcast of 1000 DOUBLE, root 0" + at);
    assertThat(result.status()).isEqualTo(1);
  }

  @Test
  void aRankThatIsAbsentFromACollectiveCallIsInTheReportOfWaits() throws Exception {
    try (Job job =
        Job.start(
            "run", "-n", 2, "--stall", "500ms", "--check", Job.program("Checked"), "absent")) {
      job.awaitErr("deadlock: rank 0 waits for rank 1, which waits for rank 0");
      assertThat(job.errSoFar()).containsPattern("0 +barrier +1 ").contains("receive");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void whatIsLeftBehindIsNamedWithItsPlace(String placement) {
    Job.Result result = messages(placement);
    assertThat(result.status()).isZero();
    String at = "\n    Checked.one(Checked.java:";
    assertThat(result.err())
        .contains("check: rank 0: 1 request was never waited for: iSend started at" + at)
        .contains("check: rank 0: 1 request was never waited for: iSendReceive started at" + at)
        .contains("check: rank 0: 1 request was never waited for: partitionedSend started at" + at)
        .contains(
            "check: rank 1: 1 request was never waited for: partitionedReceive started at" + at)
        .containsPattern("rank 0: communicator world.dup\\S+ was never closed; made at\n +Checked")
        .containsPattern("rank 1: communicator world.dup\\S+ was never closed; made at\n +Checked")
        .contains("rank 1: the buffer of this rank was never detached; attached at" + at)
        .containsPattern(
            "rank 1: a message of 24 bytes from rank 0, tag 8, on world.dup\\S+, sent at"
                + " Checked.java:\\d+, was never received")
        .containsPattern(
            "rank 1: a partitioned send, tag 7, from rank 0, on world.dup\\S+, sent at"
                + " Checked.java:\\d+, was never received")
        .containsPattern(
            "rank 1: a partition of 80 bytes from rank 0, on world.dup\\S+, sent at"
                + " Checked.java:\\d+, was never received");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0 | closed        | IllegalStateException Already closed
          1 | closed-shared | IllegalStateException Already closed
          0 | correct       | nothing
          1 | correct       | nothing
          0 | put-put       | CheckException rank 0, put: displacement 4 of rank 1 in put-put is that of the put at CheckedWindows.java:
          0 | put-put       | too, which is not complete, so the outcome is undefined; call flush(1), or end the epoch, between the two
          0 | put-get       | rank 0, get: displacement 3 of rank 1 in put-get is that of the put at CheckedWindows.java:
          0 | get-put       | rank 0, put: displacement 2 of rank 1 in get-put is that of the get at CheckedWindows.java:
          0 | put-fetch     | rank 0, fetchAndOp: displacement 3 of rank 1 in put-fetch is that of the put at CheckedWindows.java:
          0 | put-swap      | rank 0, compareAndSwap: displacement 3 of rank 1 in put-swap is that of the put at CheckedWindows.java:
          0 | put-swap-buffer | rank 0, compareAndSwap: displacement 3 of rank 1 in put-swap-buffer is that of the put at
          0 | swap-put      | nothing
          0 | request-in-fence | CheckException rank 0, rPut: this rank is in an epoch between fences
          0 | request-in-start | rank 0, rGet: this rank is in an epoch of start
          0 | strided       | rank 0, put: displacement 6 of rank 1 in strided is that of the put at CheckedWindows.java:
          0 | fence-put     | rank 0, fence: displacement 2 of rank 0 in fence-put is that of the put of rank 0 at CheckedWindows.java:
          1 | fence-put     | rank 1, fence: displacement 2 of rank 0 in fence-put is that of the put of rank 0 at CheckedWindows.java:
          1 | fence-put     | and of the put of rank 1 at CheckedWindows.java:
          0 | fence-get     | displacement 2 of rank 1 in fence-get is that of the get of rank 0 at CheckedWindows.java:
          1 | fence-operators | displacements 0 to 2 of rank 0 in fence-operators are those of the accumulate with SUM of rank 0 at
          0 | no-put        | CheckException rank 0, fence on no-put: rank 1 asserted NO_PUT in the fence before, but the accumulate with SUM of rank 0 at CheckedWindows.java:
          1 | no-put        | writes to its memory; leave the assertion out, or the operation
          0 | no-precede    | CheckException rank 0, fence on no-precede: NO_PRECEDE is asserted, but the get of rank 0 at CheckedWindows.java:
          1 | no-precede    | on rank 1, precedes it, and is not completed by it; leave the assertion out
          0 | no-succeed    | rank 0, fence on no-succeed: rank 1 asserts NO_SUCCEED, and rank 0 does not; all ranks must, or none
          """)
  void windowsThatAreMisusedAreNamed(int rank, String what, String words) {
    for (String placement : new String[] {"--jvms=1", "--processes"}) {
      assertThat(told(job(placement, "CheckedWindows", WINDOWS), what, rank))
          .as(placement)
          .contains(words);
    }
  }

  /** Of the three ranks of {@code Survivors.java} the last is killed before a collective call. */
  @ParameterizedTest
  @ValueSource(strings = {"barrier", "iBarrier"})
  void ranksThatGoOnWithoutAFailedOneDoSoInACheckedJobToo(String call) throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            "--processes",
            "--on-failure",
            "report",
            "--check",
            Job.program("Survivors"),
            call);
    assertThat(result.sortedLines())
        .containsExactly("rank 0 of 2 has gone on", "rank 1 of 2 has gone on");
    assertThat(result.err()).contains("the others go on without rank 2").doesNotContain("check:");
  }

  @Test
  void anUncheckedJobLooksForNothing() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, Job.program("Checked"), "send-buffer");
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
  }

  private static Job.Result run(String placement, String what) throws Exception {
    return Job.run("run", "-n", 2, placement, "--check", Job.program("Checked"), what);
  }
}
