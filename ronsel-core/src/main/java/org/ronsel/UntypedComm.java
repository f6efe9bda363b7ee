package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.observe.Observation;

/**
 * The operations of a communicator on buffers whose type is known at run time only: for other
 * interfaces built upon this one, and for languages without static types. Programs in Java use the
 * methods of {@link Comm}, where the compiler sees what is sent.
 *
 * <p>A buffer is an array of a primitive type, a memory segment, or, in messages, a byte buffer, of
 * which the bytes from its position to its limit are meant. Its elements are described by a
 * datatype. An {@code offset} counts elements of an array, or bytes of a segment. An array holds
 * elements of the basic type of the datatype; an array of bytes may hold any.
 *
 * <p>Its collective operations block; the same operations are there {@linkplain #started() started}
 * and {@linkplain #persistent() persistent}.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 */
public interface UntypedComm extends UntypedCollectives<@Nullable Void> {
  /** In the place of a buffer: the data are in the other one (MPI-4.1, section 6.2.1). */
  Object IN_PLACE = new byte[0];

  /** The communicator of these operations. */
  Comm comm();

  /** The collective operations that return a request (MPI-4.1, section 6.12). */
  UntypedCollectives<Request> started();

  /**
   * The collective operations that return a request which can be started again and again (MPI-4.1,
   * section 6.13). They are local; what lies in the buffers at a start is sent.
   */
  UntypedCollectives<PersistentRequest> persistent();

  /** Whether the jobs of this JVM are checked ({@code ronsel run --check}). */
  static boolean isChecked() {
    return Observation.CHECK;
  }

  /**
   * The elements of a datatype for receives that take messages of any types but objects as their
   * bytes, as libraries in C do: whether sender and receiver name the same types is not asked.
   * {@code --check} names those that do not.
   */
  static <T> Datatype<T> ofAnyType(Datatype<T> type) {
    return Ronsel.datatypes()
        .ofAnyType(InvalidArgumentException.requireNonNull("ofAnyType", "type", type));
  }

  /**
   * Makes progress once and looks whether a request is complete, as {@code MPI_Request_get_status}
   * does (MPI-4.1, section 3.7.6): no wait or test has told the program of it, so that a persistent
   * request stays active.
   *
   * @return the status, or null if it is not complete
   * @throws RonselException what went wrong with the operation
   */
  static @Nullable Status statusOf(Request request) {
    return Ronsel.implementation()
        .requests()
        .statusOf(InvalidArgumentException.requireNonNull("statusOf", "request", request));
  }

  /**
   * Combines two buffers of this rank in the second: {@code inout = in op inout} (MPI-4.1, section
   * 6.9.7).
   */
  void reduceLocal(
      @Nullable Object in,
      long inOffset,
      @Nullable Object inout,
      long inoutOffset,
      Datatype<?> type,
      long count,
      Op op);

  /** Sends {@code count} elements; see {@link Comm#send(double[], int, int, int, int)}. */
  void send(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag);

  /** Starts a send of {@code count} elements. */
  Request iSend(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag);

  /** Receives at most {@code count} elements and fills {@code status}. */
  void receive(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int source,
      int tag,
      Status status);

  /** Starts a receive of at most {@code count} elements. */
  Request iReceive(
      @Nullable Object buffer, Datatype<?> type, long offset, long count, int source, int tag);

  /** Sends from one buffer and receives into another at the same time. */
  Status sendReceive(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      int dest,
      int sendTag,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int source,
      int receiveTag);

  /**
   * Makes a send of {@code count} elements that can be started again and again (MPI-4.1, section
   * 3.9). What lies in the buffer at the start is sent.
   */
  PersistentRequest persistentSend(
      SendMode mode,
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int tag);

  /** Makes a receive of at most {@code count} elements that can be started again and again. */
  PersistentRequest persistentReceive(
      @Nullable Object buffer, Datatype<?> type, long offset, long count, int source, int tag);

  /**
   * Receives a matched message, at most {@code count} elements. An interrupt is kept for later: no
   * other call could receive the message.
   */
  Status receive(
      Message message, @Nullable Object buffer, Datatype<?> type, long offset, long count);

