package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which algorithms serve the collective calls of a job, as {@code --profile} tells. */
class CollectivesTest {
  private static final String TITLE = "ronsel collectives table 1\n";

  @TempDir Path folder;

  private Job.Result run(Map<String, String> environment, Object... arguments) throws Exception {
    try (Job job = Job.start(environment, folder, arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  private static String row(String operation, String algorithm, int calls, String message) {
    return "\n  " + operation + " +" + algorithm + " +3 +" + calls + " " + message + "\n";
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1, direct", "--processes, recursive-doubling"})
  void theProfileNamesTheAlgorithmThatServedEachCall(String placement, String ofBlocking)
      throws Exception {
    Job.Result result = Job.run("run", "-n", 3, placement, "--profile", Job.program("Summing"));
    assertThat(result.status()).as(result.err()).isZero();
    if (ofBlocking.equals("direct")) {
      assertThat(result.err())
          .containsPattern(row("allReduce", "direct", 12, "8 B..8000 B"))
          .containsPattern(row("allReduce", "recursive-doubling", 3, "8000 B"))
          .containsPattern(row("barrier", "direct", 3, "0 B"));
    } else {
      assertThat(result.err()).containsPattern(row("allReduce", ".*", 12, "8.*8000 B"));
    }
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--processes"})
  void anAlgorithmNamedOnTheCommandLineServesAllThatItCan(String placement) throws Exception {
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            placement,
            "--profile",
            "--algorithm",
            "allReduce=ring,barrier=binomial,allGather=recursive-doubling",
            Job.program("Summing"));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err())
        .containsOnlyOnce("does not work with")
        .contains("--algorithm allGather=recursive-doubling: does not work with 3 ranks")
        .containsPattern(row("allReduce", "ring", 15, "8 B..8000 B"))
        .containsPattern(row("barrier", "binomial", 3, "0 B"));
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--processes"})
  void anAlgorithmThatStagesMoreThanItMayIsReplaced(String placement) throws Exception {
    // Recursive doubling stages 16000 bytes, Rabenseifner's algorithm 8000, a ring two thirds.
    Job.Result result =
        Job.run(
            "run",
            "-n",
            3,
            placement,
            "--profile",
            "-J",
            "-Dronsel.collective.scratch=6K",
            Job.program("Summing"));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).containsPattern(row("allReduce", "ring", 3, "8000 B"));
  }

  @ParameterizedTest
  @CsvSource({"--jvms=1", "--jvms=2"})
  void theTableOfTheUserIsUsedByAllJvms(String placement) throws Exception {
    Path table = folder.resolve("ronsel").resolve("collectives.table");
    Files.createDirectories(folder.resolve("ronsel"));
    Files.writeString(table, TITLE + "allReduce bytes=..100 -> flat\nallReduce ranks=3 -> chain\n");
    Job.Result result =
        run(
            Map.of("XDG_CONFIG_HOME", folder.toString()),
            "run",
            "-n",
            3,
            placement,
            "--profile",
            Job.program("Summing"));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err())
        .containsPattern(row("allReduce", "flat", 3, "8 B"))
        .containsPattern(row("allReduce", "chain", 12, "8000 B"));
  }

  @Test
  void jvmsThatChooseOtherAlgorithmsDoNotStart() throws Exception {
    Object program = Job.program("Summing");
    String ring = "-J-Dronsel.collective.allReduce=ring";
    Job.Result result = Job.run("run", "-n", 1, program, ":", "-n", 1, ring, program);
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .contains("chooses collective algorithms by the built-in table, ")
        .contains("the built-in table, allReduce=ring")
        .contains("but JVM ");
  }

  @Test
  void jvmsThatHaveLessMemoryThanOthersDecideForAll() throws Exception {
    Object program = Job.program("Summing");
    String little = "-J-Dronsel.collective.scratch=4K";
    Job.Result result =
        Job.run("run", "--profile", "-n", 1, program, ":", "-n", 1, little, program);
    assertThat(result.status()).as(result.err()).isZero();
  }

  @Test
  void theVariableNamesAnotherTableAndTheOptionTheBuiltInOne() throws Exception {
    Path table = folder.resolve("mine.table");
    Files.writeString(table, TITLE + "allReduce -> magic\n");
    Map<String, String> environment = Map.of("RONSEL_COLLECTIVES", table.toString());
    Object program = Job.program("Summing");
    Job.Result refused = run(environment, "run", "-n", 3, program);
    assertThat(refused.status()).isEqualTo(2);
    assertThat(refused.err())
        .contains(table + ":2: allReduce has no algorithm \"magic\"; it has direct, ");
    Job.Result result = run(environment, "run", "-n", 3, "--collectives", "default", program);
    assertThat(result.status()).as(result.err()).isZero();
  }
}
