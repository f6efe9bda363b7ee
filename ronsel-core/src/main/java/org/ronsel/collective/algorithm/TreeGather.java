package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;
import org.ronsel.collective.schedule.Spread;

/**
 * Gather up a tree: each node sends the blocks of its subtree, which are a contiguous range of
 * ranks counted from the root, in one message. Flat: for long blocks; everybody sends to the root,
 * which receives in place and stages nothing.
 *
 * <p>Cost on a binomial tree {@code ceil(log2 p) a + (p - 1) n b}; {@code p - 1} messages; inner
 * nodes stage their subtree.
 *
 * @param collective GATHER, or GATHERV with a flat tree: only the root knows all lengths
 */
public record TreeGather(Collective collective, Arrangement tree) implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "up a " + tree.name() + " tree";
  }

  @Override
  public String name() {
    return tree.name();
  }

  @Override
  public boolean supports(int ranks, Spread spread) {
    return tree.supports(ranks, spread);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps = new ScheduleBuilder(rank, ranks, 1, root);
    TreeSteps.of(steps, tree, rank, placement, root).gather();
    return steps.build();
  }
}
