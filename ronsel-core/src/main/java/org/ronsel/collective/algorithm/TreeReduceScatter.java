package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Buffer;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;
import org.ronsel.collective.schedule.Schedule;
import org.ronsel.collective.schedule.ScheduleBuilder;

/**
 * ReduceScatter of blocks as a reduce of all blocks to rank 0 on one tree and a scatter on another;
 * keeps the order of ranks. Nodes stage up to three times all blocks: for short ones.
 *
 * <p>All ranks know the lengths of all blocks. Those that differ in length are in SCRATCH where
 * they are in INPUT, so the nodes must be in the order of ranks.
 *
 * @param collective REDUCE_SCATTER_BLOCK or REDUCE_SCATTER
 */
public record TreeReduceScatter(Collective collective, Arrangement up, Arrangement down)
    implements ScheduledAlgorithm {
  @Override
  public String summary() {
    return "reduce on one tree (" + up.name() + "), scatter on another (" + down.name() + ")";
  }

  @Override
  public String name() {
    return AlgorithmNames.name(up, "Reduce", down, "Scatter");
  }

  @Override
  public boolean keepsRankOrder() {
    return up.keepsRankOrder();
  }

  @Override
  public boolean keepsRankOrder(RankGrouping grouping) {
    return up.keepsRankOrder(grouping);
  }

  @Override
  public boolean supports(int ranks, RankGrouping grouping) {
    return up.supports(ranks, grouping)
        && down.supports(ranks, grouping)
        && (!collective.hasTable() || grouping.contiguous());
  }

  @Override
  public boolean keepsFixedOrder(int ranks) {
    return up.equals(Tree.BINOMIAL);
  }

  @Override
  public long scratchBytes(Placement placement, long bytes) {
    return Scratch.times(5L * placement.ranks(), bytes);
  }

  @Override
  public Schedule schedule(int rank, Placement placement, int root) {
    int ranks = placement.ranks();
    ScheduleBuilder steps =
        new ScheduleBuilder(rank, ranks, 1, 0).outputAnywhereInInput(collective.hasTable());
    TreeSteps reducing = TreeSteps.of(steps, up, rank, placement, 0);
    Buffer partial = reducing.combineSubtree(Buffer.SCRATCH, 0, ranks, ranks, ranks);
    if (!reducing.isRoot()) {
      steps.send(reducing.parent(), partial, 0, ranks);
    }
    RankTree nodes = down.over(placement, 0);
    int free = nodes.node(rank) == 0 ? 3 * ranks : nodes.node(rank);
    new TreeBlocks(steps, nodes, rank, Portion.WHOLE).scatter(partial, nodes::rank, free);
    return steps.build();
  }
}
