package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.algorithm.Collective;

/**
 * Reductions on buffers whose type is known at run time only (MPI-4.1, sections 6.9 to 6.11); see
 * {@link UntypedCollectives}. What is prepared takes the data from where they are at each start.
 */
abstract sealed class UntypedCombining<R extends @Nullable Object> extends UntypedNeighbours<R>
    permits UntypedCollectives {
  final UntypedReductions reductions;

  UntypedCombining(Comm comm, Form form, Way<R> way) {
    super(comm, form, way);
    this.reductions = new UntypedReductions(comm);
  }

  /** Combines the elements of all ranks at the root (MPI-4.1, section 6.9.1). */
  public R reduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduce(form(), sides, type, count, op, root));
  }

  /** Combines the elements of all ranks; every rank gets the result (section 6.9.6). */
  public R allReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.combining(form(), Collective.ALL_REDUCE, sides, type, count, op));
  }

  /** Combines the elements of all ranks; each gets a part (MPI-4.1, section 6.10). */
  public R reduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduceScatter(form(), sides, type, counts, op));
  }

  /** As {@link #reduceScatter}, with parts of {@code count} elements each. */
  public R reduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.reduceScatterBlock(form(), sides, type, count, op));
  }

  /** Combines the elements of this rank and all before it (MPI-4.1, section 6.11.1). */
  public R scan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.combining(form(), Collective.SCAN, sides, type, count, op));
  }

  /**
   * Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2); rank 0 gets
   * nothing.
   */
  public R exscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return make(reductions.combining(form(), Collective.EXSCAN, sides, type, count, op));
  }
}
