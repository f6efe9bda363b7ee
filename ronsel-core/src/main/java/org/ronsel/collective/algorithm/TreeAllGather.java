package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * AllGather as a gather to rank 0 on one tree and a broadcast of all blocks on another.
 *
 * <p>{@code 2 (p - 1)} messages; {@code p n} bytes in each of the second phase. Where the nodes of
 * a tree are not in the order of ranks, rank 0 puts the blocks in order before the second.
 */
public record TreeAllGather(Arrangement up, Arrangement down) implements ScheduledAlgorithm {
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
    return AlgorithmNames.name(up, "Gather", down, "Broadcast");
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return up.supports(ranks, grouping) && down.supports(ranks, grouping);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return bytes;
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, rank);
    TreeSteps gathering = TreeSteps.of(steps, up, rank, placement, 0);
    steps.copy(Buffer.INPUT, 0, Buffer.OUTPUT, gathering.node(), 1);
    gathering.gatherInOutput(0);
    if (gathering.isRoot()) {
      TreeSteps.putInOrder(steps, ranks, gathering::rank);
    }
    TreeSteps.of(steps, down, rank, placement, 0).broadcast(0, ranks);
    return steps.build();
  }
}
