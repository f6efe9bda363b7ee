package org.ronsel;

import java.lang.foreign.MemorySegment;

/**
 * Point-to-point operations on memory segments; see {@link Comm}.
 *
 * <p>A call without a datatype moves bytes. A byte offset counts from the start of the segment, and
 * elements need no alignment. Counts are 64 bits wide, so one message may be longer than 2 GiB.
 *
 * <p>The segment may be heap or native. Its arena must stay open until the operation completes. A
 * segment of a confined arena is touched by its own thread only, which then is the one that must
 * wait for the request.
 */
abstract sealed class SegmentPointToPoint extends Transfers permits BufferPointToPoint {
  SegmentPointToPoint() {}

  /**
   * Sends all bytes of {@code segment} and returns when it may be reused (MPI-4.1, section 3.2.1).
   *
   * @param dest rank of the receiver, or {@link Ronsel#PROC_NULL}
   * @param tag 0 to {@link Ronsel#MAX_TAG}
   * @throws InvalidArgumentException if the arena of the segment is closed, or confined to another
   *     thread
   */
  public void send(MemorySegment segment, int dest, int tag) {
    sendElements(false, segment, Datatype.BYTE, 0, Arguments.size(segment), dest, tag);
  }

  /** Sends {@code count} bytes; see {@link #send(MemorySegment, int, int)}. */
  public void send(MemorySegment segment, long byteOffset, long count, int dest, int tag) {
    sendElements(false, segment, Datatype.BYTE, byteOffset, count, dest, tag);
  }

  /** Sends {@code count} elements; see {@link #send(MemorySegment, int, int)}. */
  public void send(MemorySegment segment, Datatype<?> type, long count, int dest, int tag) {
    sendElements(false, segment, type, 0, count, dest, tag);
  }

  /** Sends {@code count} elements from byte {@code byteOffset} on. */
  public void send(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int dest, int tag) {
    sendElements(false, segment, type, byteOffset, count, dest, tag);
  }

  /**
   * Sends all bytes of {@code segment} and returns when the receiver has matched it (MPI-4.1,
   * section 3.4).
   */
  public void sendSynchronous(MemorySegment segment, int dest, int tag) {
    sendElements(true, segment, Datatype.BYTE, 0, Arguments.size(segment), dest, tag);
  }

  /** Sends {@code count} bytes; see {@link #sendSynchronous(MemorySegment, int, int)}. */
  public void sendSynchronous(
      MemorySegment segment, long byteOffset, long count, int dest, int tag) {
    sendElements(true, segment, Datatype.BYTE, byteOffset, count, dest, tag);
  }

  /** Sends {@code count} elements; see {@link #sendSynchronous(MemorySegment, int, int)}. */
  public void sendSynchronous(
      MemorySegment segment, Datatype<?> type, long count, int dest, int tag) {
    sendElements(true, segment, type, 0, count, dest, tag);
  }

  /** Sends {@code count} elements from byte {@code byteOffset} on. */
  public void sendSynchronous(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int dest, int tag) {
    sendElements(true, segment, type, byteOffset, count, dest, tag);
  }

  /**
   * Starts a send of all bytes of {@code segment}, which must not change before the request
   * completes.
   */
  public Request iSend(MemorySegment segment, int dest, int tag) {
    return startSendElements(false, segment, Datatype.BYTE, 0, Arguments.size(segment), dest, tag);
  }

  /** Starts a send of {@code count} bytes; see {@link #iSend(MemorySegment, int, int)}. */
  public Request iSend(MemorySegment segment, long byteOffset, long count, int dest, int tag) {
    return startSendElements(false, segment, Datatype.BYTE, byteOffset, count, dest, tag);
  }

  /** Starts a send of {@code count} elements; see {@link #iSend(MemorySegment, int, int)}. */
  public Request iSend(MemorySegment segment, Datatype<?> type, long count, int dest, int tag) {
    return startSendElements(false, segment, type, 0, count, dest, tag);
  }

  /** Starts a send of {@code count} elements from byte {@code byteOffset} on. */
  public Request iSend(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int dest, int tag) {
    return startSendElements(false, segment, type, byteOffset, count, dest, tag);
  }

  /** Starts a synchronous send of all bytes of {@code segment}, which completes at the match. */
  public Request iSendSynchronous(MemorySegment segment, int dest, int tag) {
    return startSendElements(true, segment, Datatype.BYTE, 0, Arguments.size(segment), dest, tag);
  }

  /**
   * Starts a synchronous send of {@code count} bytes; see {@link #iSendSynchronous(MemorySegment,
   * int, int)}.
   */
  public Request iSendSynchronous(
      MemorySegment segment, long byteOffset, long count, int dest, int tag) {
    return startSendElements(true, segment, Datatype.BYTE, byteOffset, count, dest, tag);
  }

