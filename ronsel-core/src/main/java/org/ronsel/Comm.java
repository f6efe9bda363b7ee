package org.ronsel;

import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.Invocation.Form;
import org.ronsel.collective.check.CollectiveCall;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.data.ElementType;
import org.ronsel.engine.BufferUse;
import org.ronsel.engine.Checks;
import org.ronsel.engine.Engine;
import org.ronsel.engine.MatchedMessage;
import org.ronsel.engine.Operation;
import org.ronsel.engine.ProbeOperation;
import org.ronsel.engine.ReceiveOperation;
import org.ronsel.observe.Observation;
import org.ronsel.runtime.CommFactory;
import org.ronsel.runtime.Job;
import org.ronsel.runtime.RankContext;
import org.ronsel.runtime.RankIdentity;

/**
 * A group of ranks that communicate apart from all other groups (MPI-4.1, chapter 7), seen by one
 * of them. Any thread of that rank may use it at any time.
 *
 * <p>Buffers are arrays of a primitive type, with offset and count in elements, or memory segments
 * and byte buffers. The element type travels with the message, and receiving with another type is
 * an error. Objects are sent by methods that say so ({@code sendObject}).
 */
public sealed class Comm extends CommTopologies implements AutoCloseable
    permits CartComm, GraphComm, DistGraphComm, InterComm {
  static {
    CommFactory.INSTALLED.set((CommFactory<Comm>) Comm::world);
  }

  /** Whom messages are addressed to, and come from: the group, or an inter-communicator's other. */
  final Group peers;

  private static final byte[] NOTHING = {};

  private final RankState state;
  private final Engine engine;
  private final Group group;
  private final boolean inter;
  private final int rank;
  private final int contextId;
  private final GroupMembers members;
  private final CollectiveCalls collectives;
  private final AttachedBuffer buffer;
  private final AtomicInteger channels = new AtomicInteger();
  private final UntypedComm untyped = new UntypedComm(this);
  private volatile boolean closed;

  Comm(Membership of) {
    super(of.name());
    this.state = of.state();
    this.engine = state.engine();
    this.group = of.group();
    this.peers = of.peers();
    this.inter = of.remote() != null;
    this.rank = of.rank();
    this.contextId = of.contextId();
    Group everybody = of.everybody();
    int place = inter ? everybody.rankOf(engine.rank()) : rank;
    this.members = new GroupMembers(everybody, place, this::name);
    this.buffer = new AttachedBuffer(engine);
    engine.contextNames().put(contextId, of.name());
    Collectives by = state.collectives(members, everybody, contextId);
    this.collectives =
        Observation.CHECK || Observation.RECORD
            ? new ObservedCollectiveCalls(this, by)
            : new CollectiveCalls(this, by);
    if (Observation.CHECK && contextId != ContextIds.WORLD && contextId != ContextIds.SELF) {
      checks().opened(this, "communicator " + of.name() + " was never closed; made at");
    }
  }

  private static Comm world(Job job, Engine engine) {
    return new RankState(job, engine).session().world();
  }

  /** The calling rank in this communicator. */
  public int rank() {
    return rank;
  }

  /** Number of ranks in this communicator. */
  public int size() {
    return group.size();
  }

  /** The ranks of this communicator; those of an inter-communicator's local group. */
  public Group group() {
    return group;
  }

  /** Whether this is an {@link InterComm}. */
  public boolean isInter() {
    return inter;
  }

  /**
   * Whether both are the same communicator, or have the same ranks in the same order (congruent) or
   * in another (similar) (MPI-4.1, section 7.4.1).
   */
  public Comparison compare(Comm other) {
    Arguments.present(this, "compare", "other", other);
    if (isInter() != other.isInter()) {
      return Comparison.UNEQUAL;
    }
    if (state == other.state && contextId == other.contextId) {
      return Comparison.IDENTICAL;
    }
    Comparison groups = group.compare(other.group);
    Comparison remote = isInter() ? peers.compare(other.peers) : groups;
    Comparison worst = groups.compareTo(remote) > 0 ? groups : remote;
    return worst == Comparison.IDENTICAL ? Comparison.CONGRUENT : worst;
  }

  /** The rank of an endpoint, or ANY_SOURCE and PROC_NULL as they are. */
  int rankOf(int endpoint) {
    return endpoint < 0 ? endpoint : peers.rankOf(endpoint);
  }

  /** The endpoint of the calling rank. */
  int endpoint() {
    return engine.rank();
  }

  int contextId() {
    return contextId;
  }

  /** All ranks that make a communicator from this one together. */
  GroupMembers all() {
    return members;
  }

  @Override
  void renamed(String name) {
    engine.contextNames().put(contextId, name);
  }

  /** A communicator like this one with another context. */
  Comm duplicate(Membership membership) {
    return new Comm(membership);
  }

  /** What a duplicate of this communicator is made of. */
  Membership membership(int id, String suffix) {
    return new Membership(state, group, inter ? peers : null, rank, id, name() + suffix);
  }

  /** What a communicator of some of the ranks is made of, the calling one among them. */
  Membership membership(Group of, int ownRank, int id, String suffix) {
    return new Membership(state, of, ownRank, id, name() + suffix);
  }

  /** The number of the JVM in which a rank is. */
  int jvmOf(int ofRank) {
    return state.job().layout().jvmOf(group.endpoint(ofRank));
  }

  /** A communicator of some of the ranks, the calling one among them. */
  Comm part(Group of, int ownRank, int id, String suffix) {
    return heir(new Comm(membership(of, ownRank, id, suffix)));
  }

  /** An inter-communicator of some of the ranks of either group. */
  InterComm part(Group own, Group remote, int ownRank, int id, String suffix) {
    return heir(new InterComm(new Membership(state, own, remote, ownRank, id, name() + suffix)));
  }

  /** What all ranks that make a communicator together give, by their order in {@link #all}. */
  int[] exchange(int... given) {
    checkOpen();
    try {
      return collectives.exchange(members.size(), given);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** The placement of the calling rank; see {@link org.ronsel.runtime.Placement}. */
  int[] places() {
    return state.job().placement(engine.rank()).places();
  }

  // ---- probing ----

  /**
   * Waits until a message that matches has arrived, without receiving it (MPI-4.1, section 3.8.1).
   */
  public Status probe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(this, "probe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(engine.completed(source));
    }
    try {
      return status(engine.probe(context, endpoint(source), tag, null));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** The status of a message that matches and has arrived, or null if there is none now. */
  public @Nullable Status iProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(this, "iProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return status(engine.completed(source));
    }
    ProbeOperation probe = look(context, source, tag, null);
    return probe == null ? null : status(probe);
  }

  /**
   * Waits until a message that matches has arrived, and takes it: only {@link Message#receive} of
   * the object returned will get it, whatever other threads receive (MPI-4.1, section 3.8.2).
   */
  public Message mProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(this, "mProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new Message(this, status(engine.completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    try {
      return new Message(
          this, status(engine.probe(context, endpoint(source), tag, matched)), matched);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** As {@link #mProbe}, if such a message has arrived; null if there is none now. */
  public @Nullable Message imProbe(int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(this, "imProbe", source, tag);
    if (source == Ronsel.PROC_NULL) {
      return new Message(this, status(engine.completed(source)), null);
    }
    MatchedMessage matched = new MatchedMessage();
    ProbeOperation probe = look(context, source, tag, matched);
    return probe == null ? null : new Message(this, status(probe), matched);
  }

  private @Nullable ProbeOperation look(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe;
    try {
      probe = engine.iProbe(context, endpoint(source), tag, matched);
    } catch (RonselException failure) {
      throw raise(failure);
    }
    if (probe == null) {
      Thread.yield();
    }
    return probe;
  }

  /** An operation that is complete and has an empty status. */
  Operation nothing() {
    return engine.completed(Ronsel.ANY_SOURCE);
  }

  /** The request of a receive from nobody. */
  Request nothingReceived() {
    return engine.completed(Ronsel.PROC_NULL);
  }

  /** Starts the receive of what a matched probe has taken. */
  Request startReceive(
      String call, MatchedMessage matched, ElementType type, Object base, long offset, long bytes) {
    try {
      BufferUse.Guard guard =
          Observation.CHECK ? checks().startReceiving(call, base, offset, bytes) : null;
      ReceiveOperation receive = engine.startReceive(matched, type, base, offset, bytes);
      return started(guard, Arguments.notReceived(this, call, receive));
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Receives what a matched probe has taken, whatever its length. */
  byte[] receiveWhole(String call, MatchedMessage matched) {
    try {
      ReceiveOperation receive =
          Arguments.notReceived(this, call, engine.startReceiveWhole(matched, ElementType.OBJECT));
      bind(receive).await();
      return receive.wholeMessage();
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  /** Waits for the end of an operation that nobody can wait for any more. */
  void finish(Request request) {
    engine.awaitUninterruptibly((Operation) request);
  }

  private Status status(Operation operation) {
    return bind(operation).status();
  }

  /** Has the errors of a request that was started for this communicator go to its handler. */
  Request bind(Request request) {
    request.comm = this;
    return request;
  }

  /** A call that all ranks of a checked job make begins. */
  void begins(CollectiveCall call, boolean waits) {
    collectives.begins(call, waits);
  }

  /** A call that some ranks of a checked job make begins. */
  void begins(CollectiveCall call, GroupMembers part, int tag) {
    collectives.begins(call, part, tag);
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

  /** The same communicator for buffers whose type is known at run time only. */
  public UntypedComm untyped() {
    return untyped;
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

  // ---- where all point-to-point calls end ----

  @Override
  void sendBytes(
      SendMode mode, ElementType type, Object base, long offset, long bytes, int dest, int tag) {
    long context = context();
    Arguments.destAndTag(this, mode.call(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return;
    }
    try {
      int to = peers.endpoint(dest);
      if (Observation.CHECK) {
        checks().sending(mode.call(), mode == SendMode.READY, base, offset, bytes);
      }
      if (mode == SendMode.BUFFERED) {
        attachedBuffer().send(this, context, to, tag, type, base, offset, bytes);
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
    Arguments.destAndTag(this, mode.startCall(), dest, tag);
    if (dest == Ronsel.PROC_NULL) {
      return engine.completed(dest);
    }
    try {
      int to = peers.endpoint(dest);
      if (mode == SendMode.BUFFERED) {
        if (Observation.CHECK) {
          checks().sending(mode.startCall(), false, base, offset, bytes);
        }
        attachedBuffer().send(this, context, to, tag, type, base, offset, bytes);
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
    Arguments.sourceAndTag(this, "receive", source, tag);
    Arguments.present(this, "receive", "status", status);
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
      bind(receive).fill(status);
      engine.recycle(receive);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  @Override
  Request startReceiveBytes(
      ElementType type, Object base, long offset, long bytes, int source, int tag) {
    long context = context();
    Arguments.sourceAndTag(this, "iReceive", source, tag);
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
      bind(receive).fill(status);
      engine.recycle(receive);
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

  /** The collective operations themselves, also of an inter-communicator. */
  final Collectives algorithms() {
    return collectives.unchecked();
  }

  // ---- collective operations without data; the others are in ArrayCollectives ----

  @Override
  CollectiveCalls collectives() {
    checkOpen();
    return collectives;
  }

  /** Whether the calling rank is the root of a collective call. */
  boolean isRoot(int root) {
    return inter ? root == Ronsel.ROOT : root == rank;
  }

  /** Waits until every rank of this communicator has called it (MPI-4.1, section 6.3). */
  public void barrier() {
    checkOpen();
    collectives.barrier();
  }

  /** Starts a {@link #barrier()}; the request completes when every rank has started it. */
  public Request iBarrier() {
    checkOpen();
    return collectives.start(collectives.barrier(Form.STARTED));
  }

  /** Prepares a {@link #barrier()}, to be started again and again (MPI-4.1, section 6.13). */
  public PersistentRequest persistentBarrier() {
    checkOpen();
    return collectives.prepare(collectives.barrier(Form.PERSISTENT));
  }

  // ---- the rank's program ----

  /**
   * A task that runs as this rank on whatever thread executes it: {@link Ronsel#world()} answers
   * for this rank while it runs. For tasks of pools where ranks share their classes; the methods of
   * a communicator need no binding.
   */
  public Runnable bind(Runnable task) {
    Arguments.present(this, "bind", "task", task);
    return RankIdentity.bind(rankContext(), task);
  }

  /** A task with a result that runs as this rank, as {@link #bind(Runnable)}. */
  public <T extends @Nullable Object> Callable<T> bind(Callable<T> task) {
    Arguments.present(this, "bind", "task", task);
    return RankIdentity.bind(rankContext(), task);
  }

  /**
   * Ends the whole job, of which {@code status} becomes the exit status (MPI-4.1, section 9.3): all
   * ranks' waits throw {@link JobAbortedException}, and the launcher ends their JVMs. An embedded
   * job fails with a {@link RankFailedException}; the JVM goes on.
   *
   * @param status exit status of the job, 1 to 255 to be told from success
   * @return never
   * @throws JobAbortedException always
   */
  public RonselException abort(int status) {
    state.job().abort(engine.rank(), status, null);
    throw new JobAbortedException(
        "rank " + engine.rank() + " has aborted the job with status " + status, null);
  }

  /** Ends the job because of an error of this communicator. */
  void abortFor(RonselException error) {
    int code = error.errorClass().code();
    state.job().abort(engine.rank(), code > 255 ? 1 : code, error);
  }

  private RankContext rankContext() {
    return state.job().rank(engine.rank());
  }

  /** What the communicators of this rank have in common. */
  RankState state() {
    return state;
  }

  // ---- identity and state ----

  /** Context of point-to-point messages; collectives use the next one, with an instance number. */
  long context() {
    checkOpen();
    return 2L * contextId;
  }

  @Override
  void checkOpen() {
    if (closed) {
      throw raise(
          new ClosedException(
              "rank "
                  + rank
                  + ": communicator "
                  + name()
                  + " is closed: it cannot be used any more"));
    }
  }

  boolean isClosed() {
    return closed;
  }

  Engine engine() {
    return engine;
  }

  /** The number of the next channel of a partitioned send. */
  int nextChannel() {
    return channels.updateAndGet(last -> last == PartitionedTransfer.CHANNELS ? 1 : last + 1);
  }

  /** The endpoint of a rank, or ANY_SOURCE as it is. */
  int endpoint(int source) {
    return source == Ronsel.ANY_SOURCE ? source : peers.endpoint(source);
  }

  /** Closes this rank's view: later calls fail, pending operations go on. Local; never blocks. */
  @Override
  public synchronized void close() {
    if (!closed) {
      removeAttributes();
      closed = true;
      if (Observation.CHECK) {
        checks().closed(this);
      }
      collectives.unchecked().close();
      state.leave(members.group(), contextId);
    }
  }

  @Override
  public String toString() {
    return "Comm[" + name() + ", rank " + rank + " of " + size() + "]";
  }
}
