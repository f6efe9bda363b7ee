package org.ronsel.collective.algorithm;

/**
 * A binomial tree over relative ranks 0 to {@code ranks - 1}, in the order of bits in which the
 * subtree below every node is a contiguous range: node {@code v} is the root of {@code [v, v +
 * lowest bit of v)}. Ranks that are near each other, on one host as a rule, so talk among
 * themselves, and one subtree's messages cross to it.
 */
final class Binomial {
  private Binomial() {}

  /** The smallest power of two that is at least {@code ranks}. */
  static int ceiling(int ranks) {
    return ranks <= 1 ? 1 : Integer.highestOneBit(ranks - 1) << 1;
  }

  /**
   * The bit whose removal leads to the parent; for the root, what all bits of children lie below.
   */
  static int parentBit(int relative, int ranks) {
    return relative == 0 ? ceiling(ranks) : Integer.lowestOneBit(relative);
  }

  /** How many of the ranks the subtree of {@code relative} has, itself included. */
  static int subtree(int relative, int ranks) {
    return Math.min(parentBit(relative, ranks), ranks - relative);
  }

  /** The rank of a node when the tree's root is {@code root}. */
  static int rank(int relative, int ranks, int root) {
    int rank = relative + root;
    return rank < ranks ? rank : rank - ranks;
  }

  /** The node that a rank is when the tree's root is {@code root}. */
  static int relative(int rank, int ranks, int root) {
    int relative = rank - root;
    return relative >= 0 ? relative : relative + ranks;
  }
}
