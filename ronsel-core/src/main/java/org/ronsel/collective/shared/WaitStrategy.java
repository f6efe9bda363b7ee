package org.ronsel.collective.shared;

/** How the ranks at a {@link ControlSegment} wait for each other; the same on all of them. */
enum WaitStrategy {
  /** A few ranks, each on a core of its own: each looks at the slots of all others. */
  LOOKING(false, false, true),

  /** More ranks, each on a core of its own: they add themselves to a counter. */
  COUNTING(true, false, true),

  /** Ranks that take turns on the cores: they use the counter, and often park. */
  TAKING_TURNS(true, false, false),

  /** Many such ranks of one JVM: counters of {@link CoreGroups}, whose ranks wake each other. */
  ALONG_TREE(true, true, false);

  /** The most ranks that look at each other's slots. */
  private static final int FEW = 4;

  /** The fewest ranks that wake each other along a tree. */
  private static final int MANY = 16;

  /**
   * Whether each rank adds itself to a counter where all wait for all, instead of looking at the
   * slots of all others.
   */
  final boolean counted;

  /**
   * Whether ranks that wait for the end of a phase are woken along trees: the rank that ends the
   * phase wakes the first of each of the {@link CoreGroups}.
   */
  final boolean alongTree;

  /**
   * Whether ranks park so rarely that a rank that posts executes no fence before it looks for
   * parked ranks; see {@link Arrivals#someParked}.
   */
  final boolean parksRarely;

  WaitStrategy(boolean counted, boolean alongTree, boolean parksRarely) {
    this.counted = counted;
    this.alongTree = alongTree;
    this.parksRarely = parksRarely;
  }

  /**
   * How so many ranks wait for each other.
   *
   * @param inJvm whether all of them live in one JVM
   * @param oversubscribed whether the ranks of the job outnumber the cores
   */
  static WaitStrategy of(int ranks, boolean inJvm, boolean oversubscribed) {
    if (oversubscribed) {
      return inJvm && ranks >= MANY ? ALONG_TREE : TAKING_TURNS;
    }
    return ranks > FEW ? COUNTING : LOOKING;
  }
}