  /** Starts to receive a matched message, at most {@code count} elements. */
  Request iReceive(
      Message message, @Nullable Object buffer, Datatype<?> type, long offset, long count);

  /**
   * Sends from a buffer and receives into the same (MPI-4.1, section 3.10); of what is sent a copy
   * is made first.
   */
  Status sendReceiveReplace(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int sendTag,
      int source,
      int receiveTag);

  /**
   * Starts to send from one buffer and to receive into another; the request completes when both are
   * done.
   */
  Request iSendReceive(
      @Nullable Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      int dest,
      int sendTag,
      @Nullable Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int source,
      int receiveTag);

  /** Starts to send a copy of what is in a buffer and to receive into the same. */
  Request iSendReceiveReplace(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int sendTag,
      int source,
      int receiveTag);

  /** Makes a send of {@code partitions} parts of {@code count} elements (MPI-4.1, chapter 4). */
  PartitionedSend partitionedSend(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      int dest,
      int tag);

  /** Makes a receive of {@code partitions} parts of {@code count} elements. */
  PartitionedReceive partitionedReceive(
      @Nullable Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      int source,
      int tag);

  /**
   * Sends an array of objects as one object, in any mode; see {@link Comm#sendObject(Object, int,
   * int)}. Probes tell how many these are: {@link Status#objects()}.
   */
  void sendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag);

  /** Starts to send an array of objects as one object, in any mode; see {@link #sendObjects}. */
  Request iSendObjects(SendMode mode, @Nullable Object[] objects, int dest, int tag);

  // ---- one value, as its bits ----

  /**
   * Sends the root's value to all ranks (MPI-4.1, section 6.4).
   *
   * @param type a primitive type
   * @param bits the value: of a double as {@link Double#doubleToRawLongBits} gives it, of a float
   *     as {@link Float#floatToRawIntBits}, of a boolean 0 or 1, else the number
   * @return the root's value, in the same way
   */
  long broadcast(Datatype<?> type, long bits, int root);

  /**
   * Combines the values of all ranks at the root (MPI-4.1, section 6.9.1); see {@link
   * #broadcast(Datatype, long, int)}.
   *
   * @return the result at the root; elsewhere {@code bits}
   */
  long reduce(Datatype<?> type, long bits, Op op, int root);

  /**
   * Combines the values of all ranks; every rank gets the result (MPI-4.1, section 6.9.6); see
   * {@link #broadcast(Datatype, long, int)}.
   */
  long allReduce(Datatype<?> type, long bits, Op op);

  // ---- arrays whose lengths the receivers do not know ----

  /**
   * Gathers arrays of a primitive type.
   *
   * @return at the root the array of each rank, in an array of such arrays; elsewhere none
   */
  Object gatherv(@Nullable Object in, Datatype<?> type, int root);

  /** Gathers arrays of a primitive type; the result has that of each rank. */
  Object allGatherv(@Nullable Object in, Datatype<?> type);

  /**
   * Deals out arrays of a primitive type.
   *
   * @param in an array for each rank; used at the root only
   * @return that of the calling rank
   */
  Object scatterv(@Nullable Object @Nullable [] in, Datatype<?> type, int root);

  /** Exchanges arrays: {@code in[r]} goes to rank {@code r}; the result has what each has sent. */
  Object allToAllv(@Nullable Object @Nullable [] in, Datatype<?> type);

  /** Sends an array to every neighbour; the result has that of each; see {@link ArrayNeighbors}. */
  Object neighborAllGatherv(@Nullable Object in, Datatype<?> type);

  /** Sends {@code in[i]} to the neighbour {@code i}; the result has what came from each. */
  Object neighborAllToAllv(@Nullable Object @Nullable [] in, Datatype<?> type);

  /**
   * The number of elements of each block of an array of equal blocks: one block for each rank, or,
   * for calls among neighbours, for each neighbour.
   *
   * @param call name of the call that they are for
   * @param in the blocks that are sent
   * @param out the blocks that are received, which tell where a rank sends to no neighbour
   * @throws InvalidArgumentException if it cannot be divided
   */
  int blockOf(String call, @Nullable Object in, @Nullable Object out);
}
