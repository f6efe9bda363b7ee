package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.JobAbortedException;

/**
 * Runs the programs of both spellings, one after the other in one job, at several rank counts and
 * in every placement. A program is a static method that takes arguments, as a main method does.
 */
class ProgramsTest {
  private static final List<Class<?>> MPI_JAVA =
      List.of(
          MpiJavaTransfers.class,
          MpiJavaTypes.class,
          MpiJavaCollectiveCalls.class,
          MpiJavaCommunicators.class);

  private static final List<Class<?>> OPEN_MPI =
      List.of(
          OpenMpiTransfers.class,
          OpenMpiTypes.class,
          OpenMpiCollectiveCalls.class,
          OpenMpiCommunicators.class);

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
    run(MPI_JAVA, ranks, placement);
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
    run(OPEN_MPI, ranks, placement);
  }

  @Test
  void thereAreFortyProgramsOfEachSpelling() {
    assertThat(programs(MPI_JAVA)).hasSizeGreaterThanOrEqualTo(40);
    assertThat(programs(OPEN_MPI)).hasSizeGreaterThanOrEqualTo(40);
  }

  private static List<Method> programs(List<Class<?>> classes) {
    List<Method> programs = new ArrayList<>();
    for (Class<?> type : classes) {
      Arrays.stream(type.getDeclaredMethods())
          .filter(
              method -> Arrays.equals(method.getParameterTypes(), new Class<?>[] {String[].class}))
          .filter(method -> method.getReturnType() == void.class && !method.isSynthetic())
          .sorted(Comparator.comparing(Method::getName))
          .forEach(programs::add);
    }
    return programs;
  }

  private static void run(List<Class<?>> classes, int ranks, JobRanks.Placement placement) {
    String only = System.getProperty("ronsel.test.program");
    try (JobRanks job = new JobRanks(placement, ranks)) {
      for (Method program : programs(classes)) {
        if (only == null || program.getName().equals(only)) {
          job.run(rank -> call(program));
        }
      }
    }
  }

  private static void call(Method program) throws Exception {
    try {
      MethodHandles.privateLookupIn(program.getDeclaringClass(), MethodHandles.lookup())
          .findStatic(
              program.getDeclaringClass(),
              program.getName(),
              MethodType.methodType(void.class, String[].class))
          .invoke(new String[0]);
    } catch (JobAbortedException secondary) {
      throw secondary;
    } catch (RuntimeException | Error e) {
      throw new AssertionError(program.getName() + ": " + e.getMessage(), e);
    } catch (Throwable e) {
      throw new AssertionError(program.getName() + ": " + e, e);
    }
  }
}
