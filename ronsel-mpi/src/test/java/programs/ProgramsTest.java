package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.combinations.Combinations;

/**
 * Runs the programs of both spellings, one after the other in one job, at several rank counts and
 * in every placement. A program is a static method that takes arguments, as a main method does.
 */
class ProgramsTest {
  private static final List<Integer> RANKS = List.of(2, 3, 4, 8);

  static Stream<Arguments> jobsForMpiJava() {
    return jobs(3);
  }

  static Stream<Arguments> jobsForOpenMpi() {
    return jobs(1);
  }

  /** Every placement of one or each of several numbers of ranks, and a single rank. */
  private static Stream<Arguments> jobs(int turn) {
    return Stream.concat(
        Stream.of(Arguments.of(1, JobRanks.Placement.THREADS)),
        Stream.of(JobRanks.Placement.values())
            .flatMap(
                placement ->
                    Combinations.inTurn(RANKS, turn + placement.ordinal()).stream()
                        .map(ranks -> Arguments.of(ranks, placement))));
  }

  @ParameterizedTest
  @MethodSource("jobsForMpiJava")
  void programsOfMpiJavaRun(int ranks, JobRanks.Placement placement) {
    run(AllPrograms.MPI_JAVA, ranks, placement);
  }

  @ParameterizedTest
  @MethodSource("jobsForOpenMpi")
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
