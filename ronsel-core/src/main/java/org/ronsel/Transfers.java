package org.ronsel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * What every point-to-point call comes down to: a range of a primitive array or a segment, and a
 * peer. The classes below it, down to {@link Comm}, offer one family of buffers each. Their public
 * methods are not final: so the compiler repeats them in {@code Comm}, and reflection (scripting
 * languages live by it) may call them although these classes are not public.
 */
abstract sealed class Transfers permits SegmentPointToPoint {
  private static final String BUFFER = "the buffer";

  Transfers() {}

  // ---- ranges in bytes, checked already; peer and tag are not ----

  abstract void sendBytes(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag);

  abstract Request startSendBytes(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag);

  abstract void receiveBytes(
      ElementType type, Object base, long offset, long bytes, int source, int tag, Status status);

  abstract Request startReceiveBytes(
      ElementType type, Object base, long offset, long bytes, int source, int tag);

  // ---- ranges of arrays, in elements, to be checked ----

  final void sendData(
      SendMode mode,
      ElementType type,
      Object base,
      long offset,
      long count,
      long capacity,
      int dest,
      int tag) {
    BufferArguments.range(self(), mode.call(), BUFFER, offset, count, capacity);
    int shift = type.shift();
    sendBytes(mode, type, base, offset << shift, count << shift, dest, tag);
  }

  final Request startSendData(
      SendMode mode,
      ElementType type,
      Object base,
      long offset,
      long count,
      long capacity,
      int dest,
      int tag) {
    BufferArguments.range(self(), mode.startCall(), BUFFER, offset, count, capacity);
    int shift = type.shift();
    return startSendBytes(mode, type, base, offset << shift, count << shift, dest, tag);
  }

  final void receiveData(
      ElementType type,
      Object base,
      long offset,
      long count,
      long capacity,
      int source,
      int tag,
      Status status) {
    BufferArguments.range(self(), "receive", BUFFER, offset, count, capacity);
    int shift = type.shift();
    receiveBytes(type, base, offset << shift, count << shift, source, tag, status);
  }

  final Request startReceiveData(
      ElementType type, Object base, long offset, long count, long capacity, int source, int tag) {
    BufferArguments.range(self(), "iReceive", BUFFER, offset, count, capacity);
    int shift = type.shift();
    return startReceiveBytes(type, base, offset << shift, count << shift, source, tag);
  }

  final Status sendReceiveData(
      ElementType sendType,
      Object sendBase,
      long sendOffset,
      long sendCount,
      long sendCapacity,
      int dest,
      int sendTag,
      ElementType receiveType,
      Object receiveBase,
      long receiveOffset,
      long receiveCount,
      long receiveCapacity,
      int source,
      int receiveTag) {
    Comm comm = self();
    BufferArguments.range(
        comm, "sendReceive", "the send buffer", sendOffset, sendCount, sendCapacity);
    BufferArguments.range(
        comm, "sendReceive", "the receive buffer", receiveOffset, receiveCount, receiveCapacity);
    int sendShift = sendType.shift();
    int receiveShift = receiveType.shift();
    return sendReceiveBytes(
        sendType,
        sendBase,
        sendOffset << sendShift,
        sendCount << sendShift,
        dest,
        sendTag,
        receiveType,
        receiveBase,
        receiveOffset << receiveShift,
        receiveCount << receiveShift,
        source,
        receiveTag);
  }

  final Status sendReceiveBytes(
      ElementType sendType,
      Object sendBase,
      long sendOffset,
      long sendBytes,
      int dest,
      int sendTag,
      ElementType receiveType,
      Object receiveBase,
      long receiveOffset,
      long receiveBytes,
      int source,
      int receiveTag) {
    Recorder recorder = Observation.RECORD ? self().engine().recorder() : null;
    Call call = recorder == null ? null : recorder.open();
    try {
      return exchange(
          sendType,
          sendBase,
          sendOffset,
          sendBytes,
          dest,
          sendTag,
          receiveType,
          receiveBase,
          receiveOffset,
          receiveBytes,
          source,
          receiveTag);
    } finally {
      if (recorder != null && call != null) {
        recorder.close(call);
      }
    }
  }

  private Status exchange(
      ElementType sendType,
      Object sendBase,
      long sendOffset,
      long sendBytes,
      int dest,
      int sendTag,
      ElementType receiveType,
      Object receiveBase,
      long receiveOffset,
      long receiveBytes,
      int source,
      int receiveTag) {
    Arguments.destAndTag(self(), "sendReceive", dest, sendTag);
    Arguments.sourceAndTag(self(), "sendReceive", source, receiveTag);
    Request receive =
        startReceiveBytes(
            receiveType, receiveBase, receiveOffset, receiveBytes, source, receiveTag);
    try {
      sendBytes(SendMode.STANDARD, sendType, sendBase, sendOffset, sendBytes, dest, sendTag);
    } catch (RuntimeException failure) {
      if (!receive.cancel() && failure instanceof WaitInterruptedException) {
        self().finish(receive);
      }
      throw failure;
    }
    try {
      return receive.await();
    } catch (WaitInterruptedException interrupted) {
      // Nobody has the request: a receive that stayed posted would take a later message.
      if (!receive.cancel()) {
        self().finish(receive);
      }
      throw interrupted;
    }
  }

  final Status sendReceiveReplaceBytes(
      DataRange data, int dest, int sendTag, int source, int receiveTag) {
    long bytes = data.bytes();
    MemorySegment copy =
        bytes <= LARGEST_ARRAY
            ? MemorySegment.ofArray(new byte[(int) bytes])
            : Arena.ofAuto().allocate(bytes);
    MemoryCopy.toSegment(data.base(), data.offset(), copy, 0, bytes);
    return sendReceiveBytes(
        data.type(),
        copy,
        0,
        bytes,
        dest,
        sendTag,
        data.type(),
        data.base(),
        data.offset(),
        bytes,
        source,
        receiveTag);
  }

  private static final long LARGEST_ARRAY = 1 << 30;

  /** The communicator that this object is. */
  final Comm self() {
    return (Comm) this;
  }
}
