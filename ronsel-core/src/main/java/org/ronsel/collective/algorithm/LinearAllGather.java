package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather in which each rank sends its block to all others at once.
 *
 * <p>Cost {@code (p - 1) (o + n b)}; {@code p (p - 1)} messages of one block; no rank waits for
 * data that another has yet to receive.
 *
 * @param collective ALL_GATHER or ALL_GATHERV
 */
public record LinearAllGather(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "everybody sends its block to everybody at once";
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    for (int distance = 1; distance < ranks; distance++) {
      int below = (rank - distance + ranks) % ranks;
      steps.receive(below, Buffer.OUTPUT, below, 1);
    }
    for (int distance = 1; distance < ranks; distance++) {
      steps.send((rank + distance) % ranks, Buffer.INPUT, 0, 1);
    }
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank, 1);
    return steps.build();
  }
}
