package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.PlacementOrder;

/**
 * The groups of the widest level at which ranks are divided, hosts as a rule, as one of the ranks
 * sees them. Nodes are those of the {@link PlacementOrder}, in which a group is a range and its
 * leader the first.
 */
final class Leaders {
  private final Placement placement;
  private final PlacementOrder order;
  private final int node;
  private final int own;
  private final int[] members;

  /**
   * Makes the leaders as one rank sees them.
   *
   * @param root leads its group; the others are led by their lowest ranks
   */
  Leaders(Placement placement, int rank, int root) {
    this.placement = placement;
    this.order = placement.order(root);
    this.node = order.node(rank);
    this.own = order.levels() == 0 ? 0 : order.group(0, node);
    this.members = new int[size(own)];
    for (int i = 0; i < members.length; i++) {
      members[i] = order.rank(first(own) + i);
    }
  }

  /** The number of groups of ranks that are placed like this. */
  static int groups(Placement placement) {
    return placement.grouping().groups();
  }

  /** The number of ranks of the largest group. */
  static int largest(Placement placement) {
    for (Placement.Level level : Placement.Level.values()) {
      if (placement.groups(level) > 1) {
        return placement.largestGroup(level);
      }
    }
    return placement.ranks();
  }

  int groups() {
    return order.levels() == 0 ? 1 : order.groups(0);
  }

  /** The group of the rank that looks. */
  int own() {
    return own;
  }

  /** The first node of a group; of the group behind the last one, the number of nodes. */
  int first(int group) {
    return order.levels() == 0 ? group * order.size() : order.start(0, group);
  }

  int size(int group) {
    return first(group + 1) - first(group);
  }

  /** The node of the rank that looks. */
  int node() {
    return node;
  }

  int rank(int ofNode) {
    return order.rank(ofNode);
  }

  /** Whether every node is the rank of the same number. */
  boolean keepsRanks() {
    return order.keepsRanks();
  }

  /** The leader of a group. */
  int leader(int group) {
    return order.rank(first(group));
  }

  boolean leads() {
    return node == first(own);
  }

  /** The {@code i}-th leader of a group, where groups have several; again from the first on. */
  int leader(int group, int i) {
    return order.rank(first(group) + i % size(group));
  }

  /** A tree over the rank's own group, with the {@code i}-th leader as root. */
  RankTree within(Arrangement arrangement, int i) {
    Placement part = placement.part(members);
    return new PartialTree(arrangement.over(part, i % members.length), members, node - first(own));
  }
}