  /**
   * Starts a synchronous send of {@code count} elements; see {@link
   * #iSendSynchronous(MemorySegment, int, int)}.
   */
  public Request iSendSynchronous(
      MemorySegment segment, Datatype<?> type, long count, int dest, int tag) {
    return startSendElements(true, segment, type, 0, count, dest, tag);
  }

  /** Starts a synchronous send of {@code count} elements from byte {@code byteOffset} on. */
  public Request iSendSynchronous(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int dest, int tag) {
    return startSendElements(true, segment, type, byteOffset, count, dest, tag);
  }

  /**
   * Receives bytes into {@code segment} (MPI-4.1, section 3.2.4). The message may be shorter.
   *
   * @param source rank of the sender, {@link Ronsel#ANY_SOURCE} or {@link Ronsel#PROC_NULL}
   * @param tag the tag, or {@link Ronsel#ANY_TAG}
   * @throws TruncationException if the message is longer than the segment
   * @throws TypeMismatchException if the sender named another element type than bytes
   * @throws InvalidArgumentException if the segment is read-only, or its arena is closed or
   *     confined to another thread
   */
  public Status receive(MemorySegment segment, int source, int tag) {
    Status status = new Status();
    receiveElements(segment, Datatype.BYTE, 0, Arguments.size(segment), source, tag, status);
    return status;
  }

  /** Receives at most {@code count} bytes; see {@link #receive(MemorySegment, int, int)}. */
  public Status receive(MemorySegment segment, long byteOffset, long count, int source, int tag) {
    Status status = new Status();
    receiveElements(segment, Datatype.BYTE, byteOffset, count, source, tag, status);
    return status;
  }

  /** Receives at most {@code count} elements; see {@link #receive(MemorySegment, int, int)}. */
  public Status receive(MemorySegment segment, Datatype<?> type, long count, int source, int tag) {
    Status status = new Status();
    receiveElements(segment, type, 0, count, source, tag, status);
    return status;
  }

  /**
   * Receives at most {@code count} elements to byte {@code byteOffset} on; see {@link
   * #receive(MemorySegment, int, int)}.
   */
  public Status receive(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int source, int tag) {
    Status status = new Status();
    receiveElements(segment, type, byteOffset, count, source, tag, status);
    return status;
  }

  /** Receives into {@code segment} and fills {@code status}. */
  public void receive(MemorySegment segment, int source, int tag, Status status) {
    receiveElements(segment, Datatype.BYTE, 0, Arguments.size(segment), source, tag, status);
  }

  /** Receives at most {@code count} bytes and fills {@code status}. */
  public void receive(
      MemorySegment segment, long byteOffset, long count, int source, int tag, Status status) {
    receiveElements(segment, Datatype.BYTE, byteOffset, count, source, tag, status);
  }

  /** Receives at most {@code count} elements and fills {@code status}. */
  public void receive(
      MemorySegment segment, Datatype<?> type, long count, int source, int tag, Status status) {
    receiveElements(segment, type, 0, count, source, tag, status);
  }

  /**
   * Receives at most {@code count} elements to byte {@code byteOffset} on and fills {@code status}.
   */
  public void receive(
      MemorySegment segment,
      Datatype<?> type,
      long byteOffset,
      long count,
      int source,
      int tag,
      Status status) {
    receiveElements(segment, type, byteOffset, count, source, tag, status);
  }

  /**
   * Starts a receive of bytes into {@code segment}, not to be used before the request completes.
   */
  public Request iReceive(MemorySegment segment, int source, int tag) {
    return startReceiveElements(segment, Datatype.BYTE, 0, Arguments.size(segment), source, tag);
  }

  /** Starts a receive of at most {@code count} bytes. */
  public Request iReceive(MemorySegment segment, long byteOffset, long count, int source, int tag) {
    return startReceiveElements(segment, Datatype.BYTE, byteOffset, count, source, tag);
  }

  /** Starts a receive of at most {@code count} elements. */
  public Request iReceive(
      MemorySegment segment, Datatype<?> type, long count, int source, int tag) {
    return startReceiveElements(segment, type, 0, count, source, tag);
  }

  /** Starts a receive of at most {@code count} elements to byte {@code byteOffset} on. */
  public Request iReceive(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int source, int tag) {
    return startReceiveElements(segment, type, byteOffset, count, source, tag);
  }

  /**
   * Sends all bytes of one segment and receives into another at the same time (MPI-4.1, section
   * 3.10).
   */
  public Status sendReceive(
      MemorySegment sendSegment,
      int dest,
      int sendTag,
      MemorySegment receiveSegment,
      int source,
      int receiveTag) {
    return exchange(
        sendSegment,
        Datatype.BYTE,
        0,
        Arguments.size(sendSegment),
        dest,
        sendTag,
        receiveSegment,
        Datatype.BYTE,
        0,
        Arguments.size(receiveSegment),
        source,
        receiveTag);
  }

