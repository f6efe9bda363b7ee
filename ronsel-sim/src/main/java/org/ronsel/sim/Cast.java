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

/** What each rank does: programs, of which there are few, and partners. */
final class Cast {
  /** More steps than this, of all ranks together, do not fit in a heap of 2 GiB. */
  static final long MAX_STEPS = 80_000_000;

  /** After this many ranks the number of steps of all is estimated. */
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
   * @param progress told now and then for which part of the ranks it has
   * @throws SimulationException if they have too many steps
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
      // Beside the root, all ranks of an algorithm have about as many steps: a sample shows early
      // what is out of reach by far.
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

  /** How many steps all ranks have together. */
  long steps() {
    return Arrays.stream(programs).mapToLong(Program::steps).sum();
  }

  /** How many different programs there are. */
  int distinct() {
    return distinct;
  }
}
