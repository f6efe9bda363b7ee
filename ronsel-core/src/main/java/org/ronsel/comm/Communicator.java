package org.ronsel.comm;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.AttributeKey;
import org.ronsel.CartComm;
import org.ronsel.ClosedException;
import org.ronsel.Comm;
import org.ronsel.Comparison;
import org.ronsel.DistGraphComm;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.ErrorPlace;
import org.ronsel.GraphComm;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InterComm;
import org.ronsel.InvalidArgumentException;
import org.ronsel.JobAbortedException;
import org.ronsel.Message;
import org.ronsel.ObjectCodec;
import org.ronsel.ObjectRequest;
import org.ronsel.PendingComm;
import org.ronsel.PersistentRequest;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.Session;
import org.ronsel.SplitType;
import org.ronsel.Status;
import org.ronsel.UntypedComm;
import org.ronsel.collective.Collectives;
import org.ronsel.collective.call.Invocation.CallKind;
import org.ronsel.collective.context.ContextIds;
import org.ronsel.datatype.Caller;
import org.ronsel.engine.Engine;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.message.Contexts;
import org.ronsel.observe.Call;
import org.ronsel.observe.Observation;

/**
 * A communicator of any kind: a group of ranks, a context that keeps its messages apart, and the
 * parts that serve its calls. Layers above, such as windows, build upon it: {@link #engine()} moves
 * their data, {@link #contextId()} keeps them apart, {@link #collectives()} lets them agree.
 *
 * <p>Each part serves one family of calls and knows this object; none of them knows another but
 * through it.
 */
