package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Barrier in rounds: in round {@code k} every rank tells the one {@code 2^k} above it and waits for
 * the one {@code 2^k} below, modulo {@code p}. After the last round each has heard, directly or
 * not, of all.
 *
 * <p>Cost {@code ceil(log2 p) a}; {@code p ceil(log2 p)} messages. Hensgen, Finkel and Manber, "Two
 * algorithms for barrier synchronization", 1988.
 */
public final class DisseminationBarrier implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.BARRIER;
  }

  @Override
  public String summary() {
    return "in ceil(log2 p) rounds everybody signals the rank 2^k further on";
  }

  @Override
  public String name() {
    return "dissemination";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    int heard = -1;
    for (int distance = 1; distance < ranks; distance <<= 1) {
      int tell = steps.signal((rank + distance) % ranks);
      if (heard >= 0) {
        steps.order(heard, tell);
      }
      int hear = steps.awaitSignal((rank - distance + ranks) % ranks);
      if (heard >= 0) {
        // What was heard in this round counts only together with what was heard before it.
        steps.order(heard, hear);
      }
      heard = hear;
    }
    return steps.build();
  }
}
