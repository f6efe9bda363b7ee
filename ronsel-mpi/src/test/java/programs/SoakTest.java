package programs;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.combinations.Combinations;
import org.ronsel.soak.Soak;

/**
 * The programs of both spellings leave nothing behind, however often they run: those that free the
 * communicators that they make. A build runs them in one placement, and {@code -Pthorough} in each;
 * for an hour in each:
 *
 * <pre>./ronsel test -pl ronsel-mpi -am -Dtest=SoakTest -Dronsel.soak=3600
 * </pre>
 */
class SoakTest {
  /**
   * What leaks of this package depend on is not the placement; ranks of several JVMs are in both.
   */
  static List<JobRanks.Placement> placements() {
    return Combinations.all() || Soak.isLong()
        ? List.of(JobRanks.Placement.values())
        : List.of(JobRanks.Placement.HYBRID);
  }

  @ParameterizedTest
  @MethodSource("placements")
  void programsLeaveNothingBehind(JobRanks.Placement placement) {
    List<Method> programs =
        Stream.of(AllPrograms.MPI_JAVA, AllPrograms.OPEN_MPI)
            .flatMap(classes -> AllPrograms.of(classes).stream())
            .toList();
    try (JobRanks job = new JobRanks(placement, 3)) {
      job.run(Duration.ofSeconds(Soak.deadlineSeconds()), rank -> soak(programs, rank));
    }
  }

  /** The programs that free their communicators, which is the same in every placement. */
  private static volatile List<Method> tidyPrograms = List.of();

  private static void soak(List<Method> programs, int rank) throws Exception {
    Comm world = Ronsel.world();
    List<Method> known = tidyPrograms;
    List<Method> tidy = known.isEmpty() ? thatFreeCommunicators(world, programs) : known;
    world.barrier();
    tidyPrograms = tidy;
    Soak.run(
        world,
        rank == 0,
        number -> {
          for (Method program : tidy) {
            AllPrograms.call(program);
            world.barrier();
          }
        });
  }

  private static List<Method> thatFreeCommunicators(Comm world, List<Method> programs)
      throws Exception {
    List<Method> tidy = new ArrayList<>();
    long open = openCommunicators(world);
    for (Method program : programs) {
      AllPrograms.call(program);
      long left = openCommunicators(world);
      if (left == open) {
        tidy.add(program);
      }
      open = left;
    }
    assertThat(tidy).hasSizeGreaterThan(programs.size() / 2);
    return tidy;
  }

  /** Of all ranks, which share this JVM; every rank must call. */
  private static long openCommunicators(Comm world) {
    long[] count = new long[1];
    world.barrier();
    if (world.rank() == 0) {
      count[0] = Soak.alive("org.ronsel.engine.message.Communicators$Known");
    }
    world.broadcast(count, 0);
    return count[0];
  }
}