public sealed class Communicator implements Comm, Caller
    permits CartCommunicator, GraphCommunicator, DistGraphCommunicator, InterCommunicator {
  private final RankState state;
  private final Engine engine;
  private final int contextId;
  private final EndpointGroup group;

  /**
   * The group of the destinations and sources of messages: this group, or the remote one of an
   * inter-communicator.
   */
  private final EndpointGroup peers;

  private final boolean inter;
  private final int rank;
  private final GroupMembers members;
  private final AtomicInteger channels = new AtomicInteger();

  // The parts. Messages come before the calls that are made of them.
  final Properties properties;
  final CommunicatorRequests requests;
  final Messages messages;
  final ProbeCalls probes = new ProbeCalls(this);
  final CollectiveCalls collectives;
  final UntypedCommunicator untyped;

  /** See {@link UntypedCommunicator#beLenient}; set before the calls that it is for. */
  boolean lenient;

  final ObjectCalls objects = new ObjectCalls(this);
  private final ObjectExchanges objectExchanges = new ObjectExchanges(this, objects);
  final CommunicatorCreation creation = new CommunicatorCreation(this);
  final Topologies topologies = new Topologies(this);
  private final FailureMitigation mitigation = new FailureMitigation(this);

  private volatile boolean closed;

  Communicator(Membership membership) {
    this.state = membership.state();
    this.engine = state.engine();
    this.contextId = membership.contextId();
    this.group = membership.group();
    this.peers = membership.peers();
    this.inter = membership.remote() != null;
    this.rank = membership.rank();
    this.properties = new Properties(this, membership.name());
    EndpointGroup everybody = membership.everybody();
    int place = inter ? everybody.rankOf(engine.rank()) : rank;
    this.members = new GroupMembers(everybody, place, properties.label());
    this.requests = new CommunicatorRequests(this);
    this.messages = new Messages(this);
    engine.communicators().put(contextId, membership.name(), peers.size(), peers::endpoint);
    Collectives by = state.collectives(members, everybody, contextId);
    this.collectives =
        Observation.CHECK || Observation.RECORD
            ? new ObservedCollectiveCalls(this, by)
            : new CollectiveCalls(this, by);
    this.untyped = new UntypedCommunicator(this);
    if (Observation.CHECK && contextId != ContextIds.WORLD && contextId != ContextIds.SELF) {
      checks().opened(this, "communicator " + membership.name() + " was never closed; made at");
    }
  }

  /**
   * A communicator of this library.
   *
   * @param call name of the call that is given it, for the message
   * @throws InvalidArgumentException if it was made by another library
   */
  public static Communicator of(String call, Comm comm) {
    if (comm instanceof Communicator communicator) {
      return communicator;
    }
    throw new InvalidArgumentException(
        ErrorClass.COMM,
        ErrorPlace.of(call).message(comm + " is not a communicator that Ronsel has made"));
  }

  // ---- the members ----

  @Override
  public int rank() {
    return rank;
  }

  @Override
  public int size() {
    return group.size();
  }

  @Override
  public EndpointGroup group() {
    return group;
  }

  /**
   * The group of the destinations and sources of messages: this group, or the remote one of an
   * inter-communicator.
   */
  public EndpointGroup peers() {
    return peers;
  }

  @Override
  public boolean isInter() {
    return inter;
  }

  @Override
  public Comparison compare(Comm other) {
    Communicator with = of("compare", Arguments.present(this, "compare", "other", other));
    if (inter != with.inter) {
      return Comparison.UNEQUAL;
    }
    if (state == with.state && contextId == with.contextId) {
      return Comparison.IDENTICAL;
    }
    Comparison groups = group.compare(with.group);
    Comparison remote = inter ? peers.compare(with.peers) : groups;
    Comparison worst = groups.compareTo(remote) > 0 ? groups : remote;
    return worst == Comparison.IDENTICAL ? Comparison.CONGRUENT : worst;
  }

  /** All ranks that make a communicator from this one together. */
  GroupMembers all() {
    return members;
  }

  /** The endpoint of the calling rank. */
  int endpoint() {
    return engine.rank();
  }

  /** The rank of an endpoint, or ANY_SOURCE and PROC_NULL as they are. */
  public int rankOf(int endpoint) {
    return endpoint < 0 ? endpoint : peers.rankOf(endpoint);
  }

  /** The endpoint of a rank that messages go to, or ANY_SOURCE as it is. */
  public int endpoint(int source) {
    return source == Ronsel.ANY_SOURCE ? source : peers.endpoint(source);
  }

  /** Whether the calling rank is the root of a collective call. */
  boolean isRoot(int root) {
    return inter ? root == Ronsel.ROOT : root == rank;
  }

  // ---- what the parts, and layers above, are made of ----

  /** The state that the communicators of this rank share. */
  public RankState state() {
    return state;
  }

  /** The engine of the calling rank. */
  public Engine engine() {
    return engine;
  }

  /**
   * A communicator of the same ranks for what is built upon this one, with its error handler;
   * collective.
   *
   * @param call what the program has called, for messages
   */
  public Communicator apart(String call) {
    checkOpen();
    Arguments.intra(this, call);
    state.deferredFrees().freeReady();
    return of(call, Arguments.present(this, call, "comm", creation.create(group)));
  }

  /**
   * Closes this communicator, and then frees something, when all ranks have called this; local. It
   * happens when the rank next makes or closes such a communicator, or not at all.
   *
   * @param ready whether this rank itself has nothing under way any more
   */
  public void closeWhenAllDo(BooleanSupplier ready, Runnable free) {
    state.deferredFrees().closeWhenAllDo(this, ready, free);
  }

  /** The number that keeps this communicator apart from all others of its ranks. */
  public int contextId() {
    return contextId;
  }

  /**
   * Context of point-to-point messages; collectives use the next one, with an instance number.
   *
   * @throws ClosedException if this communicator is closed
   */
  public long context() {
    checkOpen();
    return Contexts.messages(contextId);
  }

  /** The collective operations, of a communicator that must not be closed. */
  CollectiveCalls collectives() {
    checkOpen();
    return collectives;
  }

  /** Only in a checked job. */
  Checks checks() {
    Checks checks = engine.checks();
    if (checks == null) {
      throw new IllegalStateException("this job is not checked");
    }
    return checks;
  }

  /** The number of the next channel of a partitioned send. */
  int nextChannel() {
    return channels.updateAndGet(last -> last == PartitionedTransfer.CHANNELS ? 1 : last + 1);
  }

  // ---- errors ----

  @Override
  public ErrorPlace place(String call) {
    return ErrorPlace.of(rank, call);
  }

  @Override
  public <E extends RonselException> E raise(E error) {
    if (Observation.CHECK && engine.checks() instanceof Checks checks) {
      checks.refused();
    }
    return properties.raise(error);
  }

  /**
   * Fails if this communicator is closed.
   *
   * @throws ClosedException if it is
   */
  public void checkOpen() {
    if (closed) {
      throw raise(
          new ClosedException(
              ErrorClass.COMM,
              ErrorPlace.of(rank)
                  .message("communicator " + name() + " is closed: it cannot be used any more")));
    }
  }

  boolean isClosed() {
    return closed;
  }

  // ---- ranks that have failed ----

  @Override
  public EndpointGroup failedRanks() {
    return mitigation.failedRanks();
  }

  @Override
  public EndpointGroup acknowledgeFailures() {
    return mitigation.acknowledgeFailures();
  }

  @Override
  public void revoke() {
    mitigation.revoke();
  }

  @Override
  public boolean isRevoked() {
    return mitigation.isRevoked();
  }

  @Override
  public int agree(int bits) {
    return mitigation.agree(bits);
  }

  @Override
  public Comm shrink() {
    return mitigation.shrink();
  }

  // ---- messages that have not been received ----

  @Override
  public Status probe(int source, int tag) {
    return probes.probe(source, tag);
  }

  @Override
  public @Nullable Status iProbe(int source, int tag) {
    return probes.iProbe(source, tag);
  }

  @Override
  public Message mProbe(int source, int tag) {
    return probes.mProbe(source, tag);
  }

  @Override
  public @Nullable Message imProbe(int source, int tag) {
    return probes.imProbe(source, tag);
  }

  // ---- the buffer of buffered sends ----

  @Override
  public void attachBuffer(long bytes) {
    messages.attachBuffer(bytes);
  }

  @Override
  public long detachBuffer() {
    return messages.detachBuffer();
  }

  @Override
  public void flushBuffer() {
    messages.flushBuffer();
  }

  // ---- objects ----

  @Override
  public void objectCodec(ObjectCodec codec) {
    objects.objectCodec(codec);
  }

  @Override
  public ObjectCodec objectCodec() {
    return objects.objectCodec();
  }

  @Override
  public void sendObject(@Nullable Object object, int dest, int tag) {
    objects.sendObject(object, dest, tag);
  }

  @Override
  public Request iSendObject(@Nullable Object object, int dest, int tag) {
    return objects.iSendObject(object, dest, tag);
  }

  @Override
  public <T> @Nullable T receiveObject(int source, int tag) {
    return objects.receiveObject(source, tag);
  }

  @Override
  public <T> @Nullable T receiveObject(int source, int tag, Status status) {
    return objects.receiveObject(source, tag, status);
  }

  @Override
  public <T> ObjectRequest<T> iReceiveObject(int source, int tag) {
    return objects.iReceiveObject(source, tag);
  }

  @Override
  public <T> @Nullable T broadcastObject(@Nullable T object, int root) {
    Call open = messages.openCollective();
    try {
      return objects.broadcastObject(object, root);
    } finally {
      messages.closeCall(open);
    }
  }

  @Override
  public <T> List<@Nullable T> gatherObjects(@Nullable T object, int root) {
    Call open = messages.openCollective();
    try {
      return objects.gatherObjects(object, root);
    } finally {
      messages.closeCall(open);
    }
  }

  @Override
  public <T> List<@Nullable T> allGatherObjects(@Nullable T object) {
    Call open = messages.openCollective();
    try {
      return objects.allGatherObjects(object);
    } finally {
      messages.closeCall(open);
    }
  }

  @Override
  public <T> @Nullable T scatterObjects(@Nullable List<? extends @Nullable T> objects, int root) {
    return objectExchanges.scatterObjects(objects, root);
  }

  @Override
  public <T> List<@Nullable T> allToAllObjects(List<? extends @Nullable T> objects) {
    return objectExchanges.allToAllObjects(objects);
  }

  @Override
  public <T> @Nullable T reduceObject(
      @Nullable T object, BinaryOperator<@Nullable T> op, int root) {
    return objectExchanges.reduceObject(object, op, root);
  }

  @Override
  public <T> @Nullable T allReduceObject(@Nullable T object, BinaryOperator<@Nullable T> op) {
    return objectExchanges.allReduceObject(object, op);
  }

  // ---- collective operations without data ----

  @Override
  public void barrier() {
    collectives().barrier();
  }

  /**
   * A barrier that is made to its end also when the thread is interrupted in it.
   *
   * @return whether it was; then its interrupt status is clear
   */
  public boolean barrierUninterruptibly() {
    return collectives().barrierUninterruptibly();
  }

  @Override
  public Request iBarrier() {
    CollectiveCalls calls = collectives();
    return calls.start(calls.barrier(CallKind.NONBLOCKING));
  }

  @Override
  public PersistentRequest persistentBarrier() {
    CollectiveCalls calls = collectives();
    return calls.prepare(calls.barrier(CallKind.PERSISTENT));
  }

  /**
   * Exchanges the numbers that the ranks which make a communicator together give; the result is in
   * the order of {@link #all}.
   */
  public int[] exchange(int... given) {
    checkOpen();
    try {
      return collectives.exchange(members.size(), given);
    } catch (RonselException failure) {
      throw raise(failure);
    }
  }

  // ---- communicators made from this one ----

  @Override
  public Comm dup() {
    return creation.dup();
  }

  @Override
  public Comm dup(Info hints) {
    return creation.dup(hints);
  }

  @Override
  public PendingComm iDup() {
    return creation.iDup();
  }

  @Override
  public PendingComm iDup(Info hints) {
    return creation.iDup(hints);
  }

  @Override
  public @Nullable Comm split(int color, int key) {
    Call open = messages.openCollective();
    try {
      return creation.split(color, key);
    } finally {
      messages.closeCall(open);
    }
  }

  @Override
  public @Nullable Comm splitType(SplitType type, int key, Info hints) {
    return creation.splitType(type, key, hints);
  }

  @Override
  public @Nullable Comm splitType(SplitType type, int key) {
    return creation.splitType(type, key);
  }

  @Override
  public @Nullable Comm create(Group group) {
    return creation.create(group);
  }

  @Override
  public Comm createGroup(Group group, int tag) {
    return creation.createGroup(group, tag);
  }

  @Override
  public InterComm createInter(int localLeader, @Nullable Comm peer, int remoteLeader, int tag) {
    return creation.createInter(localLeader, peer, remoteLeader, tag);
  }

  @Override
  public @Nullable CartComm createCart(int[] dims, boolean[] periods, boolean reorder) {
    return topologies.createCart(dims, periods, reorder);
  }

  @Override
  public int mapCart(int[] dims, boolean[] periods) {
    return topologies.mapCart(dims, periods);
  }

  @Override
  public @Nullable GraphComm createGraph(int[] index, int[] edges, boolean reorder) {
    return topologies.createGraph(index, edges, reorder);
  }

  @Override
  public int mapGraph(int[] index, int[] edges) {
    return topologies.mapGraph(index, edges);
  }

  @Override
  public DistGraphComm createDistGraphAdjacent(
      int[] sources,
      int @Nullable [] sourceWeights,
      int[] destinations,
      int @Nullable [] destinationWeights,
      Info hints,
      boolean reorder) {
    return topologies.createDistGraphAdjacent(
        sources, sourceWeights, destinations, destinationWeights, hints, reorder);
  }

  @Override
  public DistGraphComm createDistGraph(
      int[] sources,
      int[] degrees,
      int[] destinations,
      int @Nullable [] weights,
      Info hints,
      boolean reorder) {
    return topologies.createDistGraph(sources, degrees, destinations, weights, hints, reorder);
  }

  /** A communicator like this one with another context. */
  Communicator duplicate(Membership membership) {
    return new Communicator(membership);
  }

  // ---- what a program says about the communicator ----

  @Override
  public String name() {
    return properties.name();
  }

  @Override
  public void name(String name) {
    properties.name(name);
  }

  @Override
  public Info info() {
    return properties.info();
  }

  @Override
  public void info(Info hints) {
    properties.info(hints);
  }

  @Override
  public <T> @Nullable T attribute(AttributeKey<T> key) {
    return properties.attribute(key);
  }

  @Override
  public <T> void attribute(AttributeKey<T> key, T value) {
    properties.attribute(key, value);
  }

  @Override
  public <T> boolean removeAttribute(AttributeKey<T> key) {
    return properties.removeAttribute(key);
  }

  @Override
  public void removeAttributes() {
    properties.removeAttributes();
  }

  @Override
  public ErrorHandler errorHandler() {
    return properties.errorHandler();
  }

  @Override
  public void errorHandler(ErrorHandler handler) {
    properties.errorHandler(handler);
  }

  // ---- the rank's program ----

  @Override
  public Runnable bind(Runnable task) {
    Arguments.present(this, "bind", "task", task);
    return state.job().bind(engine.rank(), task);
  }

  @Override
  public <T extends @Nullable Object> Callable<T> bind(Callable<T> task) {
    Arguments.present(this, "bind", "task", task);
    return state.job().bind(engine.rank(), task);
  }

  /** Ends the job because of an error of this communicator, and returns. */
  public void abortFor(RonselException error) {
    int code = error.errorClass().code();
    state.job().abort(engine.rank(), code > 255 ? 1 : code, error);
  }

  @Override
  public RonselException abort(int status) {
    state.job().abort(engine.rank(), status, null);
    throw new JobAbortedException(
        "rank " + engine.rank() + " has aborted the job with status " + status, null);
  }

  // ---- for other interfaces ----

  @Override
  public Session openSession() {
    return new RankSession(state, new Info());
  }

  @Override
  public UntypedComm untyped() {
    return untyped;
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    try {
      removeAttributes();
    } finally {
      if (!closed) { // by what the program does when an attribute is removed
        closed = true;
        if (Observation.CHECK) {
          checks().closed(this);
        }
        collectives.unchecked().close();
        state.leave(members.group(), contextId);
      }
    }
  }

  @Override
  public String toString() {
    return "Comm[" + name() + ", rank " + rank + " of " + size() + "]";
  }
}
