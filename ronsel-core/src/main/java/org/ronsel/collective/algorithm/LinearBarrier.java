package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Barrier in which everybody tells rank 0, which then releases everybody.
 *
 * <p>Cost {@code 2 (p - 1) o} at rank 0, {@code 2 (p - 1)} messages, but no rank waits more than
 * once: where ranks in several JVMs outnumber cores, a wait costs a turn of all of them, and the
 * number of waits in a row is what counts.
 */
public final class LinearBarrier implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public Schedule schedule(int rank, int ranks, int root) {
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    if (rank != 0) {
      steps.order(steps.signal(0), steps.awaitSignal(0));
      return steps.build();
    }
    for (int peer = 1; peer < ranks; peer++) {
      steps.awaitSignal(peer);
    }
    int first = -1;
    for (int peer = 1; peer < ranks; peer++) {
      int release = steps.signal(peer);
      if (first >= 0) {
        steps.order(first, release);
      } else {
        first = release;
        for (int gathered = 0; gathered < first; gathered++) {
          steps.order(gathered, first);
        }
      }
    }
    return steps.build();
  }
}
