package org.ronsel.collective.algorithm;

import org.ronsel.collective.schedule.Schedule;

/** One way to execute a collective operation by messages. Stateless; any thread. */
public interface Algorithm {
  /** The operation that it executes. */
  Collective collective();

  /** Name for selection tables and reports: {@code binomial}, unique within the operation. */
  String name();

  /** Whether it combines the ranks' operands in the order of ranks, as a non-commutative operator needs. */
  default boolean keepsRankOrder() {
    return true;
  }

  /** Whether it works for this number of ranks. */
  default boolean supports(int ranks) {
    return ranks >= 1;
  }

  /**
   * What one rank does.
   *
   * @param root the root of the operation; 0 where it has none
   */
  Schedule schedule(int rank, int ranks, int root);
}
