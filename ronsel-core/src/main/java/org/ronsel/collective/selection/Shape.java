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
 */
public record Shape(int ranks, int ranksPerHost, int ranksPerJvm, boolean crowded) {
  /** Checks that there are ranks. */
  public Shape {
    if (ranksPerJvm < 1 || ranksPerHost < ranksPerJvm || ranks < ranksPerHost) {
      throw new IllegalArgumentException(
          ranksPerJvm + " ranks per JVM, " + ranksPerHost + " per host, of " + ranks);
    }
  }

  /** Ranks that all share a JVM, with a core for each. */
  public static Shape together(int ranks) {
    return new Shape(ranks, ranks, ranks, false);
  }

  /** That of ranks that are placed like this. */
  public static Shape of(Placement placement, boolean crowded) {
    return new Shape(placement.ranks(), placement.ranksPerHost(), placement.ranksPerJvm(), crowded);
  }

  /** What else decides which algorithms can be used, of ranks that follow each other so. */
  public Spread spread() {
    return placement().spread();
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
