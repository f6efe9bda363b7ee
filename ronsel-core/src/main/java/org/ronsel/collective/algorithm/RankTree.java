package org.ronsel.collective.algorithm;

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

  /** The children of a node in ascending order; the last ones have the longest way below them. */
  int[] children(int node);

  /** The end of the range that is a node's subtree. */
  int end(int node);
}
