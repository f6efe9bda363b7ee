package org.ronsel.collective.shared;

import org.ronsel.TruncationException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;

/**
 * How the ranks of one host carry out an operation at a {@link ControlSegment}, without messages.
 * An algorithm has no state; the state of a call is in the {@link Participant} of the calling rank
 * and in the slots of all ranks. Operands are combined in the order of ranks or, if the operator
 * asks for that, in the fixed order.
 *
 * <p>An algorithm is ordinary blocking code, and not a state machine that is polled.
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

  /** The exception for a block of which giver and taker name different lengths, in elements. */
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
