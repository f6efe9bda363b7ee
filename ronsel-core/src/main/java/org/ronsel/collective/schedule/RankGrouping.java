package org.ronsel.collective.schedule;

/**
 * The properties of a {@link Placement} that decide which algorithms can be used. The widest groups
 * are those of ranks that share a host, or, if all do, a region of memory, or, if all share that, a
 * JVM.
 *
 * @param groups number of the widest groups
 * @param even whether all of them have the same number of ranks
 * @param contiguous whether the groups of every level are ranges of ranks without gaps, so that
 *     work by groups keeps the order of ranks
 */
public record RankGrouping(int groups, boolean even, boolean contiguous) {
  /** The grouping of ranks that are all in one JVM. */
  public static final RankGrouping TOGETHER = new RankGrouping(1, true, true);

  /** Whether there are several groups, of which some have several ranks. */
  public boolean hasLevels(int ranks) {
    return groups > 1 && groups < ranks;
  }
}
