package org.ronsel.collective.shared;

import org.ronsel.TruncationException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;

/**
 * How an operation is executed by the ranks of one host, without messages, at a {@link
 * ControlSegment}. Stateless; what it works on is in the {@link Participant} of the calling rank
 * and in the slots of all. All combine in the order of ranks or, if that is asked for, in the fixed
 * order.
 *
 * <p>An algorithm is straight code that waits where it has to.
 */
public abstract sealed class SharedAlgorithm implements Algorithm
    permits CopyAlgorithm, DirectAlgorithm {
  private final Collective collective;

  SharedAlgorithm(Collective collective) {
    this.collective = collective;
  }

  @Override
  public final Collective collective() {
    return collective;
  }

  @Override
  public final boolean keepsFixedOrder(int ranks) {
    return true;
  }

  /** What an operation fails with whose giver and taker name different lengths of a block. */
  static TruncationException disagreement(
      Collective collective, int from, int to, long given, long taken) {
    return new TruncationException(
        collective.call()
            + ": rank "
            + from
            + " gives rank "
            + to
            + " "
            + given
            + " elements, but that expects "
            + taken
            + "; both must name the same");
  }
}
