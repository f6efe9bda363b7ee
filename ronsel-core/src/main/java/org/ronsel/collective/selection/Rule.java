package org.ronsel.collective.selection;

import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.algorithm.CombiningOrder;
import org.ronsel.collective.schedule.Placement;

/**
 * A row of a table: an algorithm for the calls of its operation that meet all conditions.
 *
 * @param ranks number of ranks
 * @param perHost most ranks that share a host, or {@link Range#ALL_RANKS}
 * @param perJvm most ranks that share a JVM, or {@link Range#ALL_RANKS}
 * @param bytes of the message, of one rank's block where ranks have blocks
 * @param oversubscribed whether the job has more ranks than cores
 * @param commutative whether the ranks' data may be combined in any order
 * @param inPlace whether the data go where they come from
 */
public record Rule(
    Algorithm algorithm,
    Range ranks,
    Range perHost,
    Range perJvm,
    Range bytes,
    Whether oversubscribed,
    Whether commutative,
    Whether inPlace) {
  /** A condition on something that is so or is not. */
  public enum Whether {
    /** The condition does not matter. */
    EITHER,
    /** The condition must hold. */
    YES,
    /** The condition must not hold. */
    NO;

    boolean allows(boolean fact) {
      return this == EITHER || fact == (this == YES);
    }
  }

  /** A rule that allows an algorithm wherever it can be used. */
  public static Rule of(Algorithm algorithm) {
    return new Rule(
        algorithm,
        Range.ANY,
        Range.ANY,
        Range.ANY,
        Range.ANY,
        Whether.EITHER,
        Whether.EITHER,
        Whether.EITHER);
  }

  /** This rule, for these numbers of ranks only. */
  public Rule forRanks(Range range) {
    return new Rule(algorithm, range, perHost, perJvm, bytes, oversubscribed, commutative, inPlace);
  }

  /** This rule, for these numbers of ranks of a host only. */
  public Rule forRanksPerHost(Range range) {
    return new Rule(algorithm, ranks, range, perJvm, bytes, oversubscribed, commutative, inPlace);
  }

  /** This rule, for these numbers of ranks of a JVM only. */
  public Rule forRanksPerJvm(Range range) {
    return new Rule(algorithm, ranks, perHost, range, bytes, oversubscribed, commutative, inPlace);
  }

  /** This rule, for messages of these lengths only. */
  public Rule forBytes(Range range) {
    return new Rule(algorithm, ranks, perHost, perJvm, range, oversubscribed, commutative, inPlace);
  }

  /** This rule, only for jobs that have more ranks than cores, or only for others. */
  public Rule forOversubscribed(Whether is) {
    return new Rule(algorithm, ranks, perHost, perJvm, bytes, is, commutative, inPlace);
  }

  /** This rule, only for commutative operators, or only for others. */
  public Rule forCommutative(Whether is) {
    return new Rule(algorithm, ranks, perHost, perJvm, bytes, oversubscribed, is, inPlace);
  }

  /** This rule, only for calls in place, or only for others. */
  public Rule forInPlace(Whether is) {
    return new Rule(algorithm, ranks, perHost, perJvm, bytes, oversubscribed, commutative, is);
  }

  /** The operation. */
  public Collective collective() {
    return algorithm.collective();
  }

  /** Whether it is not about calls in place as it is about others. */
  boolean asksForPlace() {
    return inPlace != Whether.EITHER;
  }

  /** Whether it is about communicators of this shape, and the algorithm works there. */
  boolean fits(CommShape shape, Placement placement) {
    int n = shape.ranks();
    return ranks.has(n)
        && perHost.has(shape.ranksPerHost(), n)
        && perJvm.has(shape.ranksPerJvm(), n)
        && oversubscribed.allows(shape.oversubscribed())
        && algorithm.supports(n, placement.grouping());
  }

  /** Whether it is about calls of this kind, and the algorithm may be used for them. */
  boolean fits(CombiningOrder order, boolean isInPlace, Placement placement) {
    return commutative.allows(order == CombiningOrder.ANY)
        && inPlace.allows(isInPlace)
        && algorithm.keeps(order, placement)
        && (!isInPlace || algorithm.supportsInPlace());
  }
}
