package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather as a gather to rank 0 on one tree and a broadcast of all blocks on another.
 *
 * <p>{@code 2 (p - 1)} messages; {@code p n} bytes in each of the second phase.
 */
public record TreeAllGather(Tree up, Tree down) implements ScheduledAlgorithm {
  @Override
  public Collective collective() {
    return Collective.ALL_GATHER;
  }

  @Override
  public String summary() {
    return "gather on one tree (" + up.name() + "), broadcast on another (" + down.name() + ")";
  }

  @Override
  public String name() {
    return Composite.name(up, "Gather", down, "Broadcast");
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, rank, 1);
    TreeSteps.of(steps, up, rank, ranks, 0).gatherInOutput();
    TreeSteps.of(steps, down, rank, ranks, 0).broadcast(0, ranks);
    return steps.build();
  }
}
