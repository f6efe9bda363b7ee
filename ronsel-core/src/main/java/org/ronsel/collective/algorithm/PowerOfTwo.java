package org.ronsel.collective.algorithm;

/**
 * Makes any number of ranks a power of two, keeping their order: the first {@code 2 r} ranks, where
 * {@code r} is what exceeds the power, work in pairs, of which only the odd rank takes part; the
 * others take part themselves. Members are numbered from 0 in the order of ranks.
 */
final class PowerOfTwo {
  private final int ranks;

  /** Number of members. */
  final int members;

  private final int excess;

  PowerOfTwo(int ranks) {
    this.ranks = ranks;
    this.members = Integer.highestOneBit(ranks);
    this.excess = ranks - members;
  }

  /** Whether a rank works in a pair. */
  boolean isPaired(int rank) {
    return rank < 2 * excess;
  }

  /** Whether a rank leaves the work to the other of its pair. */
  boolean stepsAside(int rank) {
    return isPaired(rank) && (rank & 1) == 0;
  }

  /** The member that a rank which takes part is. */
  int member(int rank) {
    return isPaired(rank) ? rank >> 1 : rank - excess;
  }

  /** The rank that is a member. */
  int rank(int member) {
    int rank = member < excess ? 2 * member + 1 : member + excess;
    if (rank >= ranks) {
      throw new IllegalArgumentException("no member " + member);
    }
    return rank;
  }

  /**
   * The lowest rank that a member works for; of the member behind the last, the ranks there are.
   */
  int first(int member) {
    return member < excess ? 2 * member : member + excess;
  }
}
