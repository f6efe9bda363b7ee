package org.ronsel.sim;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.ScheduledAlgorithm;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;

/** The program and the partners of each rank; there are few different programs. */
final class Cast {
  /** Most steps of all ranks together; more do not fit in a heap of 2 GiB. */
  static final long MAX_STEPS = 80_000_000;

  /** Number of ranks from which the number of steps of all is estimated. */
  private static final int SAMPLE = 64;

  private final Program[] programs;
  private final Partners[] partners;
  private final int distinct;

  private Cast(Program[] programs, Partners[] partners, int distinct) {
    this.programs = programs;
    this.partners = partners;
    this.distinct = distinct;
  }

  /**
   * Asks an algorithm for the schedules of all ranks.
   *
   * @param progress receives, now and then, the fraction of ranks that are ready, 0 to 1
   * @throws SimulationException if the ranks have too many steps
   */
  static Cast of(
      ScheduledAlgorithm algorithm,
      Placement placement,
      int root,
      long count,
      int elementBytes,
      DoubleConsumer progress) {
    int ranks = placement.ranks();
    Program[] programs = new Program[ranks];
    Partners[] partners = new Partners[ranks];
    Map<Long, List<Program>> known = new HashMap<>();
    int distinct = 0;
    long steps = 0;
    long most = 0;
    for (int rank = 0; rank < ranks; rank++) {
      Schedule schedule = algorithm.schedule(rank, placement, root);
      steps += schedule.steps();
      most = Math.max(most, schedule.steps());
      // Beside the root, all ranks of an algorithm have about the same number of steps: a sample
      // shows early that there are far too many.
      boolean hopeless = rank == SAMPLE && (steps - most) / SAMPLE * ranks > 2 * MAX_STEPS;
      if (hopeless || steps > MAX_STEPS) {
        throw new SimulationException(tooLarge(algorithm, ranks));
      }
      Program program = new Program(schedule, count, elementBytes);
      List<Program> alike = known.computeIfAbsent(program.shapeHash(), key -> new ArrayList<>(1));
      Program first = find(alike, program);
      if (first == null) {
        alike.add(program);
        first = program;
        distinct++;
      }
      programs[rank] = first;
      partners[rank] = first.partners(schedule);
      if (rank % SAMPLE == 0) {
        progress.accept(rank / (double) ranks);
      }
    }
    return new Cast(programs, partners, distinct);
  }

  private static @Nullable Program find(List<Program> among, Program wanted) {
    for (Program program : among) {
      if (program.hasShapeOf(wanted)) {
        return program;
      }
    }
    return null;
  }

  private static String tooLarge(Algorithm algorithm, int ranks) {
    return algorithm.collective().call()
        + " by "
        + algorithm.name()
        + " on "
        + ranks
        + " ranks takes more than "
        + MAX_STEPS
        + " steps; simulate it on fewer ranks";
  }

  Program program(int rank) {
    return programs[rank];
  }

  Partners partners(int rank) {
    return partners[rank];
  }

  /** The number of steps of all ranks together. */
  long steps() {
    return Arrays.stream(programs).mapToLong(Program::steps).sum();
  }

  /** The number of different programs. */
  int distinct() {
    return distinct;
  }
}
