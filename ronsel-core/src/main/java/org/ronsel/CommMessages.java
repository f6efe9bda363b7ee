package org.ronsel;

import org.jspecify.annotations.Nullable;
import org.ronsel.data.ElementType;
import org.ronsel.engine.BufferUse;
import org.ronsel.engine.Checks;
import org.ronsel.engine.Engine;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ReceiveOperation;
import org.ronsel.observe.Observation;

/**
 * Where the point-to-point calls of a communicator end: peers and tags are checked, and the engine
 * sends or receives (MPI-4.1, chapter 3). Buffers have been checked above.
 */
abstract sealed class CommMessages extends CommTopologies permits CommProbes {
  private static final byte[] NOTHING = {};

  /** Whom messages are addressed to, and come from: the group, or an inter-communicator's other. */
  final Group peers;

  private final RankState state;
  private final Engine engine;
  private final int contextId;
  private final AttachedBuffer buffer;

  /** What requests know of this communicator. */
  private final Request.Owner owner =
      new Request.Owner() {
        @Override
        public int rankOf(int endpoint) {
          return CommMessages.this.rankOf(endpoint);
        }

        @Override
        public RonselException raise(RonselException error) {
          return CommMessages.this.raise(error);
        }
      };

  CommMessages(Membership of) {
    super(of.name());
    this.state = of.state();
    this.engine = state.engine();
    this.peers = of.peers();
    this.contextId = of.contextId();
    this.buffer = new AttachedBuffer(engine);
  }

  /** What the communicators of this rank have in common. */
  RankState state() {
    return state;
  }

  Engine engine() {
    return engine;
  }

  Request.Owner owner() {
    return owner;
  }

  int contextId() {
    return contextId;
  }

  /** Context of point-to-point messages; collectives use the next one, with an instance number. */
  long context() {
    checkOpen();
    return 2L * contextId;
  }

  /** The rank of an endpoint, or ANY_SOURCE and PROC_NULL as they are. */
  int rankOf(int endpoint) {
    return endpoint < 0 ? endpoint : peers.rankOf(endpoint);
  }

  /** The endpoint of a rank, or ANY_SOURCE as it is. */
  int endpoint(int source) {
    return source == Ronsel.ANY_SOURCE ? source : peers.endpoint(source);
  }

  /** An operation that is complete and has an empty status. */
  Operation nothing() {
    return engine.completed(Ronsel.ANY_SOURCE);
  }

  /** The request of a receive from nobody. */
  Request nothingReceived() {
    return engine.completed(Ronsel.PROC_NULL);
  }

  /** Waits for the end of an operation that nobody can wait for any more. */
  void finish(Request request) {
    engine.awaitUninterruptibly((Operation) request);
  }

  /** Has the errors of a request that was started for this communicator go to its handler. */
  Request bind(Request request) {
    request.owner = owner;
    return request;
  }

  /** Ends a blocking receive; its operation, which others use next, never knows who has called. */
  private void giveBack(ReceiveOperation receive, Status status) {
    Request done = receive;
    done.fill(status, owner);
    engine.recycle(receive);
  }

  /** Binds a request, of which the checks of a checked job are told. */
  Request started(BufferUse.@Nullable Guard guard, Operation request) {
    if (Observation.CHECK && guard != null) {
      checks().started(request, guard);
    }
    return bind(request);
  }

  /** Only in a checked job. */
  Checks checks() {
    Checks checks = engine.checks();
    if (checks == null) {
      throw new IllegalStateException("this job is not checked");
    }
    return checks;
  }

