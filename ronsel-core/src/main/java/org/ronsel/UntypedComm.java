package org.ronsel;

/**
 * The operations of a communicator on buffers whose type is known at run time only: for other
 * interfaces built upon this one, and for languages without static types. Programs in Java use the
 * methods of {@link Comm}, where the compiler sees what is sent.
 *
 * <p>A buffer is an array of a primitive type or a memory segment. Its elements are described by a
 * datatype. An {@code offset} counts elements of an array, or bytes of a segment. An array holds
 * elements of the basic type of the datatype; an array of bytes may hold any.
 *
 * <p>Threads and exceptions are as with {@link Comm}.
 */
public final class UntypedComm {
  private final Comm comm;

  UntypedComm(Comm comm) {
    this.comm = comm;
  }

  /** The communicator whose operations these are. */
  public Comm comm() {
    return comm;
  }

  /** Sends {@code count} elements; see {@link Comm#send(double[], int, int, int, int)}. */
  public void send(
      SendMode mode, Object buffer, Datatype<?> type, long offset, long count, int dest, int tag) {
    Object base = Buffers.readable(comm, mode.call(), buffer, type, offset, count);
    comm.sendBytes(
        mode,
        type.elementType(),
        base,
        Buffers.start(base, buffer, offset),
        count * type.size(),
        dest,
        tag);
  }

  /** Starts a send of {@code count} elements. */
  public Request iSend(
      SendMode mode, Object buffer, Datatype<?> type, long offset, long count, int dest, int tag) {
    Object base = Buffers.readable(comm, mode.startCall(), buffer, type, offset, count);
    return comm.startSendBytes(
        mode,
        type.elementType(),
        base,
        Buffers.start(base, buffer, offset),
        count * type.size(),
        dest,
        tag);
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
    Object base = Buffers.writable(comm, "receive", buffer, type, offset, count);
    comm.receiveBytes(
        type.elementType(),
        base,
        Buffers.start(base, buffer, offset),
        count * type.size(),
        source,
        tag,
        status);
  }

  /** Starts a receive of at most {@code count} elements. */
  public Request iReceive(
      Object buffer, Datatype<?> type, long offset, long count, int source, int tag) {
    Object base = Buffers.writable(comm, "iReceive", buffer, type, offset, count);
    return comm.startReceiveBytes(
        type.elementType(),
        base,
        Buffers.start(base, buffer, offset),
        count * type.size(),
        source,
        tag);
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
    Object from = Buffers.readable(comm, call, sendBuffer, sendType, sendOffset, sendCount);
    Object to =
        Buffers.writable(comm, call, receiveBuffer, receiveType, receiveOffset, receiveCount);
    return comm.sendReceiveBytes(
        sendType.elementType(),
        from,
        Buffers.start(from, sendBuffer, sendOffset),
        sendCount * sendType.size(),
        dest,
        sendTag,
        receiveType.elementType(),
        to,
        Buffers.start(to, receiveBuffer, receiveOffset),
        receiveCount * receiveType.size(),
        source,
        receiveTag);
  }
}
