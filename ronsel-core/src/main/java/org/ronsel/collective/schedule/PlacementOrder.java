package org.ronsel.collective.schedule;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The ranks of a {@link Placement} in an order in which those of every group are neighbours, and
 * which begins with a root: its host first, on that its region, and so on; other groups in the
 * order of their lowest ranks. A position in this order is a <em>node</em>. The first node of a
 * group is its leader: the root in its own groups, else the lowest rank. Immutable.
 */
public final class PlacementOrder {
  private final int root;
  private final int[] ranks;
  private final int[] nodes;
  private final boolean keepsRanks;

  /**
   * For each level that divides the groups of the one before: the first nodes of its groups,
   * ascending, and at the end the number of nodes.
   */
  private final int[][] starts;

  PlacementOrder(Placement placement, int root) {
    this.root = root;
    int size = placement.ranks();
    int[] order = new int[size];
    for (int i = 0; i < size; i++) {
      order[i] = i;
    }
    moveToFront(order, root);
    // From the narrowest level to the widest: each sort leaves equal ones in their order.
    Placement.Level[] levels = Placement.Level.all();
    int groups = 1;
    List<Placement.Level> dividing = new ArrayList<>();
    for (Placement.Level level : levels) {
      if (placement.groups(level) > groups) {
        dividing.add(level);
        groups = placement.groups(level);
      }
    }
    for (Placement.Level level : dividing.reversed()) {
      order = sorted(order, placement, level, root);
    }
    this.ranks = order;
    this.nodes = new int[size];
    boolean ascending = true;
    for (int node = 0; node < size; node++) {
      nodes[ranks[node]] = node;
      ascending &= ranks[node] == node;
    }
    this.keepsRanks = ascending;
    this.starts = new int[dividing.size()][];
    for (int i = 0; i < starts.length; i++) {
      starts[i] = starts(placement, dividing.get(i));
    }
  }

  private static void moveToFront(int[] order, int place) {
    int moved = order[place];
    System.arraycopy(order, 0, order, 1, place);
    order[0] = moved;
  }

  /** Sorted by the groups of a level, of which the root's is the first; stable. */
  private static int[] sorted(int[] order, Placement placement, Placement.Level level, int root) {
    int first = placement.group(level, root);
    int[] from = new int[placement.groups(level) + 1];
    for (int rank : order) {
      from[place(placement.group(level, rank), first) + 1]++;
    }
    for (int i = 1; i < from.length; i++) {
      from[i] += from[i - 1];
    }
    int[] sorted = new int[order.length];
    for (int rank : order) {
      sorted[from[place(placement.group(level, rank), first)]++] = rank;
    }
    return sorted;
  }

  private static int place(int group, int first) {
    return group == first ? 0 : group < first ? group + 1 : group;
  }

  private int[] starts(Placement placement, Placement.Level level) {
    int[] found = new int[placement.groups(level) + 1];
    int count = 0;
    for (int node = 0; node < ranks.length; node++) {
      if (node == 0
          || placement.group(level, ranks[node]) != placement.group(level, ranks[node - 1])) {
        found[count++] = node;
      }
    }
    found[count] = ranks.length;
    return found;
  }

  /** The rank that is node 0. */
  public int root() {
    return root;
  }

  /** Number of nodes. */
  public int size() {
    return ranks.length;
  }

  /** The rank that is a node. */
  public int rank(int node) {
    return ranks[node];
  }

  /** The node that a rank is. */
  public int node(int rank) {
    return nodes[rank];
  }

  /** Whether every node is the rank of the same number. */
  public boolean keepsRanks() {
    return keepsRanks;
  }

  /** The number of levels that divide the ranks; 0 if all share a JVM. */
  public int levels() {
    return starts.length;
  }

  /** Number of groups of a level that divides; 0 is the widest. */
  public int groups(int level) {
    return starts[level].length - 1;
  }

  /** First node of a group; of the group behind the last one, the number of nodes. */
  public int start(int level, int group) {
    return starts[level][group];
  }

  /** The group of a node; groups are numbered in the order of their first nodes. */
  public int group(int level, int node) {
    int at = Arrays.binarySearch(starts[level], node);
    return at >= 0 ? at : -at - 2;
  }
}
