package mpi;

import java.nio.Buffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.PendingComm;
import org.ronsel.SendMode;

/**
 * Point-to-point communication in the spelling of Open MPI. A buffer is an array, a buffer of
 * {@code java.nio} or a memory segment; calls that return a request take arrays as well, which
 * those of Open MPI do not. Receives take messages of any types but objects, as there.
 */
abstract class OpenMpiPointToPoint extends MpiJavaPointToPoint {
  OpenMpiPointToPoint(org.ronsel.@Nullable Comm core, Properties properties) {
    super(core, properties);
  }

  OpenMpiPointToPoint(PendingComm pending, Properties properties) {
    super(pending, properties);
  }

  /** Sends in standard mode. */
  public final void send(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    transmit(SendMode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** Sends in buffered mode. */
  public final void bSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    transmitBuffered(buf, count, type, dest, tag);
  }

  /** Sends in synchronous mode. */
  public final void sSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    transmit(SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  /** Sends in ready mode. */
  public final void rSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    transmit(SendMode.READY, buf, 0, count, type, dest, tag);
  }

  /** Receives. */
  public final Status recv(@Nullable Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return accept(buf, 0, count, Datatype.ofAnyType(type), source, tag);
  }

  /** Sends and receives at the same time. */
  public final Status sendRecv(
      @Nullable Object sendbuf,
      int sendcount,
      Datatype sendtype,
      int dest,
      int sendtag,
      @Nullable Object recvbuf,
      int recvcount,
      Datatype recvtype,
      int source,
      int recvtag)
      throws MPIException {
    return exchange(
        sendbuf,
        0,
        sendcount,
        sendtype,
        dest,
        sendtag,
        recvbuf,
        0,
        recvcount,
        Datatype.ofAnyType(recvtype),
        source,
        recvtag);
  }

  /** Sends what is in a buffer and receives into the same. */
  public final Status sendRecvReplace(
      @Nullable Object buf,
      int count,
      Datatype type,
      int dest,
      int sendtag,
      int source,
      int recvtag)
      throws MPIException {
    return exchangeInPlace(buf, 0, count, type, dest, sendtag, source, recvtag);
  }

  /** Starts to send in standard mode. */
  public final Request iSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** Starts to send in standard mode. */
  public final Request iSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.STANDARD, buf, 0, count, type, dest, tag);
  }

  /** Starts to send in buffered mode. */
  public final Request ibSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmitBuffered(buf, count, type, dest, tag);
  }

  /** Starts to send in buffered mode. */
  public final Request ibSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmitBuffered(buf, count, type, dest, tag);
  }

  /** Starts to send in synchronous mode. */
  public final Request isSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  /** Starts to send in synchronous mode. */
  public final Request isSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag);
  }

  /** Starts to send in ready mode. */
  public final Request irSend(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.READY, buf, 0, count, type, dest, tag);
  }

  /** Starts to send in ready mode. */
  public final Request irSend(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return startTransmit(SendMode.READY, buf, 0, count, type, dest, tag);
  }

  /** Starts to receive. */
  public final Request iRecv(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return startAccept(buf, 0, count, Datatype.ofAnyType(type), source, tag);
  }

  /** Starts to receive. */
  public final Request iRecv(@Nullable Object buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return startAccept(buf, 0, count, Datatype.ofAnyType(type), source, tag);
  }

  /** Prepares a send in standard mode, to be started again and again. */
  public final Prequest sendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.STANDARD, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in standard mode, to be started again and again. */
  public final Prequest sendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.STANDARD, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in buffered mode, to be started again and again. */
  public final Prequest bSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmitBuffered(buf, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in buffered mode, to be started again and again. */
  public final Prequest bSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmitBuffered(buf, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in synchronous mode, to be started again and again. */
  public final Prequest sSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in synchronous mode, to be started again and again. */
  public final Prequest sSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.SYNCHRONOUS, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in ready mode, to be started again and again. */
  public final Prequest rSendInit(Buffer buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.READY, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a send in ready mode, to be started again and again. */
  public final Prequest rSendInit(@Nullable Object buf, int count, Datatype type, int dest, int tag)
      throws MPIException {
    return prepareTransmit(SendMode.READY, buf, 0, count, type, dest, tag).toBeFreed();
  }

  /** Prepares a receive, to be started again and again. */
  public final Prequest recvInit(Buffer buf, int count, Datatype type, int source, int tag)
      throws MPIException {
    return prepareAccept(buf, 0, count, Datatype.ofAnyType(type), source, tag).toBeFreed();
  }

  /** Prepares a receive, to be started again and again. */
  public final Prequest recvInit(
      @Nullable Object buf, int count, Datatype type, int source, int tag) throws MPIException {
    return prepareAccept(buf, 0, count, Datatype.ofAnyType(type), source, tag).toBeFreed();
  }

  /** Waits for a message without receiving it. */
  public final Status probe(int source, int tag) throws MPIException {
    return waitForMessage(source, tag);
  }

  /** Looks for a message; null if there is none. */
  public final @Nullable Status iProbe(int source, int tag) throws MPIException {
    return lookForMessage(source, tag);
  }

  /** An upper bound of the bytes that {@link #pack} writes. */
  public final int packSize(int incount, Datatype type) throws MPIException {
    return Packing.size(incount, type);
  }

  /**
   * Writes elements to an array of bytes.
   *
   * @return the position behind what was written
   */
  public final int pack(
      @Nullable Object inbuf, int incount, Datatype type, byte[] outbuf, int position)
      throws MPIException {
    return Packing.pack(core(), inbuf, 0, incount, type, outbuf, position);
  }

  /**
   * Reads elements from an array of bytes.
   *
   * @return the position behind what was read
   */
  public final int unpack(
      byte[] inbuf, int position, @Nullable Object outbuf, int outcount, Datatype type)
      throws MPIException {
    return Packing.unpack(core(), inbuf, position, outbuf, 0, outcount, type);
  }
}
