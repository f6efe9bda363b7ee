package org.ronsel;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;

/**
 * Point-to-point operations on byte buffers, heap and direct; see {@link Comm}.
 *
 * <p>What is sent, or received into, are the bytes from the buffer's position to its limit.
 * Position and limit stay as they are, and the byte order plays no part: a {@code byte[]} or a
 * segment of bytes may be at the other end.
 */
abstract sealed class BufferPointToPoint extends SegmentPointToPoint permits ArrayPointToPoint {
  BufferPointToPoint() {}

  /**
   * Sends the remaining bytes and returns when they may be reused (MPI-4.1, section 3.2.1).
   *
   * @param dest rank of the receiver, or {@link Ronsel#PROC_NULL}
   * @param tag 0 to {@link Ronsel#MAX_TAG}
   */
  public void send(ByteBuffer buffer, int dest, int tag) {
    send(false, buffer, dest, tag);
  }

  /** Sends the remaining bytes and returns when the receiver has matched (MPI-4.1, section 3.4). */
  public void sendSynchronous(ByteBuffer buffer, int dest, int tag) {
    send(true, buffer, dest, tag);
  }

  /** Starts a send of the remaining bytes, which must not change before the request completes. */
  public Request iSend(ByteBuffer buffer, int dest, int tag) {
    return startSend(false, buffer, dest, tag);
  }

  /** Starts a synchronous send of the remaining bytes, which completes at the match. */
  public Request iSendSynchronous(ByteBuffer buffer, int dest, int tag) {
    return startSend(true, buffer, dest, tag);
  }

  /**
   * Receives into the remaining bytes (MPI-4.1, section 3.2.4). The message may be shorter; its
   * length is in the status.
   *
   * @param source rank of the sender, {@link Ronsel#ANY_SOURCE} or {@link Ronsel#PROC_NULL}
   * @param tag the tag, or {@link Ronsel#ANY_TAG}
   * @throws TruncationException if the message is longer than what remains
   * @throws TypeMismatchException if the sender named another element type than bytes
   * @throws InvalidArgumentException if the buffer is read-only
   */
  public Status receive(ByteBuffer buffer, int source, int tag) {
    Status status = new Status();
    receive(buffer, source, tag, status);
    return status;
  }

  /** Receives into the remaining bytes and fills {@code status}. */
  public void receive(ByteBuffer buffer, int source, int tag, Status status) {
    Object base = writable("receive", "the buffer", buffer);
    receiveBytes(
        ElementType.BYTE, base, start(base, buffer), buffer.remaining(), source, tag, status);
  }

  /** Starts a receive into the remaining bytes, not to be used before the request completes. */
  public Request iReceive(ByteBuffer buffer, int source, int tag) {
    Object base = writable("iReceive", "the buffer", buffer);
    return startReceiveBytes(
        ElementType.BYTE, base, start(base, buffer), buffer.remaining(), source, tag);
  }

  /** Sends from one buffer and receives into another at the same time (MPI-4.1, section 3.10). */
  public Status sendReceive(
      ByteBuffer sendBuffer,
      int dest,
      int sendTag,
      ByteBuffer receiveBuffer,
      int source,
      int receiveTag) {
    Object sendBase = readable("sendReceive", "the send buffer", sendBuffer);
    Object receiveBase = writable("sendReceive", "the receive buffer", receiveBuffer);
    return sendReceiveBytes(
        ElementType.BYTE,
        sendBase,
        start(sendBase, sendBuffer),
        sendBuffer.remaining(),
        dest,
        sendTag,
        ElementType.BYTE,
        receiveBase,
        start(receiveBase, receiveBuffer),
        receiveBuffer.remaining(),
        source,
        receiveTag);
  }

  private void send(boolean synchronous, ByteBuffer buffer, int dest, int tag) {
    Object base = readable(sendCall(synchronous), "the buffer", buffer);
    sendBytes(
        synchronous, ElementType.BYTE, base, start(base, buffer), buffer.remaining(), dest, tag);
  }

  private Request startSend(boolean synchronous, ByteBuffer buffer, int dest, int tag) {
    Object base = readable(startSendCall(synchronous), "the buffer", buffer);
    return startSendBytes(
        synchronous, ElementType.BYTE, base, start(base, buffer), buffer.remaining(), dest, tag);
  }

  private Object writable(String call, String what, @Nullable ByteBuffer buffer) {
    if (buffer != null && buffer.isReadOnly()) {
      throw Arguments.buffer(
          self(), call, what + " is read-only; receive into one that can be written");
    }
    return readable(call, what, buffer);
  }

  /** The array of a heap buffer, or a segment of the remaining bytes. */
  private Object readable(String call, String what, @Nullable ByteBuffer buffer) {
    if (buffer == null) {
      throw Arguments.buffer(self(), call, what + " is null");
    }
    if (buffer.hasArray()) {
      return buffer.array();
    }
    MemorySegment segment = MemorySegment.ofBuffer(buffer);
    Arguments.segment(self(), call, what, segment, 0, segment.byteSize(), Datatype.BYTE, false);
    return segment;
  }

  private static long start(Object base, ByteBuffer buffer) {
    return base instanceof byte[] ? (long) buffer.arrayOffset() + buffer.position() : 0;
  }
}
