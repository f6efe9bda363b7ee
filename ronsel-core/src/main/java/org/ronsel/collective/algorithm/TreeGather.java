package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Gather up a tree: each node sends the blocks of its subtree, which are a contiguous range of
 * ranks counted from the root, in one message or in portions. Flat: for long blocks; each rank
 * sends to the root, which receives in place and stages nothing.
 *
 * @param collective GATHER, or GATHERV with a flat tree: only the root knows all lengths
 */
public record TreeGather(Collective collective, Arrangement tree, Portion portion)
    implements TreeOfBlocks {
  /** Makes one with the blocks of a subtree in one message. */
  public TreeGather(Collective collective, Arrangement tree) {
    this(collective, tree, Portion.WHOLE);
  }

  @Override
  public String summary() {
    return "up a " + tree.name() + " tree";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = TreeBlocks.builder(rank, ranks, portion, root);
    new TreeBlocks(steps, tree.over(placement, root), rank, portion).gather();
    return steps.build();
  }
}
