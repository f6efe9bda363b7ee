package org.ronsel.collective.selection;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * The properties of a communicator that the choice of algorithms depends on; the same on all its
 * ranks.
 *
 * @param ranks number of ranks
 * @param ranksPerHost most ranks that share a host
 * @param ranksPerJvm most ranks that share a JVM
 * @param oversubscribed whether the ranks of the job outnumber the cores that they run on
 */
public record CommShape(int ranks, int ranksPerHost, int ranksPerJvm, boolean oversubscribed) {
  /** Checks that there are ranks. */
  public CommShape {
    if (ranksPerJvm < 1 || ranksPerHost < ranksPerJvm || ranks < ranksPerHost) {
      throw new IllegalArgumentException(
          ranksPerJvm + " ranks per JVM, " + ranksPerHost + " per host, of " + ranks);
    }
  }

  /** Ranks that all share a JVM, with a core for each. */
  public static CommShape together(int ranks) {
    return new CommShape(ranks, ranks, ranks, false);
  }

  /** The shape of ranks that are placed like this. */
  public static CommShape of(Placement placement, boolean oversubscribed) {
    return new CommShape(
        placement.ranks(), placement.ranksPerHost(), placement.ranksPerJvm(), oversubscribed);
  }

  /** The grouping of such ranks if they are placed in order. */
  public RankGrouping grouping() {
    return placement().grouping();
  }

  /** A placement that has it: ranks that follow each other share a JVM, and JVMs a host. */
  Placement placement() {
    if (ranksPerJvm == ranks) {
      return Placement.together(ranks);
    }
    return Placement.of(
        ranks, rank -> rank / ranksPerHost, rank -> 0, rank -> rank % ranksPerHost / ranksPerJvm);
  }
}
