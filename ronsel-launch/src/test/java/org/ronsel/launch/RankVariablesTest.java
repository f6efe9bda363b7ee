package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variables by which Open MPI tells a program its rank. */
class RankVariablesTest {
  private static final String UNSET = " null null null null null null";

  /** As a rank of another job has them. */
  private static final Map<String, String> OF_ANOTHER_JOB =
      Map.of(
          "OMPI_COMM_WORLD_RANK", "7",
          "OMPI_COMM_WORLD_SIZE", "9",
          "OMPI_COMM_WORLD_LOCAL_RANK", "7",
          "OMPI_COMM_WORLD_LOCAL_SIZE", "9",
          "OMPI_COMM_WORLD_NODE_RANK", "7",
          "OMPI_UNIVERSE_SIZE", "9");

  @TempDir Path folder;

  @Test
  void aJvmOfOneRankHasThemAndTheyAreNotThoseOfTheLauncher() throws Exception {
    assertThat(lines("run", "-n", 2, "--processes", Job.program("OpenMpiVariables")))
        .containsExactly("0/2: 0 2 0 2 0 2", "1/2: 1 2 1 2 1 2");
  }

  @Test
  void mpirunSetsThem() throws Exception {
    assertThat(lines("mpirun", "-np", 2, "java", Job.program("OpenMpiVariables")))
        .containsExactly("0/2: 0 2 0 2 0 2", "1/2: 1 2 1 2 1 2");
  }

  @Test
  void ranksThatShareAJvmHaveNone() throws Exception {
    assertThat(lines("run", "-n", 3, "--jvms", 2, Job.program("OpenMpiVariables")))
        .containsExactly("0/3: 0 3 0 3 0 3", "1/3:" + UNSET, "2/3:" + UNSET);
  }

  @Test
  void plainJavaIsNoRankOfTheJobThatTheySpeakOf() throws Exception {
    List<String> command = new ArrayList<>(List.of("env"));
    OF_ANOTHER_JOB.forEach((name, value) -> command.add(name + "=" + value));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(TestPrograms.onClassPath("OpenMpiVariables"));
    try (Job job = Job.startOther(command)) {
      assertThat(job.await().sortedLines()).containsExactly("0/1: 7 9 7 9 7 9");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'', 0/4: 0 4 0 2 0 4, 1/4: 1 4 1 2 1 4, 2/4: 2 4 0 2 0 4, 3/4: 3 4 1 2 1 4",
    "--map-by=node, 0/4: 0 4 0 2 0 4, 1/4: 1 4 0 2 0 4, 2/4: 2 4 1 2 1 4, 3/4: 3 4 1 2 1 4",
  })
  void localRanksAreCountedWithinAHost(String option, String r0, String r1, String r2, String r3)
      throws Exception {
    assertThat(
            lines(
                "run",
                "-n",
                4,
                "--processes",
                SeveralHosts.HOSTS,
                FakeShell.in(folder).option(),
                option.isEmpty() ? List.of() : option,
                Job.program("OpenMpiVariables")))
        .containsExactly(r0, r1, r2, r3);
  }

  private List<String> lines(Object... arguments) throws Exception {
    try (Job job = Job.startWith(new TreeMap<>(OF_ANOTHER_JOB), arguments)) {
      job.closeInput();
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.status()).isZero();
      return result.sortedLines();
    }
  }
}
