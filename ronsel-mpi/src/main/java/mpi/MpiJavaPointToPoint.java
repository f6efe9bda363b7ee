package mpi;

import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.SendMode;

/** Point-to-point communication in the spelling of mpiJava. Offsets are in basic elements. */
abstract class MpiJavaPointToPoint extends Transfers {
  MpiJavaPointToPoint(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  MpiJavaPointToPoint(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Sends in standard mode. */
  public void Send(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    transmit(SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /** Sends in buffered mode. */
  public void Bsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    transmit(SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  /** Sends in synchronous mode. */
  public void Ssend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    transmit(SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  /** Sends in ready mode. */
  public void Rsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    transmit(SendMode.READY, buf, offset, count, datatype, dest, tag);
  }

  /**
   * The number of elements that the buffer of a receive holds; any number from {@code PROC_NULL}.
   */
  private static int room(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source) {
    return source == MPI.PROC_NULL ? count : Memory.room(buf, offset, count, datatype);
  }

  /** Receives; {@code count} may be more than {@code buf} holds, if the message is not. */
  public Status Recv(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return accept(buf, offset, room(buf, offset, count, datatype, source), datatype, source, tag);
  }

  /** Starts to send in standard mode. */
  public Request Isend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /** Starts to send in buffered mode. */
  public Request Ibsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  /** Starts to send in synchronous mode. */
  public Request Issend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  /** Starts to send in ready mode. */
  public Request Irsend(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.READY, buf, offset, count, datatype, dest, tag);
  }

  /** Starts to receive, as {@link #Recv} does. */
  public Request Irecv(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return startAccept(
        buf, offset, room(buf, offset, count, datatype, source), datatype, source, tag);
  }

  /** Prepares a send in standard mode, to be started again and again. */
  public Prequest Send_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.STANDARD, buf, offset, count, datatype, dest, tag);
  }

  /** Prepares a send in buffered mode, to be started again and again. */
  public Prequest Bsend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.BUFFERED, buf, offset, count, datatype, dest, tag);
  }

  /** Prepares a send in synchronous mode, to be started again and again. */
  public Prequest Ssend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.SYNCHRONOUS, buf, offset, count, datatype, dest, tag);
  }

  /** Prepares a send in ready mode, to be started again and again. */
  public Prequest Rsend_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.READY, buf, offset, count, datatype, dest, tag);
  }

  /** Prepares a receive, as {@link #Recv} does, to be started again and again. */
  public Prequest Recv_init(
      @Nullable Object buf, int offset, int count, Datatype datatype, int source, int tag)
      throws MPIException {
    return prepareAccept(
        buf, offset, room(buf, offset, count, datatype, source), datatype, source, tag);
  }

  /** Sends and receives at the same time. */
  public Status Sendrecv(
      @Nullable Object sendbuf,
      int sendoffset,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      @Nullable Object recvbuf,
      int recvoffset,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    return exchange(
        sendbuf,
        sendoffset,
        sendcount,
        sendtype,
        dest,
        sendtag,
        recvbuf,
        recvoffset,
        room(recvbuf, recvoffset, recvcount, recvtype, source),
        recvtype,
        source,
        recvtag);
  }

  /** Sends what is in a buffer and receives into the same. */
  public Status Sendrecv_replace(
      @Nullable Object buf,
      int offset,
      int count,
      Datatype type,
      int dest,
      int sendtag,
      int source,
      int recvtag)
      throws MPIException {
    return exchangeInPlace(buf, offset, count, type, dest, sendtag, source, recvtag);
  }

  /** Waits for a message without receiving it. */
  public Status Probe(int source, int tag) throws MPIException {
    return waitForMessage(source, tag);
  }

  /** Looks for a message; null if there is none. */
  public @Nullable Status Iprobe(int source, int tag) throws MPIException {
    return lookForMessage(source, tag);
  }

  /** An upper bound of the bytes that {@link #Pack} writes. */
  public int Pack_size(int incount, Datatype datatype) throws MPIException {
    return Packing.size(incount, datatype);
  }

  /**
   * Writes elements to an array of bytes.
   *
   * @param position where in {@code outbuf} to begin
   * @return the position behind what was written
   */
  public int Pack(
      @Nullable Object inbuf,
      int offset,
      int incount,
      Datatype datatype,
      byte[] outbuf,
      int position)
      throws MPIException {
    return Packing.pack(core(), inbuf, offset, incount, datatype, outbuf, position);
  }

  /**
   * Reads elements from an array of bytes.
   *
   * @param position where in {@code inbuf} to begin
   * @return the position behind what was read
   */
  public int Unpack(
      byte[] inbuf,
      int position,
      @Nullable Object outbuf,
      int offset,
      int outcount,
      Datatype datatype)
      throws MPIException {
    return Packing.unpack(core(), inbuf, position, outbuf, offset, outcount, datatype);
  }
}
