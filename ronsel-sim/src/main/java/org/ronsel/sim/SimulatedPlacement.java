package org.ronsel.sim;

import org.ronsel.collective.schedule.Placement;

/**
 * The placement of ranks. All JVMs have {@code ranksPerJvm} ranks and all hosts {@code jvmsPerHost}
 * JVMs, except the last ones, which have the rest.
 *
 * @param ranks number of ranks
 * @param ranksPerJvm ranks that share a JVM
 * @param jvmsPerHost JVMs that share a host
 * @param order in which ranks are dealt to hosts and JVMs
 */
public record SimulatedPlacement(int ranks, int ranksPerJvm, int jvmsPerHost, Order order) {
  /** Most ranks that can be simulated. */
  public static final int MAX_RANKS = 1 << 20;

  /** The order in which ranks are dealt. */
  public enum Order {
    /** Ranks that follow each other share a JVM, JVMs that follow each other a host. */
    BLOCK,
    /** Ranks are dealt to the hosts in turn, and on a host to its JVMs in turn. */
    CYCLIC
  }

  /** Checks that there is at least one of everything. */
  public SimulatedPlacement {
    if (ranks < 1 || ranks > MAX_RANKS) {
      throw new IllegalArgumentException("ranks must be 1 to " + MAX_RANKS + ", not " + ranks);
    }
    if (ranksPerJvm < 1) {
      throw new IllegalArgumentException("ranks per JVM must be at least 1, not " + ranksPerJvm);
    }
    if (jvmsPerHost < 1) {
      throw new IllegalArgumentException("JVMs per host must be at least 1, not " + jvmsPerHost);
    }
  }

  /** The layout with all ranks in one JVM. */
  public static SimulatedPlacement threads(int ranks) {
    return new SimulatedPlacement(ranks, ranks, 1, Order.BLOCK);
  }

  /** Each rank in a JVM of its own, all on one host. */
  public static SimulatedPlacement processes(int ranks) {
    return new SimulatedPlacement(ranks, 1, ranks, Order.BLOCK);
  }

  /** Ranks that share a host. */
  public int ranksPerHost() {
    return (int) Math.min(ranks, (long) ranksPerJvm * jvmsPerHost);
  }

  /** Number of hosts. */
  public int hosts() {
    return (ranks - 1) / ranksPerHost() + 1;
  }

  /** The host of a rank, from 0. */
  public int host(int rank) {
    return order == Order.BLOCK ? rank / ranksPerHost() : rank % hosts();
  }

  /** The JVM of a rank, from 0 on each host. */
  public int jvm(int rank) {
    return order == Order.BLOCK
        ? rank % ranksPerHost() / ranksPerJvm
        : rank / hosts() % Math.min(jvmsPerHost, (ranksPerHost() - 1) / ranksPerJvm + 1);
  }

  /** The placement as the algorithms see it. */
  public Placement placement() {
    return Placement.of(ranks, this::host, rank -> 0, this::jvm);
  }

  /** The distance of two ranks. */
  public Level level(int rank, int other) {
    if (host(rank) != host(other)) {
      return Level.HOST;
    }
    return jvm(rank) == jvm(other) ? Level.THREAD : Level.PROCESS;
  }
}
