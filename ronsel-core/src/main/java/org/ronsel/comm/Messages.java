package org.ronsel.comm;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.Status;
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.DataRange;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.BufferUse;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.SendReceiveOperation;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * The point-to-point calls of a communicator: peers and tags are checked, and the engine sends or
 * receives (MPI-4.1, chapter 3). Buffers have been checked, and are ranges in bytes.
 */
final class Messages {
  private static final byte[] NOTHING = {};

  private static final long LARGEST_ARRAY = 1 << 30;

  private final Communicator comm;
  private final Engine engine;
  private final CommunicatorRequests requests;
  private final AttachedBuffer buffer;

  Messages(Communicator comm) {
    this.comm = comm;
    this.engine = comm.engine();
    this.requests = comm.requests;
    this.buffer = new AttachedBuffer(engine);
  }

  void send(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag) {
    long context = comm.context();
    Arguments.destAndTag(comm, mode.call(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return;
    }
    try {
      int to = comm.endpoint(dest);
      if (Observation.CHECK) {
        comm.checks().sending(mode.call(), mode == SendMode.READY, base, offset, bytes);
      }
      if (mode == SendMode.BUFFERED) {
        sendBuffered(context, to, tag, type, base, offset, bytes);
      } else {
        engine.send(mode == SendMode.SYNCHRONOUS, context, to, tag, type, base, offset, bytes);
      }
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private void sendBuffered(
      long context, int to, int tag, ElementType type, Object base, long offset, long bytes) {
    attachedBuffer()
        .send(
            comm,
            base,
            offset,
            bytes,
            (copy, at) -> engine.startSend(false, context, to, tag, type, copy, at, bytes));
  }

  Operation startSend(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag) {
    long context = comm.context();
    Arguments.destAndTag(comm, mode.startCall(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    try {
      int to = comm.endpoint(dest);
      if (mode == SendMode.BUFFERED) {
        if (Observation.CHECK) {
          comm.checks().sending(mode.startCall(), false, base, offset, bytes);
        }
        sendBuffered(context, to, tag, type, base, offset, bytes);
        return engine.completed(Ronsel.ANY_SOURCE);
      }
      BufferUse.Guard guard =
          Observation.CHECK
              ? comm.checks()
                  .startSending(mode.startCall(), mode == SendMode.READY, base, offset, bytes)
              : null;
      return requests.started(
          guard,
          engine.startSend(
              mode == SendMode.SYNCHRONOUS, context, to, tag, type, base, offset, bytes));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  void receive(
      ElementType type, Object base, long offset, long bytes, int source, int tag, Status status) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "receive", source, tag);
    Arguments.present(comm, "receive", "status", status);
    if (source == Ronsel.PROC_NULL) {
      status.set(source, Ronsel.ANY_TAG, 0, type.bytes(), false);
      return;
    }
    try {
      if (Observation.CHECK) {
        comm.checks().receiving("receive", base, offset, bytes);
      }
      ReceiveOperation receive =
          engine.receive(context, comm.endpoint(source), tag, type, base, offset, bytes);
      requests.giveBack(receive, status);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Operation startReceive(
      ElementType type, Object base, long offset, long bytes, int source, int tag) {
    long context = comm.context();
    Arguments.sourceAndTag(comm, "iReceive", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return engine.completed(source);
    }
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? comm.checks().startReceiving("iReceive", base, offset, bytes) : null;
      return requests.started(
          guard,
          engine.startReceive(context, comm.endpoint(source), tag, type, base, offset, bytes));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  byte[] receiveWhole(boolean collective, int source, int tag, Status status) {
    long context = collective ? objectContext() : comm.context();
    try {
      ReceiveOperation receive =
          engine.receiveWhole(context, comm.endpoint(source), tag, ElementType.OBJECT);
      byte[] message = receive.wholeMessage();
      requests.giveBack(receive, status);
      return message;
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Operation startReceiveWhole(int source, int tag) {
    long context = comm.context();
    if (source == Ronsel.PROC_NULL) {
      return engine.completed(source);
    }
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? comm.checks().startReceiving("iReceiveObject", NOTHING, 0, 0) : null;
      return requests.started(
          guard, engine.startReceiveWhole(context, comm.endpoint(source), tag, ElementType.OBJECT));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  void sendWhole(byte[] message, int dest, int tag) {
    ElementType type = ElementType.OBJECT;
    int to = comm.endpoint(dest);
    try {
      if (Observation.CHECK) {
        comm.checks().note(false, message);
      }
      engine.send(false, comm.context(), to, tag, type, message, 0, message.length);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  Operation startSendWhole(boolean collective, byte[] message, int dest, int tag) {
    long context = collective ? objectContext() : comm.context();
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    ElementType type = ElementType.OBJECT;
    int to = comm.endpoint(dest);
    try {
      BufferUse.Guard guard =
          Observation.CHECK && !collective
              ? comm.checks().startSending("iSendObject", false, message, 0, message.length)
              : null;
      return requests.started(
          guard, engine.startSend(false, context, to, tag, type, message, 0, message.length));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Sends the bytes of so many objects in any mode. */
  void sendObjects(SendMode mode, int objects, byte[] message, int dest, int tag) {
    long context = comm.context();
    if (dest == Ronsel.PROC_NULL) {
      return;
    }
    try {
      int to = comm.endpoint(dest);
      if (Observation.CHECK) {
        comm.checks().sending(mode.call(), mode == SendMode.READY, message, 0, message.length);
      }
      if (mode == SendMode.BUFFERED) {
        sendBuffered(context, to, tag, objects, message);
      } else {
        boolean synchronous = mode == SendMode.SYNCHRONOUS;
        engine.sendObjects(synchronous, context, to, tag, objects, message, 0, message.length);
      }
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Starts to send the bytes of so many objects in any mode. */
  Operation startSendObjects(SendMode mode, int objects, byte[] message, int dest, int tag) {
    long context = comm.context();
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    try {
      int to = comm.endpoint(dest);
      BufferUse.Guard guard =
          Observation.CHECK
              ? comm.checks()
                  .startSending(
                      mode.startCall(), mode == SendMode.READY, message, 0, message.length)
              : null;
      if (mode == SendMode.BUFFERED) {
        sendBuffered(context, to, tag, objects, message);
        return engine.completed(Ronsel.ANY_SOURCE);
      }
      boolean synchronous = mode == SendMode.SYNCHRONOUS;
      return requests.started(
          guard,
          engine.startSendObjects(
              synchronous, context, to, tag, objects, message, 0, message.length));
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  private void sendBuffered(long context, int to, int tag, int objects, byte[] message) {
    int bytes = message.length;
    attachedBuffer()
        .send(
            comm,
            message,
            0,
            bytes,
            (copy, at) ->
                engine.startSendObjects(false, context, to, tag, objects, copy, at, bytes));
  }

  /** Context of collective operations on objects: that of an instance which never runs. */
  private long objectContext() {
    comm.checkOpen();
    return Contexts.of(Contexts.OBJECTS, Contexts.collectives(comm.contextId()));
  }

  // ---- both at once ----

  /** Opens the record of a call that is made of several, if calls are recorded. */
  @Nullable Call openCall() {
    Recorder recorder = Observation.RECORD ? engine.recorder() : null;
    return recorder == null ? null : recorder.open();
  }

  /**
   * Opens the record of a collective call that is made of several, if calls are recorded; it gives
   * what {@link #contributes} says.
   */
  @Nullable Call openCollective() {
    Recorder recorder = Observation.RECORD ? engine.recorder() : null;
    return recorder == null ? null : recorder.open(0);
  }

  void contributes(long bytes) {
    Recorder recorder = Observation.RECORD ? engine.recorder() : null;
    if (recorder != null) {
      recorder.contributes(bytes);
    }
  }

  void closeCall(@Nullable Call call) {
    Recorder recorder = Observation.RECORD ? engine.recorder() : null;
    if (recorder != null && call != null) {
      recorder.close(call);
    }
  }

  /**
   * Posts a receive that the calling thread waits for when it has sent, which it does next ({@link
   * #sendThenAwait}).
   *
   * @return null if it is from nobody
   */
  @Nullable ReceiveOperation postFor(
      String call, ElementType type, Object base, long offset, long bytes, int source, int tag) {
    if (source == Ronsel.PROC_NULL) {
      return null;
    }
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? comm.checks().startReceiving(call, base, offset, bytes) : null;
      ReceiveOperation receive =
          engine.postReceive(comm.context(), comm.endpoint(source), tag, type, base, offset, bytes);
      if (Observation.CHECK && guard != null) {
        comm.checks().started(receive, guard);
      }
      return receive;
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** Sends, and waits for what {@link #postFor} has posted before. */
  Status sendThenAwait(
      @Nullable ReceiveOperation receive,
      ElementType type,
      Object base,
      long offset,
      long bytes,
      int dest,
      int tag) {
    Status status = new Status();
    if (receive == null) {
      send(SendMode.STANDARD, type, base, offset, bytes, dest, tag);
      status.set(Ronsel.PROC_NULL, Ronsel.ANY_TAG, 0, type.bytes(), false);
      return status;
    }
    try {
      send(SendMode.STANDARD, type, base, offset, bytes, dest, tag);
    } catch (WaitInterruptedException interrupted) {
      // The send has given its buffer back. One to the rank itself may have been withdrawn.
      boolean isMade = !engine.cancel(receive) && comm.endpoint(dest) != comm.endpoint();
      if (!isMade) {
        engine.awaitUninterruptibly(receive);
        release(receive);
        throw interrupted;
      }
      Thread.currentThread().interrupt();
    } catch (RuntimeException | OutOfMemoryError | InternalError failure) {
      withdraw(receive);
      release(receive);
      throw failure;
    }
    try {
      engine.awaitOrWithdraw(receive);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      release(receive);
    }
    requests.giveBack(receive, status);
    return status;
  }

  /** The buffer is the program's again. */
  private static void release(ReceiveOperation receive) {
    if (Observation.CHECK) {
      receive.released();
    }
  }

  Status sendReceiveReplace(DataRange data, int dest, int sendTag, int source, int receiveTag) {
    String name = "sendReceiveReplace";
    Arguments.destAndTag(comm, name, dest, sendTag);
    Arguments.sourceAndTag(comm, name, source, receiveTag);
    comm.checkOpen();
    Call open = openCall();
    try {
      ElementType type = data.type();
      long bytes = data.bytes();
      Object copy = copyOf(data.base(), data.offset(), bytes);
      ReceiveOperation receive =
          postFor(name, type, data.base(), data.offset(), bytes, source, receiveTag);
      return sendThenAwait(receive, type, copy, 0, bytes, dest, sendTag);
    } finally {
      closeCall(open);
    }
  }

  /** Starts a receive and a send, of checked peers and tags, which complete together. */
  Operation startSendReceive(
      String call, DataRange out, int dest, int sendTag, DataRange in, int source, int receiveTag) {
    long context = comm.context();
    Call open = openCall();
    try {
      BufferUse.Guard received = null;
      ReceiveOperation receive = null;
      if (source != Ronsel.PROC_NULL) {
        if (Observation.CHECK) {
          received = comm.checks().startReceiving(call, in.base(), in.offset(), in.bytes());
        }
        receive =
            engine.startReceive(
                context,
                comm.endpoint(source),
                receiveTag,
                in.type(),
                in.base(),
                in.offset(),
                in.bytes());
      }
      try {
        BufferUse.Guard sent = null;
        Operation send = engine.completed(dest);
        if (dest != Ronsel.PROC_NULL) {
          if (Observation.CHECK) {
            sent = comm.checks().startSending(call, false, out.base(), out.offset(), out.bytes());
          }
          send =
              engine.startSend(
                  false,
                  context,
                  comm.endpoint(dest),
                  sendTag,
                  out.type(),
                  out.base(),
                  out.offset(),
                  out.bytes());
        }
        SendReceiveOperation both =
            new SendReceiveOperation(send, receive == null ? engine.completed(source) : receive);
        Operation started = requests.started(BufferUse.Guard.both(received, sent), both);
        both.begin();
        return started;
      } catch (RuntimeException | OutOfMemoryError | InternalError failure) {
        withdraw(receive);
        throw failure;
      }
    } catch (RonselException failure) {
      throw comm.raise(failure);
    } finally {
      closeCall(open);
    }
  }

  /**
   * Takes back a receive that no other thread knows: if it stayed posted it would take a later
   * message. One that has been matched gets it into the caller's buffer.
   */
  private void withdraw(@Nullable ReceiveOperation receive) {
    if (receive != null && !engine.cancel(receive)) {
      engine.awaitUninterruptibly(receive);
    }
  }

  Operation startSendReceiveReplace(
      DataRange data, int dest, int sendTag, int source, int receiveTag) {
    String call = "iSendReceiveReplace";
    Arguments.destAndTag(comm, call, dest, sendTag);
    Arguments.sourceAndTag(comm, call, source, receiveTag);
    comm.checkOpen();
    MemorySegment copy = copyOf(data.base(), data.offset(), data.bytes());
    DataRange out = new DataRange(data.type(), copy, 0, data.bytes());
    return startSendReceive(call, out, dest, sendTag, data, source, receiveTag);
  }

  /**
   * A copy of data that lie where other data will be received.
   *
   * @throws org.ronsel.InvalidArgumentException unless the communicator {@linkplain
   *     UntypedCommunicator#beLenient is lenient}
   */
  Object copyOfOverlapping(String call, Object base, long offset, long bytes, long receivedAt) {
    comm.checkOpen();
    if (!comm.lenient) {
      throw Arguments.raised(
          comm,
          call,
          ErrorClass.BUFFER,
          "what is sent and what is received overlap in memory, from byte "
              + offset
              + " and "
              + receivedAt
              + " on; use two buffers, or "
              + call
              + "Replace");
    }
    return copyOf(base, offset, bytes);
  }

  private static MemorySegment copyOf(Object base, long offset, long bytes) {
    MemorySegment copy =
        bytes <= LARGEST_ARRAY
            ? MemorySegment.ofArray(new byte[(int) bytes])
            : Arena.ofAuto().allocate(bytes);
    MemoryCopy.toSegment(base, offset, copy, 0, bytes);
    return copy;
  }

  // ---- the buffer of buffered sends ----

  void attachBuffer(long bytes) {
    comm.checkOpen();
    try {
      buffer.attach("communicator " + comm.name(), bytes);
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  long detachBuffer() {
    try {
      return buffer.detach("communicator " + comm.name());
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  void flushBuffer() {
    try {
      buffer.flush();
    } catch (RonselException failure) {
      throw comm.raise(failure);
    }
  }

  /** The buffer of the communicator, or that of the rank. */
  private AttachedBuffer attachedBuffer() {
    return buffer.isAttached() ? buffer : comm.state().buffer();
  }
}
