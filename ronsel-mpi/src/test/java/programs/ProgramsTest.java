package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Runs the programs of both spellings, one after the other in one job, at several rank counts and
 * in every placement. A program is a static method that takes arguments, as a main method does.
 */
class ProgramsTest {
  @ParameterizedTest
  @CsvSource({
    "1, THREADS",
    "2, THREADS",
    "3, THREADS",
    "4, THREADS",
    "8, THREADS",
    "2, PROCESSES",
    "3, PROCESSES",
    "4, PROCESSES",
    "8, PROCESSES",
    "2, HYBRID",
    "3, HYBRID",
    "4, HYBRID",
    "8, HYBRID"
  })
  void programsOfMpiJavaRun(int ranks, JobRanks.Placement placement) {
    run(AllPrograms.MPI_JAVA, ranks, placement);
  }

  @ParameterizedTest
  @CsvSource({
    "1, THREADS",
    "2, THREADS",
    "3, THREADS",
    "4, THREADS",
    "8, THREADS",
    "2, PROCESSES",
    "3, PROCESSES",
    "4, PROCESSES",
    "8, PROCESSES",
    "2, HYBRID",
    "3, HYBRID",
    "4, HYBRID",
    "8, HYBRID"
  })
  void programsOfOpenMpiRun(int ranks, JobRanks.Placement placement) {
    run(AllPrograms.OPEN_MPI, ranks, placement);
  }

  @Test
  void thereAreFortyProgramsOfEachSpelling() {
    assertThat(AllPrograms.of(AllPrograms.MPI_JAVA)).hasSizeGreaterThanOrEqualTo(40);
    assertThat(AllPrograms.of(AllPrograms.OPEN_MPI)).hasSizeGreaterThanOrEqualTo(40);
  }

  private static void run(List<Class<?>> classes, int ranks, JobRanks.Placement placement) {
    String only = System.getProperty("ronsel.test.program");
    try (JobRanks job = new JobRanks(placement, ranks)) {
      for (Method program : AllPrograms.of(classes)) {
        if (only == null || program.getName().equals(only)) {
          job.run(rank -> AllPrograms.call(program));
        }
      }
    }
  }
}
