package org.ronsel.collective.shared;

import org.ronsel.ErrorMessage;
import org.ronsel.ErrorPlace;
import org.ronsel.TruncationException;
import org.ronsel.TypeMismatchException;
import org.ronsel.collective.algorithm.Algorithm;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.data.ElementType;

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

  /**
   * Checks what the giver and the taker of a block say of it.
   *
   * @param given its length as the giver says, in bytes
   * @param taken as the taker says
   */
  static void agree(
      Collective collective,
      int from,
      int to,
      ElementType giving,
      long given,
      ElementType taking,
      long taken) {
    if (given != taken) {
      boolean alike = giving == taking;
      throw new TruncationException(
          disagreement(
              collective,
              from,
              to,
              alike ? (given >> giving.shift()) + " elements" : given + " bytes",
              alike ? taken >> taking.shift() : taken));
    }
    boolean fits = giving == taking || giving == ElementType.PACKED || taking == ElementType.PACKED;
    if (!fits && given > 0) {
      throw new TypeMismatchException(
          disagreement(collective, from, to, "elements of " + giving, taking));
    }
  }

  /** Checks what the root and another rank say of what the root gives to all. */
  public static void agreeOnRoot(
      int root, int rank, ElementType giving, long given, ElementType taking, long most) {
    if (rank == root) {
      return;
    }
    if (given > most) {
      boolean alike = giving == taking;
      throw new TruncationException(
          ErrorPlace.of(Collective.BROADCAST.call())
              .message(
                  "rank "
                      + root
                      + " gives "
                      + (alike ? (given >> giving.shift()) + " elements" : given + " bytes")
                      + ", more than the "
                      + (alike ? most >> taking.shift() : most)
                      + " that rank "
                      + rank
                      + " takes; name as many there, in a buffer that holds them"));
    }
    agree(Collective.BROADCAST, root, rank, giving, given, taking, given);
  }

  private static ErrorMessage disagreement(
      Collective collective, int from, int to, String gives, Object expects) {
    return ErrorPlace.of(collective.call())
        .message(
            "rank "
                + from
                + " gives rank "
                + to
                + " "
                + gives
                + ", but that expects "
                + expects
                + "; both must name the same");
  }
}
