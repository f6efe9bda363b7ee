package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A job that cannot be started says so, and why, instead of waiting. */
class StartUpTest {
  @TempDir Path folder;

  @Test
  void tooManyJvmsForTheLimitOnOpenFilesAreRefusedByItsName() throws Exception {
    Job.Result result =
        Job.runBy(
            List.of("sh", "-c", "ulimit -n 64; exec \"$0\" \"$@\""),
            "run",
            "-n",
            16,
            "--processes",
            Job.program("Who"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .containsPattern("the launcher of 16 JVMs needs \\d+ open files")
        .contains("may have 64 files open (ulimit -n): raise it");
  }

  /** Neither the launcher nor a JVM reaches the limit later, and says then what it cannot know. */
  @ParameterizedTest
  @CsvSource({"2, --jvms=1", "4, --processes"})
  void aJobWithAsManyOpenFilesAsItSaysItNeedsRuns(int ranks, String placement) throws Exception {
    Job.Result refused = withOpenFiles("20", ranks, placement);
    Matcher needed = Pattern.compile("JVMs? needs (\\d+) open files").matcher(refused.err());
    assertThat(needed.find()).as(refused.err()).isTrue();
    Job.Result runs = withOpenFiles(needed.group(1), ranks, placement);
    assertThat(runs.err()).isEmpty();
    assertThat(runs.status()).isZero();
  }

  private static Job.Result withOpenFiles(String limit, int ranks, String placement)
      throws Exception {
    List<String> limited = List.of("sh", "-c", "ulimit -n " + limit + "; exec \"$0\" \"$@\"");
    return Job.runBy(limited, "run", "-n", ranks, placement, Job.program("Who"));
  }

  @Test
  void tooManyJvmsForTheLimitOnThreadsAreRefusedByItsName() throws Exception {
    // The limit does not hold for who may lift it.
    String without = "-sys_admin,-sys_resource";
    List<String> limited =
        List.of(
            "setpriv",
            "--bounding-set=" + without,
            "--inh-caps=" + without,
            "prlimit",
            "--nproc=40:40");
    assumeThat(isPossible(limited)).as("the superuser runs this, and has setpriv").isTrue();
    Job.Result result = Job.runBy(limited, "run", "-n", 4, "--processes", Job.program("Who"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .contains("a job of 4 JVMs needs 80 threads or more")
        .contains("may have 40 threads (ulimit -u)");
  }

  @Test
  void aJvmThatNeitherConnectsNorEndsIsNamed() throws Exception {
    Path pause = folder.resolve("paused");
    Map<String, String> environment = Map.of("RONSEL_START_TIMEOUT", "100ms");
    try (Job job =
        Job.startWith(environment, "run", "-n", 1, JvmPause.at(pause), Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(1);
      assertThat(result.err())
          .containsPattern("the JVM of rank 0 \\(process \\d+\\) has not connected within 0.1s")
          .contains("RONSEL_START_TIMEOUT");
    }
  }

  @Test
  void aStartTimeoutOfZeroIsNone() throws Exception {
    Map<String, String> environment = Map.of("RONSEL_START_TIMEOUT", "0");
    try (Job job = Job.startWith(environment, "run", "-n", 2, "--processes", Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"soon", "999999999h"})
  void aStartTimeoutThatIsNoTimeIsRefused(String time) throws Exception {
    Map<String, String> environment = Map.of("RONSEL_START_TIMEOUT", time);
    try (Job job = Job.startWith(environment, "run", "-n", 1, Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.status()).isEqualTo(2);
      assertThat(result.err().lines()).hasSize(1);
      assertThat(result.err()).contains("RONSEL_START_TIMEOUT");
    }
  }

  private static boolean isPossible(List<String> limited) throws Exception {
    List<String> command = new ArrayList<>(limited);
    command.add("true");
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false; // there is no such command here
    }
  }

  @Test
  void theStepsOfTheStartAreTimed() throws Exception {
    Object program = Job.program("Who");
    Job.run("--version"); // the installation is there
    long startNs = System.nanoTime();
    Job.Result result = Job.run("run", "-n", 2, "--processes", "--timing", program);
    double all = (System.nanoTime() - startNs) / 1e9;
    List<String> lines = result.err().lines().toList();
    assertThat(lines.getFirst()).isEqualTo("ronsel: seconds from the start of the command:");
    List<Double> seconds =
        lines.stream().skip(1).map(line -> Double.valueOf(line.strip().split(" ", 2)[0])).toList();
    assertThat(seconds).hasSize(7).isSorted();
    // What is counted lies within what passed here; the system's clocks tick each 10 ms.
    assertThat(seconds.getLast()).isLessThan(all + 0.02);
    assertThat(lines.getLast()).endsWith("the program has ended on all ranks");
    assertThat(result.status()).isZero();
  }
}
