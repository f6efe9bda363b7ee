package org.ronsel;

import org.jspecify.annotations.Nullable;

/**
 * The collective operations of a communicator on buffers whose type is known at run time only, in
 * one of the forms in which they can be called; see {@link UntypedComm#started()} and {@link
 * UntypedComm#persistent()}. A {@link UntypedComm} is that of the form that blocks.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 *
 * @param <R> what a call returns: nothing when it blocks, a {@link Request}, or a {@link
 *     PersistentRequest} that has not been started
 */
public interface UntypedCollectives<R extends @Nullable Object> {
  /** Waits for all ranks (MPI-4.1, section 6.3). */
  R barrier();

  // ---- blocks of one length ----

  /** Gives the root's elements to every rank (MPI-4.1, section 6.4). */
  R broadcast(@Nullable Object buffer, Datatype<?> type, long offset, long count, int root);

  /** Collects the blocks of all ranks at the root, by rank (MPI-4.1, section 6.5). */
  R gather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root);

  /** Gives each rank its block of those that the root has (MPI-4.1, section 6.6). */
  R scatter(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root);

  /** Gives the blocks of all ranks, by rank, to every rank (MPI-4.1, section 6.7). */
  R allGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount);

  /** Sends a block to every rank and receives one from each (MPI-4.1, section 6.8). */
  R allToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount);

  // ---- blocks that differ ----

  /** Collects blocks of different lengths at the root (MPI-4.1, section 6.5). */
  R gatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      int root);

  /** Deals out blocks of different lengths of the root's (MPI-4.1, section 6.6). */
  R scatterv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int root);

  /** Gives blocks of different lengths to every rank (MPI-4.1, section 6.7). */
  R allGatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements);

  /** As {@link #allToAll}, with blocks of different lengths. */
  R allToAllv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements);

  /** As {@link #allToAllv}, with a datatype for each block; displacements are in bytes. */
  R allToAllw(
      @Nullable Object sendBuffer,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      Datatype<?>[] sendTypes,
      @Nullable Object receiveBuffer,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      Datatype<?>[] receiveTypes);

  // ---- neighbours in a topology ----

  /** Sends a block to all neighbours and receives one from each (MPI-4.1, section 8.6.1). */
  R neighborAllGather(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount);

  /** As {@link #neighborAllGather}, with blocks of different lengths. */
  R neighborAllGatherv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements);

  /** Sends another block to each neighbour and receives one from each (section 8.6.2). */
  R neighborAllToAll(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount);

  /** As {@link #neighborAllToAll}, with blocks of different lengths. */
  R neighborAllToAllv(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements);

  /** As {@link #neighborAllToAllv}, with a datatype for each; displacements are in bytes. */
  R neighborAllToAllw(
      @Nullable Object sendBuffer,
      int @Nullable [] sendCounts,
      int @Nullable [] sendDisplacements,
      Datatype<?>[] sendTypes,
      @Nullable Object receiveBuffer,
      int @Nullable [] receiveCounts,
      int @Nullable [] receiveDisplacements,
      Datatype<?>[] receiveTypes);

  // ---- reductions ----

  /** Combines the elements of all ranks at the root (MPI-4.1, section 6.9.1). */
  R reduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op,
      int root);

  /** Combines the elements of all ranks; every rank gets the result (section 6.9.6). */
  R allReduce(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op);

  /** Combines the elements of all ranks; each gets a part (MPI-4.1, section 6.10). */
  R reduceScatter(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      int[] counts,
      Op op);

  /** As {@link #reduceScatter}, with parts of {@code count} elements each. */
  R reduceScatterBlock(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op);

  /** Combines the elements of this rank and all before it (MPI-4.1, section 6.11.1). */
  R scan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op);

  /**
   * Combines the elements of all ranks before this one (MPI-4.1, section 6.11.2); rank 0 gets
   * nothing.
   */
  R exscan(
      @Nullable Object sendBuffer,
      long sendOffset,
      @Nullable Object receiveBuffer,
      long receiveOffset,
      Datatype<?> type,
      long count,
      Op op);
}
