package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * A rule that makes a tree of ranks: by one shape regardless of their places ({@link Tree}), or by
 * a shape per level of their placement ({@link Hierarchical}). Stateless.
 */
public sealed interface Arrangement permits Tree, Hierarchical {
  /** Name for reports: {@code binomial}. */
  String name();

  /** The tree of ranks that are placed like this; its node 0 is {@code root}. */
  RankTree over(Placement placement, int root);

  /** Whether it says more of ranks that are placed like this than one shape would. */
  boolean supports(int ranks, RankGrouping grouping);

  /**
   * Whether each node of the tree with root 0 is the rank of the same number, wherever ranks are.
   */
  boolean keepsRankOrder();

  /** As {@link #keepsRankOrder()}, for ranks that are placed like this. */
  boolean keepsRankOrder(RankGrouping grouping);
}
