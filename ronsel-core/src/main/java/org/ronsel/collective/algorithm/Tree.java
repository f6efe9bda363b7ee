package org.ronsel.collective.algorithm;

import java.util.List;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * The shape of a tree over nodes 0 to {@code ranks - 1} with root 0, in which every subtree is a
 * contiguous range that begins with its own root. A node is a rank counted from the operation's
 * root; ranks that are near each other, on one host as a rule, so talk among themselves. Stateless;
 * the constants are the only objects.
 */
public sealed interface Tree extends Arrangement permits Flat, Chain, KNomial, Halving {
  /** Every other rank is a child of the root. */
  Tree FLAT = new Flat();

  /** Each node is the child of the one below it. */
  Tree CHAIN = new Chain();

  /** Each node has as many children as it can serve while those it has served do the same. */
  Tree BINOMIAL = new KNomial(2, "binomial");

  /** Like binomial, but with three children where the binomial tree has one. */
  Tree FOUR_ARY = new KNomial(4, "four-ary");

  /**
   * The range of a node is halved, and the upper half belongs to a child, again and again: the
   * minimum spanning tree of van de Geijn. A binomial tree where the ranks are a power of two.
   */
  Tree HALVING = new Halving();

  /** All shapes. */
  static List<Tree> all() {
    return List.of(FLAT, CHAIN, BINOMIAL, FOUR_ARY, HALVING);
  }

  /** The parent of a node; -1 of the root. */
  int parent(int node, int ranks);

  /** The children of a node in ascending order, which is from the smallest subtree on. */
  int[] children(int node, int ranks);

  /** The end of the range that is a node's subtree. */
  int end(int node, int ranks);

  @Override
  default RankTree over(Placement placement, int root) {
    return new RotatedTree(this, placement.ranks(), root);
  }

  @Override
  default boolean supports(int ranks, RankGrouping grouping) {
    return true;
  }

  @Override
  default boolean keepsRankOrder() {
    return true;
  }

  @Override
  default boolean keepsRankOrder(RankGrouping grouping) {
    return true;
  }
}
