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

/**
 * The schedules of all ranks: the shape and the partners of each; there are few different shapes.
 */
final class RankSchedules {
  /** Most steps of all ranks together; more do not fit in a heap of 2 GiB. */
  static final long MAX_STEPS = 80_000_000;

  /** Number of ranks from which the number of steps of all is estimated. */
  private static final int SAMPLE = 64;

  private final ScheduleShape[] shapes;
  private final Partners[] partners;
  private final int distinct;

  private RankSchedules(ScheduleShape[] shapes, Partners[] partners, int distinct) {
    this.shapes = shapes;
    this.partners = partners;
    this.distinct = distinct;
  }

  /**
   * Asks an algorithm for the schedules of all ranks.
   *
   * @param progress receives, now and then, the fraction of ranks that are ready, 0 to 1
   * @throws SimulationException if the ranks have too many steps
   */
  static RankSchedules of(
      ScheduledAlgorithm algorithm,
      Placement placement,
      int root,
      long count,
      int elementBytes,
      DoubleConsumer progress) {
    int ranks = placement.ranks();
    ScheduleShape[] shapes = new ScheduleShape[ranks];
    Partners[] partners = new Partners[ranks];
    Map<Long, List<ScheduleShape>> known = new HashMap<>();
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
      ScheduleShape shape = new ScheduleShape(schedule, count, elementBytes);
      List<ScheduleShape> alike = known.computeIfAbsent(shape.hash(), key -> new ArrayList<>(1));
      ScheduleShape first = find(alike, shape);
      if (first == null) {
        alike.add(shape);
        first = shape;
        distinct++;
      }
      shapes[rank] = first;
      partners[rank] = first.partners(schedule);
      if (rank % SAMPLE == 0) {
        progress.accept(rank / (double) ranks);
      }
    }
    return new RankSchedules(shapes, partners, distinct);
  }

  private static @Nullable ScheduleShape find(List<ScheduleShape> among, ScheduleShape wanted) {
    for (ScheduleShape shape : among) {
      if (shape.sameAs(wanted)) {
        return shape;
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

  ScheduleShape shape(int rank) {
    return shapes[rank];
  }

  Partners partners(int rank) {
    return partners[rank];
  }

  /** The number of steps of all ranks together. */
  long steps() {
    return Arrays.stream(shapes).mapToLong(ScheduleShape::steps).sum();
  }

  /** The number of different shapes. */
  int distinct() {
    return distinct;
  }
}
