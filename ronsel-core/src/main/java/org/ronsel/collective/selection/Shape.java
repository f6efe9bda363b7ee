package org.ronsel.collective.selection;

import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.Spread;

/**
 * What the choice of algorithms knows of a communicator; alike on all its ranks.
 *
 * @param ranks number of ranks
 * @param ranksPerHost most ranks that share a host
 * @param ranksPerJvm most ranks that share a JVM
 * @param crowded whether the ranks of the job outnumber the cores that they run on
 * @param spread what else decides which algorithms can be used
 */
public record Shape(int ranks, int ranksPerHost, int ranksPerJvm, boolean crowded, Spread spread) {
  /** Checks that there are ranks. */
  public Shape {
    if (ranksPerJvm < 1 || ranksPerHost < ranksPerJvm || ranks < ranksPerHost) {
      throw new IllegalArgumentException(
          ranksPerJvm + " ranks per JVM, " + ranksPerHost + " per host, of " + ranks);
    }
  }

  /** Of ranks in blocks on hosts and in JVMs. */
  public Shape(int ranks, int ranksPerHost, int ranksPerJvm, boolean crowded) {
    this(
        ranks,
        ranksPerHost,
        ranksPerJvm,
        crowded,
        ofBlocks(ranks, ranksPerHost < ranks ? ranksPerHost : ranksPerJvm));
  }

  private static Spread ofBlocks(int ranks, int block) {
    return new Spread(
        Math.ceilDiv(ranks, Math.max(1, block)), ranks % Math.max(1, block) == 0, true);
  }

  /** Of ranks that are placed like this. */
  public static Shape of(Placement placement, boolean crowded) {
    return new Shape(
        placement.ranks(),
        placement.ranksPerHost(),
        placement.ranksPerJvm(),
        crowded,
        placement.spread());
  }

  /** Ranks that all share a JVM, with a core for each. */
  public static Shape together(int ranks) {
    return new Shape(ranks, ranks, ranks, false);
  }
}
