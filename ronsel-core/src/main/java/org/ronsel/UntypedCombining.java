package org.ronsel;

import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.algorithm.Collective;

/**
 * Reductions on buffers whose type is known at run time only (MPI-4.1, sections 6.9 to 6.11); see
 * {@link UntypedComm}. All have a nonblocking form, whose name begins with {@code i}, and a
 * persistent one, which takes the data from where they are at each start.
 */
abstract sealed class UntypedCombining extends UntypedMovement permits UntypedNeighbours {
  private final UntypedReductions calls;

  UntypedCombining(Comm comm) {
    super(comm);
    this.calls = new UntypedReductions(comm);
  }

  // ---- reduce ----

  /** Combines the elements of all ranks at the root (MPI-4.1, section 6.9.1). */
  public void reduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives().run(calls.reduce(Form.BLOCKING, sides, type, count, op, root));
  }

  /** Starts {@link #reduce}. */
  public Request iReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives().start(calls.reduce(Form.STARTED, sides, type, count, op, root));
  }

  /** Prepares {@link #reduce}, to be started again and again. */
  public PersistentRequest persistentReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives().prepare(calls.reduce(Form.PERSISTENT, sides, type, count, op, root));
  }

  // ---- allReduce ----

  /** Combines the elements of all ranks; every rank gets the result (section 6.9.6). */
  public void allReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives()
        .run(calls.combining(Form.BLOCKING, Collective.ALL_REDUCE, sides, type, count, op));
  }

  /** Starts {@link #allReduce}. */
  public Request iAllReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .start(calls.combining(Form.STARTED, Collective.ALL_REDUCE, sides, type, count, op));
  }

  /** Prepares {@link #allReduce}, to be started again and again. */
  public PersistentRequest persistentAllReduce(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .prepare(calls.combining(Form.PERSISTENT, Collective.ALL_REDUCE, sides, type, count, op));
  }

  // ---- reduceScatter ----

  /** Combines the elements of all ranks; each gets a part (MPI-4.1, section 6.10). */
  public void reduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives().run(calls.reduceScatter(Form.BLOCKING, sides, type, counts, op));
  }

  /** Starts {@link #reduceScatter}. */
  public Request iReduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives().start(calls.reduceScatter(Form.STARTED, sides, type, counts, op));
  }

  /** Prepares {@link #reduceScatter}, to be started again and again. */
  public PersistentRequest persistentReduceScatter(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .prepare(calls.reduceScatter(Form.PERSISTENT, sides, type, counts, op));
  }

  // ---- reduceScatterBlock ----

  /** As {@link #reduceScatter}, with parts of {@code count} elements each. */
  public void reduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives().run(calls.reduceScatterBlock(Form.BLOCKING, sides, type, count, op));
  }

  /** Starts {@link #reduceScatterBlock}. */
  public Request iReduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives().start(calls.reduceScatterBlock(Form.STARTED, sides, type, count, op));
  }

  /** Prepares {@link #reduceScatterBlock}, to be started again and again. */
  public PersistentRequest persistentReduceScatterBlock(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .prepare(calls.reduceScatterBlock(Form.PERSISTENT, sides, type, count, op));
  }

  // ---- scan ----

  /** Combines the elements of this rank and all before it (MPI-4.1, section 6.11.1). */
  public void scan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives().run(calls.combining(Form.BLOCKING, Collective.SCAN, sides, type, count, op));
  }

  /** Starts {@link #scan}. */
  public Request iScan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .start(calls.combining(Form.STARTED, Collective.SCAN, sides, type, count, op));
  }

  /** Prepares {@link #scan}, to be started again and again. */
  public PersistentRequest persistentScan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .prepare(calls.combining(Form.PERSISTENT, Collective.SCAN, sides, type, count, op));
  }

  // ---- exscan ----

  /**
   * Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2); rank 0 gets
   * nothing.
   */
  public void exscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    comm.collectives()
        .run(calls.combining(Form.BLOCKING, Collective.EXSCAN, sides, type, count, op));
  }

  /** Starts {@link #exscan}. */
  public Request iExscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .start(calls.combining(Form.STARTED, Collective.EXSCAN, sides, type, count, op));
  }

  /** Prepares {@link #exscan}, to be started again and again. */
  public PersistentRequest persistentExscan(
      Object sendBuffer,
      long sendOffset,
      Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op) {
    var sides = new UntypedReductions.Sides(sendBuffer, sendOffset, receiveBuffer, receiveOffset);
    return comm.collectives()
        .prepare(calls.combining(Form.PERSISTENT, Collective.EXSCAN, sides, type, count, op));
  }

  /**
   * Combines two buffers of this rank in the second: {@code inout = in op inout} (MPI-4.1, section
   * 6.9.7).
   */
  public void reduceLocal(
      Object in,
      long inOffset,
      Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op) {
    calls.reduceLocal(
        new UntypedReductions.Sides(in, inOffset, inout, inoutOffset), type, count, op);
  }
}
