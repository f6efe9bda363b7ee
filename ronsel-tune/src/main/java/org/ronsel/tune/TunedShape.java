package org.ronsel.tune;

import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.Range;
import org.ronsel.collective.selection.Rule;

/**
 * The shape of a job: how many ranks it has, and how many of them share a host and a JVM.
 *
 * @param ranks number of ranks
 * @param ranksPerHost ranks that share a host
 * @param ranksPerJvm ranks that share a JVM
 * @param oversubscribed whether they outnumber the cores
 */
public record TunedShape(int ranks, int ranksPerHost, int ranksPerJvm, boolean oversubscribed) {
  /** The shape of ranks of this host that share a JVM, or have one each. */
  public static TunedShape here(int ranks, boolean processes, int cores) {
    return new TunedShape(ranks, ranks, processes ? 1 : ranks, ranks > cores);
  }

  /** The shape of a communicator of all ranks, by which algorithms are chosen. */
  public CommShape commShape() {
    return new CommShape(ranks, ranksPerHost, ranksPerJvm, oversubscribed);
  }

  /** Whether all ranks share a JVM. */
  public boolean isOneJvm() {
    return ranksPerJvm == ranks;
  }

  /** Whether it differs from another one in the number of ranks only. */
  boolean isLike(TunedShape other) {
    return oversubscribed == other.oversubscribed
        && perHost().equals(other.perHost())
        && perJvm().equals(other.perJvm());
  }

  private Range perHost() {
    return ranksPerHost == ranks ? Range.ALL_RANKS : new Range(ranksPerHost, ranksPerHost);
  }

  private Range perJvm() {
    return ranksPerJvm == ranks ? Range.ALL_RANKS : new Range(ranksPerJvm, ranksPerJvm);
  }

  /** Restricts a rule to ranks that share hosts and JVMs like these, in any number. */
  Rule place(Rule rule) {
    Rule placed = rule.forRanksPerJvm(perJvm());
    return (isOneJvm() ? placed : placed.forRanksPerHost(perHost()))
        .forOversubscribed(oversubscribed ? Rule.Whether.YES : Rule.Whether.NO);
  }

  @Override
  public String toString() {
    String where =
        isOneJvm()
            ? "threads"
            : ranksPerJvm == 1 && ranksPerHost == ranks
                ? "processes"
                : ranksPerHost + " per host, " + ranksPerJvm + " per JVM";
    return ranks + " ranks, " + where;
  }
}
