package org.ronsel;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation.Form;

/**
 * The collective operations of a communicator on buffers whose type is known at run time only, in
 * one of the forms in which they can be called; see {@link UntypedComm#started()} and {@link
 * UntypedComm#persistent()}. Those of a {@link UntypedComm} itself block.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 *
 * @param <R> what a call returns: a {@link Request}, or a {@link PersistentRequest} that has not
 *     been started
 */
public final class UntypedCollectives<R extends @Nullable Object> extends UntypedNeighbours<R> {
  private final Repeated<R> repeated;

  /** Makes a call of what can be started. */
  interface Repeated<R extends @Nullable Object> {
    R of(String call, Supplier<Request> start);
  }

  UntypedCollectives(Comm comm, Form form, Way<R> way, Repeated<R> repeated) {
    super(comm, form, way);
    this.repeated = repeated;
  }

  /** Waits for all ranks (MPI-4.1, section 6.3). */
  public R barrier() {
    return synchronize();
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
    return repeated.of(
        "reduce",
        () ->
            comm.untyped()
                .iReduce(
                    sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op, root));
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
    return repeated.of(
        "allReduce",
        () ->
            comm.untyped()
                .iAllReduce(sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op));
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
    return repeated.of(
        "reduceScatter",
        () ->
            comm.untyped()
                .iReduceScatter(
                    sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, counts, op));
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
    return repeated.of(
        "reduceScatterBlock",
        () ->
            comm.untyped()
                .iReduceScatterBlock(
                    sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op));
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
    return repeated.of(
        "scan",
        () ->
            comm.untyped()
                .iScan(sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op));
  }

  /** Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2). */
  public R exscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    return repeated.of(
        "exscan",
        () ->
            comm.untyped()
                .iExscan(sendBuffer, sendOffset, receiveBuffer, receiveOffset, type, count, op));
  }
}
