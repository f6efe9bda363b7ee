package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.observe.Observation;

/**
 * The operations of a communicator on buffers whose type is known at run time only: for other
 * interfaces built upon this one, and for languages without static types. Programs in Java use the
 * methods of {@link Comm}, where the compiler sees what is sent.
 *
 * <p>A buffer is an array of a primitive type or a memory segment. Its elements are described by a
 * datatype. An {@code offset} counts elements of an array, or bytes of a segment. An array holds
 * elements of the basic type of the datatype; an array of bytes may hold any.
 *
 * <p>Its collective operations block; the same operations are there {@linkplain #started() started}
 * and {@linkplain #persistent() persistent}.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 */
public final class UntypedComm extends UntypedCollectives<@Nullable Void> {
  /** In the place of a buffer: the data are in the other one (MPI-4.1, section 6.2.1). */
  public static final Object IN_PLACE = new byte[0];

  @SuppressWarnings("NullAway") // does not know that the result may be null
  UntypedComm(Comm comm) {
    super(
        comm,
        Form.BLOCKING,
        (calls, call) -> {
          calls.run(call);
          return null;
        });
  }

  /** The communicator whose operations these are. */
  public Comm comm() {
    return comm;
  }

  /** The collective operations that return a request (MPI-4.1, section 6.12). */
  public UntypedCollectives<Request> started() {
    return new UntypedCollectives<>(comm, Form.STARTED, CollectiveCalls::start);
  }

  /**
   * The collective operations that return a request which can be started again and again (MPI-4.1,
   * section 6.13). They are local; what lies in the buffers at a start is sent.
   */
  public UntypedCollectives<PersistentRequest> persistent() {
    return new UntypedCollectives<>(comm, Form.PERSISTENT, CollectiveCalls::prepare);
  }

  /** Whether the jobs of this JVM are checked ({@code ronsel run --check}). */
  public static boolean isChecked() {
    return Observation.CHECK;
  }

  /**
   * In a checked job, says that the program has been given something which it must give back, and
   * is told of at the end of the job if it does not; in others nothing. For interfaces with objects
   * that must be freed, as those of this one need not be.
   *
   * @param words as in {@code datatype vector was committed and never freed; committed at}, to be
   *     followed by the place
   */
  public void lent(Object what, String words) {
    if (Observation.CHECK) {
      comm.checks().opened(what, words);
    }
  }

  /** Says that the program has given back what was {@linkplain #lent lent}. */
  public void returned(Object what) {
    if (Observation.CHECK) {
      comm.checks().closed(what);
    }
  }

  /**
   * In a checked job, says that a call of the program relies on what other libraries do not allow;
   * that is told at the end of the job, once for each place. In others nothing. For interfaces that
   * are more tolerant than this one.
   *
   * @param words what that is and what to do instead, to follow the name and the place of the call
   */
  public void notPortable(String words) {
    if (Observation.CHECK) {
      comm.checks().noticed(words);
    }
  }

  /**
   * The elements of a datatype for receives that take messages of any types but objects as their
   * bytes, as libraries in C do: whether sender and receiver name the same types is not asked.
   * {@code --check} names those that do not.
   */
  public static <T> Datatype<T> ofAnyType(Datatype<T> type) {
    return DerivedTypes.untyped(Arguments.nonNull("ofAnyType", "type", type));
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
    reductions.reduceLocal(
        new UntypedReductions.Sides(in, inOffset, inout, inoutOffset), type, count, op);
  }

  private DataRange readable(
      String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the send buffer", buffer, type, offset, count, false);
  }

  private DataRange writable(
      String call, Object buffer, Datatype<?> type, long offset, long count) {
    return Buffers.resolve(comm, call, "the receive buffer", buffer, type, offset, count, true);
  }

  /** Sends {@code count} elements; see {@link Comm#send(double[], int, int, int, int)}. */
  public void send(
      SendMode mode, Object buffer, Datatype<?> type, long offset, long count, int dest, int tag) {
    DataRange data = readable(mode.call(), buffer, type, offset, count);
    comm.sendBytes(mode, data.type(), data.base(), data.offset(), data.bytes(), dest, tag);
  }

  /** Starts a send of {@code count} elements. */
  public Request iSend(
      SendMode mode, Object buffer, Datatype<?> type, long offset, long count, int dest, int tag) {
    DataRange data = readable(mode.startCall(), buffer, type, offset, count);
    return comm.startSendBytes(
        mode, data.type(), data.base(), data.offset(), data.bytes(), dest, tag);
  }

  /** Receives at most {@code count} elements and fills {@code status}. */
  public void receive(
      Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int source,
      int tag,
      Status status) {
    DataRange data = writable("receive", buffer, type, offset, count);
    comm.receiveBytes(data.type(), data.base(), data.offset(), data.bytes(), source, tag, status);
  }

