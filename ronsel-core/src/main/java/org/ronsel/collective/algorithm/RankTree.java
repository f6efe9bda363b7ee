package org.ronsel.collective.algorithm;

import java.util.function.IntUnaryOperator;

/**
 * A tree over ranks. Its nodes are numbered such that every subtree is a contiguous range which
 * begins with its own root. Immutable.
 */
interface RankTree {
  /** Number of nodes. */
  int size();

  /** The rank that is a node. */
  int rank(int node);

  /** The node that a rank is. */
  int node(int rank);

  /** The parent of a node; -1 of the root. */
  int parent(int node);

  /** The children of a node in ascending order. */
  int[] children(int node);

  /**
   * The children of a node in the order in which to send to them: those with the deepest subtree
   * first, since the longest way is behind them.
   */
  default int[] deepestFirst(int node) {
    return largestFirst(children(node), child -> end(child) - child);
  }

  /**
   * The children by the size of their subtrees. In trees of one shape a larger one is as deep as a
   * smaller one at least; of the last child it may be cut short.
   */
  static int[] largestFirst(int[] children, IntUnaryOperator size) {
    int[] order = new int[children.length];
    for (int i = 0; i < order.length; i++) {
      int child = children[order.length - 1 - i];
      int at = i;
      while (at > 0 && size.applyAsInt(order[at - 1]) < size.applyAsInt(child)) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = child;
    }
    return order;
  }

  /** The end of the range that is a node's subtree. */
  int end(int node);
}