  /**
   * Sends {@code sendCount} elements and receives at most {@code receiveCount} at the same time.
   */
  public Status sendReceive(
      MemorySegment sendSegment,
      Datatype<?> sendType,
      long sendCount,
      int dest,
      int sendTag,
      MemorySegment receiveSegment,
      Datatype<?> receiveType,
      long receiveCount,
      int source,
      int receiveTag) {
    return exchange(
        sendSegment,
        sendType,
        0,
        sendCount,
        dest,
        sendTag,
        receiveSegment,
        receiveType,
        0,
        receiveCount,
        source,
        receiveTag);
  }

  /** Sends elements from one byte offset on and receives to another at the same time. */
  public Status sendReceive(
      MemorySegment sendSegment,
      Datatype<?> sendType,
      long sendByteOffset,
      long sendCount,
      int dest,
      int sendTag,
      MemorySegment receiveSegment,
      Datatype<?> receiveType,
      long receiveByteOffset,
      long receiveCount,
      int source,
      int receiveTag) {
    return exchange(
        sendSegment,
        sendType,
        sendByteOffset,
        sendCount,
        dest,
        sendTag,
        receiveSegment,
        receiveType,
        receiveByteOffset,
        receiveCount,
        source,
        receiveTag);
  }

  private void sendElements(
      boolean synchronous,
      MemorySegment segment,
      Datatype<?> type,
      long byteOffset,
      long count,
      int dest,
      int tag) {
    String call = sendCall(synchronous);
    Arguments.segment(self(), call, "the segment", segment, byteOffset, count, type, false);
    sendBytes(
        synchronous,
        type.elementType(),
        Buffers.base(segment, type, byteOffset, count),
        Buffers.offset(type, byteOffset),
        count * type.sizeBytes(),
        dest,
        tag);
  }

  private Request startSendElements(
      boolean synchronous,
      MemorySegment segment,
      Datatype<?> type,
      long byteOffset,
      long count,
      int dest,
      int tag) {
    String call = startSendCall(synchronous);
    Arguments.segment(self(), call, "the segment", segment, byteOffset, count, type, false);
    return startSendBytes(
        synchronous,
        type.elementType(),
        Buffers.base(segment, type, byteOffset, count),
        Buffers.offset(type, byteOffset),
        count * type.sizeBytes(),
        dest,
        tag);
  }

  private void receiveElements(
      MemorySegment segment,
      Datatype<?> type,
      long byteOffset,
      long count,
      int source,
      int tag,
      Status status) {
    Arguments.segment(self(), "receive", "the segment", segment, byteOffset, count, type, true);
    receiveBytes(
        type.elementType(),
        Buffers.base(segment, type, byteOffset, count),
        Buffers.offset(type, byteOffset),
        count * type.sizeBytes(),
        source,
        tag,
        status);
  }

  private Request startReceiveElements(
      MemorySegment segment, Datatype<?> type, long byteOffset, long count, int source, int tag) {
    Arguments.segment(self(), "iReceive", "the segment", segment, byteOffset, count, type, true);
    return startReceiveBytes(
        type.elementType(),
        Buffers.base(segment, type, byteOffset, count),
        Buffers.offset(type, byteOffset),
        count * type.sizeBytes(),
        source,
        tag);
  }

  private Status exchange(
      MemorySegment sendSegment,
      Datatype<?> sendType,
      long sendByteOffset,
      long sendCount,
      int dest,
      int sendTag,
      MemorySegment receiveSegment,
      Datatype<?> receiveType,
      long receiveByteOffset,
      long receiveCount,
      int source,
      int receiveTag) {
    Arguments.segment(
        self(),
        "sendReceive",
        "the send segment",
        sendSegment,
        sendByteOffset,
        sendCount,
        sendType,
        false);
    Arguments.segment(
        self(),
        "sendReceive",
        "the receive segment",
        receiveSegment,
        receiveByteOffset,
        receiveCount,
        receiveType,
        true);
    return sendReceiveBytes(
        sendType.elementType(),
        Buffers.base(sendSegment, sendType, sendByteOffset, sendCount),
        Buffers.offset(sendType, sendByteOffset),
        sendCount * sendType.sizeBytes(),
        dest,
        sendTag,
        receiveType.elementType(),
        Buffers.base(receiveSegment, receiveType, receiveByteOffset, receiveCount),
        Buffers.offset(receiveType, receiveByteOffset),
        receiveCount * receiveType.sizeBytes(),
        source,
        receiveTag);
  }
}
