package org.ronsel.collective.algorithm;

import org.ronsel.collective.reduction.FixedOrder;
import org.ronsel.collective.schedule.Placement;
import org.ronsel.collective.schedule.RankGrouping;

/**
 * One way to execute a collective operation: by a schedule, or directly in shared memory.
 * Stateless.
 */
public interface Algorithm {
  /** The operation that it executes. */
  Collective collective();

  /** Name for selection tables and reports: {@code binomial}, unique within the operation. */
  String name();

  /** A summary of the algorithm in a line, for people who choose among algorithms. */
  default String summary() {
    return "";
  }

  /**
   * Whether it combines the ranks' operands in the order of ranks, as a non-commutative operator
   * needs.
   */
  default boolean keepsRankOrder() {
    return true;
  }

  /** As {@link #keepsRankOrder()}, for ranks that are placed like this. */
  default boolean keepsRankOrder(RankGrouping grouping) {
    return keepsRankOrder();
  }

  /**
   * Whether it combines in the order of {@link FixedOrder} on this many ranks, whatever the root
   * and the length.
   */
  default boolean keepsFixedOrder(int ranks) {
    return !collective().combines();
  }

  /** Whether it combines as a call demands. */
  default boolean keeps(CombiningOrder order, int ranks) {
    return switch (order) {
      case ANY -> true;
      case OF_RANKS -> keepsRankOrder();
      case FIXED -> keepsFixedOrder(ranks);
    };
  }

  /** As {@link #keeps(CombiningOrder, int)}, for ranks that are placed like this. */
  default boolean keeps(CombiningOrder order, Placement placement) {
    return switch (order) {
      case ANY -> true;
      case OF_RANKS -> keepsRankOrder(placement.grouping());
      case FIXED -> keepsFixedOrder(placement.ranks());
    };
  }

  /** Whether it works for this number of ranks. */
  default boolean supports(int ranks) {
    return ranks >= 1;
  }

  /** Whether it works for this number of ranks that are placed like this. */
  default boolean supports(int ranks, RankGrouping grouping) {
    return supports(ranks);
  }

  /**
   * The most bytes of memory of its own that it needs at any rank, whichever the root; blocks that
   * are rounded up to whole elements may make it a little more. Alike on all ranks, and of longer
   * messages never less.
   *
   * @param bytes of the message, of one rank's block where ranks have blocks; where they differ in
   *     length, of a block of the average
   */
  default long scratchBytes(Placement placement, long bytes) {
    return 0;
  }

  /** Whether the data may go where they come from. */
  default boolean supportsInPlace() {
    return true;
  }
}
