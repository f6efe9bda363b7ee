package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How ranks end, and what that means for the job. */
class EndsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --jvms=1    | exception       |    | 1 | rank 1 failed: java.lang.IllegalStateException: boom
          --processes | exception       |    | 1 | rank 1 failed: java.lang.IllegalStateException: boom
          --jvms=2    | error           |    | 1 | rank 1 failed: java.lang.StackOverflowError: deep
          --jvms=1    | initialiser     |    | 1 | Caused by: java.lang.NumberFormatException
          --jvms=1    | thread          |    | 1 | rank 1 failed in thread 'worker': java.lang.IllegalStateException: in a thread
          --jvms=1    | circle          |    | 1 | Caused by: java.lang.Exception: second
          --processes | circle          |    | 1 | rank 1 failed: java.lang.Exception: first
          --jvms=1    | mute            |    | 1 | rank 1 failed: Ends$Mute (its text cannot be had: java.lang.UnsupportedOperationException)
          --processes | mute            |    | 1 | rank 1 failed: Ends$Mute (its text cannot be had: java.lang.UnsupportedOperationException)
          --jvms=1    | long   | 70000000 | 1 | xxx... (70000033 characters in all)
          --processes | long   | 70000000 | 1 | xxx... (70000033 characters in all)
          --jvms=1    | tag             |    | 1 | rank 1 failed: org.ronsel.InvalidArgumentException: rank 1, send: tag -1 is not in 0..2147483647
          --processes | tag             |    | 1 | rank 1 failed: org.ronsel.InvalidArgumentException: rank 1, send: tag -1 is not in 0..2147483647
          --jvms=1    | allocate        | 60 | 1 | rank 1 failed: org.ronsel.NoMemoryException: rank 1, allocate: this JVM cannot get 1152921504606846976 bytes
          --processes | allocate        | 50 | 1 | rank 1 failed: org.ronsel.NoMemoryException: rank 1, allocate: Cannot get 1 PiB of shared memory
          --jvms=1    | exit            | 3  | 3 | rank 1 ended the job by System.exit(3)
          --processes | exit            | 3  | 3 | rank 1 ended the job by System.exit(3)
          --jvms=1    | exit-in-pool    | 4  | 4 | rank 1 ended the job by System.exit(4)
          --jvms=1    | abort           | 9  | 9 | rank 1 aborted the job with status 9
          --processes | abort           | 9  | 9 | rank 1 aborted the job with status 9
          --jvms=1    | halt            | 5  | 5 | rank 1 ended the job by Runtime.halt(5)
          --jvms=1    | abort           | 256 | 1 | rank 1 aborted the job with status 256, of which a process shows the lowest 8 bits, 0 for success; the exit status is 1
          --processes | exit            | 256 | 1 | System.exit(256), of which a process shows the lowest 8 bits, 0 for success; the exit status is 1
          --jvms=1    | halt            | -2  | 254 | Runtime.halt(-2), of which a process shows the lowest 8 bits; the exit status is 254
          --jvms=1    | wait            |    | 1 | a request is awaited by await(), in the package mpi by Wait() or waitFor().
          --jvms=1    | reflection      | 6  | 6 | the JVM of ranks 0 to 2 (process
          --processes | reflection      | 6  | 6 | ended with status 6
          """)
  void theFirstFailureIsToldAndGivesTheStatus(
      String placement, String how, String argument, int status, String told) throws Exception {
    Job.Result result =
        Job.run(
            "run", "-n", 3, placement, Job.program("Ends"), how, argument == null ? "" : argument);
    assertThat(result.err()).contains("ronsel: ").contains(told);
    assertThat(result.status()).isEqualTo(status);
    assertThat(result.out()).isEmpty();
    assertThat(result.err().lines().filter(line -> line.startsWith("ronsel: "))).hasSize(1);
  }

  /** The launcher lives: an interrupt of the thread that listens to it is not its end. */
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aProgramMayInterruptTheOtherThreadsOfItsJvm(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 2, placement, Job.program("Interrupts"));
    assertThat(result.err()).isEmpty();
    assertThat(result.out()).isEqualTo("interrupted\n");
    assertThat(result.status()).isZero();
  }

  /** Daemons end with the mains: nobody waits for what they might do. */
  @ParameterizedTest
  @CsvSource({
    "--jvms=1, return, barrier",
    "--jvms=1, daemon, started",
    "--jvms=1, lingering, started",
    "--jvms=1, return, objects",
    "--jvms=2, return, started",
    "--jvms=2, daemon, barrier",
    "--processes, return, barrier"
  })
  void whoWaitsForARankWhoseMainHasReturnedIsTold(String placement, String how, String call)
      throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, Job.program("Ends"), how, call);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("rank 1 has ended without the collective call 1 on world");
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--processes"})
  void aRankWhoseHeapIsTooSmallIsNamedWithWhatToDo(String placement) throws Exception {
    Job.Result result =
        Job.run("run", "-n", 2, placement, "-J-Xmx80m", Job.program("Ends"), "memory");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("rank 1 failed: java.lang.OutOfMemoryError: Java heap space")
        .contains("-J-Xmx");
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aJvmThatRefusesItsOptionsIsNotTakenForOneWhoseProgramHasExited() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "-J-Xmx2x", Job.program("Ends"), "return");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("Invalid maximum heap size: -Xmx2x")
        .contains("ended with status 1 before it could start its ranks")
        .contains("-J gives it options");
  }

  @Test
  void theStackOfAFailureIsThatOfTheProgram() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, Job.program("Ends"), "exception");
    assertThat(result.err())
        .isEqualTo(
            """
            ronsel: rank 1 failed: java.lang.IllegalStateException: boom
            \tat Ends.main(Ends.java:9)
            """);
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--jvms=2", "--processes"})
  void exitWithStatusZeroEndsOnlyItsRank(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, Job.program("Ends"), "exit", 0);
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.sortedLines()).containsExactly("rank 0 has ended", "rank 2 has ended");
  }

  @Test
  void aNativeLibraryThatTwoRanksLoadIsExplained() throws Exception {
    Path library = Path.of(System.getProperty("java.home"), "lib", "libjsig.so");
    Job.Result result = Job.run("run", "-n", 2, Job.program("Libraries"), library);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("UnsatisfiedLinkError")
        .contains("--processes")
        .contains("--shared-classes");
    for (String way : new String[] {"--processes", "--shared-classes"}) {
      Job.Result works = Job.run("run", "-n", 2, way, Job.program("Libraries"), library);
      assertThat(works.err()).doesNotContain("UnsatisfiedLinkError");
      assertThat(works.status()).isZero();
    }
  }

  @Test
  void threadsThatAreNotDaemonsAreWaitedFor() throws Exception {
    for (String placement : new String[] {"--jvms=1", "--processes", "--ranks-as=virtual"}) {
      Job.Result result = Job.run("run", "-n", 2, placement, Job.program("Leftover"));
      assertThat(result.status()).isZero();
      assertThat(result.out()).isEqualTo("the worker received 42\n");
    }
  }

  @Test
  void shutdownHooksRunOnceAtTheEndOfTheJvm() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, Job.program("Ready"), 0);
    assertThat(result.status()).isZero();
    assertThat(result.out().lines().limit(2).sorted()).containsExactly("ready 0", "ready 1");
    assertThat(result.out().lines().skip(2).sorted()).containsExactly("hook 0", "hook 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2", "--processes"})
  void aShutdownHookMayHalt(String placement) throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, Job.program("HookHalt"));
    assertThat(result.err()).isEmpty();
    assertThat(result.status()).isZero();
    assertThat(result.out().lines().sorted()).containsExactly("hook 0", "hook 1", "hook 2");
  }

  @Test
  void aJvmWhoseShutdownHookDoesNotReturnIsNamed() throws Exception {
    try (Job job = Job.start("run", "-n", 2, "--processes", Job.program("Lingers"))) {
      job.awaitOut("lingers");
      job.awaitErr("the JVM of rank 0 (process " + job.jvm(0).pid() + ") has not ended, although");
      job.signal("TERM");
      assertThat(job.await().status()).isEqualTo(143);
    }
  }
}
