package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * Gather or scatter on a tree, whose nodes pass on the blocks of their subtree.
 *
 * <p>Cost on a binomial tree {@code ceil(log2 p) a + (p - 1) n b}; {@code p - 1} messages; inner
 * nodes stage their subtree, or two portions.
 */
sealed interface TreeOfBlocks extends ScheduledAlgorithm permits TreeGather, TreeScatter {
  /** The tree: which rank sends to which. */
  Arrangement tree();

  /** The part of a subtree's blocks that goes in one message. */
  Portion portion();

  @Override
  default String name() {
    return tree().name();
  }

  @Override
  default boolean supports(int ranks, RankGrouping grouping) {
    return tree().supports(ranks, grouping);
  }

  /** None on a flat tree, where each node but the root has one block, its own. */
  @Override
  default long scratchBytes(Placement placement, long bytes) {
    return tree().equals(Tree.FLAT)
        ? 0
        : TreeBlocks.scratchBytes(portion(), placement.ranks(), bytes);
  }
}
