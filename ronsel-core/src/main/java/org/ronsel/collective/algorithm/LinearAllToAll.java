package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllToAll in which everybody sends to all and receives from all at once, beginning with its
 * neighbours, so that nobody is sent to by all.
 *
 * <p>Cost {@code (p - 1) (o + n b)}; {@code p (p - 1)} messages of one block.
 *
 * @param collective ALL_TO_ALL or ALL_TO_ALLV
 */
public record LinearAllToAll(Collective collective) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "everybody sends all blocks at once";
  }

  @Override
  public String name() {
    return "linear";
  }

  @Override
  public boolean supportsInPlace() {
    return false;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1);
    for (int distance = 1; distance < ranks; distance++) {
      int below = (rank - distance + ranks) % ranks;
      steps.receive(below, Buffer.OUTPUT, below, 1);
    }
    for (int distance = 1; distance < ranks; distance++) {
      int above = (rank + distance) % ranks;
      steps.send(above, Buffer.INPUT, above, 1);
    }
    steps.copy(Buffer.INPUT, rank, Buffer.OUTPUT, rank, 1);
    return steps.build();
  }
}
