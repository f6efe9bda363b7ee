package org.ronsel.tune;

import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.Range;
import org.ronsel.collective.selection.Rule;

/** What tuning asks of the shape of a job, which is that of a communicator of all its ranks. */
public final class Shapes {
  private Shapes() {}

  /** The shape of ranks of this host that share a JVM, or have one each. */
  public static CommShape here(int ranks, boolean processes, int cores) {
    return new CommShape(ranks, ranks, processes ? 1 : ranks, ranks > cores);
  }

  /** Whether all ranks share a JVM. */
  public static boolean isOneJvm(CommShape shape) {
    return shape.ranksPerJvm() == shape.ranks();
  }

  /** Whether two differ in the number of ranks only. */
  static boolean areAlike(CommShape one, CommShape other) {
    return one.oversubscribed() == other.oversubscribed()
        && perHost(one).equals(perHost(other))
        && perJvm(one).equals(perJvm(other));
  }

  private static Range perHost(CommShape shape) {
    return shape.ranksPerHost() == shape.ranks()
        ? Range.ALL_RANKS
        : new Range(shape.ranksPerHost(), shape.ranksPerHost());
  }

  private static Range perJvm(CommShape shape) {
    return isOneJvm(shape) ? Range.ALL_RANKS : new Range(shape.ranksPerJvm(), shape.ranksPerJvm());
  }

  /** Restricts a rule to ranks that share hosts and JVMs like these, in any number. */
  static Rule restrict(Rule rule, CommShape shape) {
    Rule placed = rule.forRanksPerJvm(perJvm(shape));
    return (isOneJvm(shape) ? placed : placed.forRanksPerHost(perHost(shape)))
        .forOversubscribed(shape.oversubscribed() ? Rule.Whether.YES : Rule.Whether.NO);
  }

  /** In words, as in {@code 4 ranks, threads}. */
  public static String describe(CommShape shape) {
    String where =
        isOneJvm(shape)
            ? "threads"
            : shape.ranksPerJvm() == 1 && shape.ranksPerHost() == shape.ranks()
                ? "processes"
                : shape.ranksPerHost() + " per host, " + shape.ranksPerJvm() + " per JVM";
    return shape.ranks() + " ranks, " + where;
  }
}
