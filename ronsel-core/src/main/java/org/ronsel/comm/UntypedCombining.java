package org.ronsel.comm;

import org.jspecify.annotations.Nullable;
import org.ronsel.Datatype;
import org.ronsel.Op;
import org.ronsel.UntypedCollectives;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.Invocation.Form;

/**
 * Reductions on buffers whose type is known at run time only (MPI-4.1, sections 6.9 to 6.11); see
 * {@link UntypedCollectives}. What is prepared takes the data from where they are at each start.
 */
public abstract class UntypedCombining<R extends @Nullable Object> extends UntypedNeighbours<R> {
  final UntypedReductions reductions;

  UntypedCombining(Communicator comm, Form form, Way<R> way) {
    super(comm, form, way);
    this.reductions = new UntypedReductions(comm);
  }

  @Override
  public R reduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    if (combinesArrays(sendBuffer, receiveBuffer, type, op)
        && fit(sendOffset, receiveOffset, count)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.reduce(
              form(),
              type.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asArray(receiveBuffer),
              (int) receiveOffset,
              (int) count,
              op,
              root));
    }
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduce(form(), sides, type, count, op, root));
  }

  @Override
  public R allReduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return combining(
        Collective.ALL_REDUCE,
        sendBuffer,
        sendOffset,
        receiveBuffer,
        receiveOffset,
        type,
        count,
        op);
  }

  @Override
  public R reduceScatter(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int @Nullable [] counts,
      Op op) {
    if (combinesArrays(sendBuffer, receiveBuffer, type, op) && fit(sendOffset, receiveOffset)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.reduceScatter(
              form(),
              type.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asArray(receiveBuffer),
              (int) receiveOffset,
              asTable(counts),
              op));
    }
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduceScatter(form(), sides, type, counts, op));
  }

  @Override
  public R reduceScatterBlock(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    if (combinesArrays(sendBuffer, receiveBuffer, type, op)
        && fit(sendOffset, receiveOffset, count)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.reduceScatterBlock(
              form(),
              type.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asArray(receiveBuffer),
              (int) receiveOffset,
              (int) count,
              op));
    }
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduceScatterBlock(form(), sides, type, count, op));
  }

  @Override
  public R scan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return combining(
        Collective.SCAN, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  @Override
  public R exscan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return combining(
        Collective.EXSCAN, sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op);
  }

  private R combining(
      Collective collective,
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    if (combinesArrays(sendBuffer, receiveBuffer, type, op)
        && fit(sendOffset, receiveOffset, count)) {
      CollectiveCalls calls = comm.collectives();
      return makeOnArrays(
          calls,
          calls.combining(
              form(),
              collective,
              type.elementType(),
              asArray(sendBuffer),
              (int) sendOffset,
              asArray(receiveBuffer),
              (int) receiveOffset,
              (int) count,
              op));
    }
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.combining(form(), collective, sides, type, count, op));
  }

  /** Whether an operator that knows primitive types is to combine arrays of one. */
  static boolean combinesArrays(
      @Nullable Object one, @Nullable Object other, Datatype<?> type, @Nullable Op op) {
    return areArrays(one, type, other, type) && op != null && !op.isOfDatatypes();
  }
}