  @Override
  void sendBytes(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag) {
    long context = context();
    Arguments.destAndTag(self(), mode.call(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return;
    }
    try {
      int to = peers.endpoint(dest);
      if (Observation.CHECK) {
        checks().sending(mode.call(), mode == SendMode.READY, base, offset, bytes);
      }
      if (mode == SendMode.BUFFERED) {
        attachedBuffer().send(self(), context, to, tag, type, base, offset, bytes);
      } else {
        engine.send(mode == SendMode.SYNCHRONOUS, context, to, tag, type, base, offset, bytes);
      }
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  Request startSendBytes(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag) {
    long context = context();
    Arguments.destAndTag(self(), mode.startCall(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    try {
      int to = peers.endpoint(dest);
      if (mode == SendMode.BUFFERED) {
        if (Observation.CHECK) {
          checks().sending(mode.startCall(), false, base, offset, bytes);
        }
        attachedBuffer().send(self(), context, to, tag, type, base, offset, bytes);
        return engine.completed(Ronsel.ANY_SOURCE);
      }
      BufferUse.Guard guard =
          Observation.CHECK
              ? checks().startSending(mode.startCall(), mode == SendMode.READY, base, offset, bytes)
              : null;
      return started(
          guard,
          engine.startSend(
              mode == SendMode.SYNCHRONOUS, context, to, tag, type, base, offset, bytes));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  void receiveBytes(
      ElementType type, Object base, long offset, long bytes, int source, int tag, Status status) {
    long context = context();
    Arguments.sourceAndTag(self(), "receive", source, tag);
    Arguments.present(self(), "receive", "status", status);
    if (source == Ronsel.PROC_NULL) {
      status.set(source, Ronsel.ANY_TAG, 0, type.bytes(), false);
      return;
    }
    try {
      if (Observation.CHECK) {
        checks().receiving("receive", base, offset, bytes);
      }
      ReceiveOperation receive =
          engine.receive(context, endpoint(source), tag, type, base, offset, bytes);
      giveBack(receive, status);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  Request startReceiveBytes(
      ElementType type, Object base, long offset, long bytes, int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(self(), "iReceive", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return engine.completed(source);
    }
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? checks().startReceiving("iReceive", base, offset, bytes) : null;
      return started(
          guard, engine.startReceive(context, endpoint(source), tag, type, base, offset, bytes));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  byte[] receiveWhole(boolean collective, int source, int tag, Status status) {
    long context = collective ? objectContext() : context();
    try {
      ReceiveOperation receive =
          engine.receiveWhole(context, endpoint(source), tag, ElementType.OBJECT);
      byte[] message = receive.wholeMessage();
      giveBack(receive, status);
      return message;
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  Request startReceiveWhole(int source, int tag) {
    long context = context();
    if (source == Ronsel.PROC_NULL) {
      return engine.completed(source);
    }
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? checks().startReceiving("iReceiveObject", NOTHING, 0, 0) : null;
      return started(
          guard, engine.startReceiveWhole(context, endpoint(source), tag, ElementType.OBJECT));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  void sendWhole(byte[] message, int dest, int tag) {
    ElementType type = ElementType.OBJECT;
    int to = peers.endpoint(dest);
    try {
      if (Observation.CHECK) {
        checks().note(false, message);
      }
      engine.send(false, context(), to, tag, type, message, 0, message.length);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  Request startSendWhole(boolean collective, byte[] message, int dest, int tag) {
    long context = collective ? objectContext() : context();
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    ElementType type = ElementType.OBJECT;
    int to = peers.endpoint(dest);
    try {
      BufferUse.Guard guard =
          Observation.CHECK && !collective
              ? checks().startSending("iSendObject", false, message, 0, message.length)
              : null;
      return started(
          guard, engine.startSend(false, context, to, tag, type, message, 0, message.length));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Context of collective operations on objects: that of an instance which never runs. */
  private long objectContext() {
    return -1L << 32 | context() + 1;
  }

  // ---- buffered sends ----

  /**
   * Attaches memory for the buffered sends of this communicator (MPI-4.1, section 3.6); without it
   * they use that of {@link Ronsel#attachBuffer}.
   *
   * @param bytes how much the messages that wait at one time may take together, at least 0
   * @throws InvalidArgumentException if a buffer is attached already
   */
  public void attachBuffer(long bytes) {
    checkOpen();
    try {
      buffer.attach("communicator " + name(), bytes);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /**
   * Waits until all messages have left the buffer of this communicator, and takes it away.
   *
   * @return its size in bytes
   * @throws InvalidArgumentException if none is attached
   */
  public long detachBuffer() {
    try {
      return buffer.detach("communicator " + name());
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Waits until all messages have left the buffer of this communicator; it stays attached. */
  public void flushBuffer() {
    try {
      buffer.flush();
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  private AttachedBuffer attachedBuffer() {
    return buffer.isAttached() ? buffer : state.buffer();
  }
}
