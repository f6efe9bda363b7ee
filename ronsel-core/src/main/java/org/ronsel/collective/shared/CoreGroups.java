package org.ronsel.collective.shared;

/**
 * Groups of neighbouring ranks, all of about the same size. The ranks of a group count themselves
 * at a counter of their own when they arrive at a phase, and wake each other along a tree at its
 * end: in a group whose first rank is {@code l}, rank {@code l + i} wakes ranks {@code l + 2 i + 1}
 * and {@code l + 2 i + 2}. So what a group touches can stay in the cache of one core.
 *
 * @param ranks number of ranks
 * @param groups number of groups
 */
record CoreGroups(int ranks, int groups) {
  /** The fewest ranks of a group, if there is more than one. */
  private static final int LEAST = 2;

  /** A single group. */
  static CoreGroups one(int ranks) {
    return new CoreGroups(ranks, 1);
  }

  /** A group for each core, if there are ranks enough. */
  static CoreGroups forCores(int ranks, int cores) {
    return new CoreGroups(ranks, Math.clamp(ranks / LEAST, 1, cores));
  }

  /** The first rank of a group; the number of ranks for the one behind the last. */
  int first(int group) {
    return (int) ((long) group * ranks / groups);
  }

  /** The group of a rank. */
  Group of(int rank) {
    int guess = (int) ((long) rank * groups / ranks);
    int group = first(guess + 1) <= rank ? guess + 1 : guess;
    return new Group(first(group), first(group + 1));
  }

  /**
   * One of the groups.
   *
   * @param first its first rank
   * @param end the rank behind its last
   */
  record Group(int first, int end) {
    /** The number of its ranks. */
    int size() {
      return end - first;
    }

    /**
     * The first of the ranks that a rank of the group wakes. The other one is the next, and either
     * need not be in the group.
     */
    int child(int rank) {
      return 2 * rank - first + 1;
    }
  }
}