  /** Starts a receive of at most {@code count} elements. */
  public Request iReceive(
      Object buffer, Datatype<?> type, long offset, long count, int source, int tag) {
    DataRange data = writable("iReceive", buffer, type, offset, count);
    return comm.startReceiveBytes(
        data.type(), data.base(), data.offset(), data.bytes(), source, tag);
  }

  /** Sends from one buffer and receives into another at the same time. */
  public Status sendReceive(
      Object sendBuffer,
      Datatype<?> sendType,
      long sendOffset,
      long sendCount,
      int dest,
      int sendTag,
      Object receiveBuffer,
      Datatype<?> receiveType,
      long receiveOffset,
      long receiveCount,
      int source,
      int receiveTag) {
    String call = "sendReceive";
    DataRange from =
        Buffers.resolve(
            comm, call, "the send buffer", sendBuffer, sendType, sendOffset, sendCount, false);
    DataRange to =
        Buffers.resolve(
            comm,
            call,
            "the receive buffer",
            receiveBuffer,
            receiveType,
            receiveOffset,
            receiveCount,
            true);
    return comm.sendReceiveBytes(
        from.type(),
        from.base(),
        from.offset(),
        from.bytes(),
        dest,
        sendTag,
        to.type(),
        to.base(),
        to.offset(),
        to.bytes(),
        source,
        receiveTag);
  }

  /**
   * Makes a send of {@code count} elements that can be started again and again (MPI-4.1, section
   * 3.9). What lies in the buffer at the start is sent.
   */
  public PersistentRequest persistentSend(
      SendMode mode, Object buffer, Datatype<?> type, long offset, long count, int dest, int tag) {
    String call = Arguments.present(comm, "persistentSend", "mode", mode).persistentCall();
    Arguments.destAndTag(comm, call, dest, tag);
    DataRange unused = readable(call, buffer, type, offset, count);
    return new PersistentTransfer(
        comm,
        mode.call() + " to rank " + dest + ", tag " + tag,
        () -> iSend(mode, buffer, type, offset, count, dest, tag));
  }

  /** Makes a receive of at most {@code count} elements that can be started again and again. */
  public PersistentRequest persistentReceive(
      Object buffer, Datatype<?> type, long offset, long count, int source, int tag) {
    String call = "persistentReceive";
    Arguments.sourceAndTag(comm, call, source, tag);
    DataRange unused = writable(call, buffer, type, offset, count);
    return new PersistentTransfer(
        comm,
        "receive from rank " + source + ", tag " + tag,
        () -> iReceive(buffer, type, offset, count, source, tag));
  }

  /** Receives a matched message, at most {@code count} elements. */
  public Request iReceive(
      Message message, Object buffer, Datatype<?> type, long offset, long count) {
    Arguments.present(comm, "iReceive", "message", message);
    return message.start(buffer, type, offset, count);
  }

  /**
   * Sends from a buffer and receives into the same (MPI-4.1, section 3.10); of what is sent a copy
   * is made first.
   */
  public Status sendReceiveReplace(
      Object buffer,
      Datatype<?> type,
      long offset,
      long count,
      int dest,
      int sendTag,
      int source,
      int receiveTag) {
    String call = "sendReceiveReplace";
    DataRange data = writable(call, buffer, type, offset, count);
    return comm.sendReceiveReplaceBytes(data, dest, sendTag, source, receiveTag);
  }

  /** Makes a send of {@code partitions} parts of {@code count} elements (MPI-4.1, chapter 4). */
  public PartitionedSend partitionedSend(
      Object buffer, Datatype<?> type, long offset, int partitions, long count, int dest, int tag) {
    String call = "partitionedSend";
    Arguments.destAndTag(comm, call, dest, tag);
    return new PartitionedSend(
        PartitionedTransfer.of(comm, call, buffer, type, offset, partitions, count, false),
        dest,
        tag);
  }

  /** Makes a receive of {@code partitions} parts of {@code count} elements. */
  public PartitionedReceive partitionedReceive(
      Object buffer,
      Datatype<?> type,
      long offset,
      int partitions,
      long count,
      int source,
      int tag) {
    String call = "partitionedReceive";
    if (source != Ronsel.PROC_NULL) {
      Arguments.destAndTag(comm, call, source, tag); // wildcards are not allowed here
    }
    return new PartitionedReceive(
        PartitionedTransfer.of(comm, call, buffer, type, offset, partitions, count, true),
        source,
        tag);
  }

  /** Sends an object in any mode; see {@link Comm#sendObject(Object, int, int)}. */
  public void sendObject(SendMode mode, @Nullable Object object, int dest, int tag) {
    comm.sendObject(mode, object, dest, tag);
  }

  /** Starts to send an object in any mode; see {@link Comm#iSendObject(Object, int, int)}. */
  public Request iSendObject(SendMode mode, @Nullable Object object, int dest, int tag) {
    return comm.iSendObject(mode, object, dest, tag);
  }
}
