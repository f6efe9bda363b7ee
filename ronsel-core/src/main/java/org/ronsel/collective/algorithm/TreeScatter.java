package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * Scatter down a tree, the reverse of {@link TreeGather}.
 *
 * @param collective SCATTER, or SCATTERV with a flat tree: only the root knows all lengths
 */
public record TreeScatter(Collective collective, Arrangement tree, Portion portion)
    implements TreeOfBlocks {
  /** Makes one with the blocks of a subtree in one message. */
  public TreeScatter(Collective collective, Arrangement tree) {
    this(collective, tree, Portion.WHOLE);
  }

  @Override
  public String summary() {
    return "down a " + tree.name() + " tree";
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    // In place the root's block stays where it is in INPUT.
    ScheduleBuilder steps = TreeBlocks.builder(rank, ranks, portion, -root);
    RankTree nodes = tree.over(placement, root);
    new TreeBlocks(steps, nodes, rank, portion).scatter(Buffer.INPUT, nodes::rank, 0);
    return steps.build();
  }
}
