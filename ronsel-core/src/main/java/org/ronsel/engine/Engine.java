package org.ronsel.engine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.DeadlockException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MemoryCopy;
import org.ronsel.machine.ScatteredMemory;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Transport;
import org.ronsel.transport.thread.ThreadPeer;

/**
 * The engine of one rank: sends, receives, matches and makes progress (MPI-4.1, chapter 3).
 * Arguments are checked above; peers are endpoints of the job; a buffer is a primitive array or a
 * memory segment with an offset and a length in bytes, or a pattern of one ({@link
 * ScatteredMemory}), of which the offset and length are those of its packed bytes.
 *
 * <p>Any thread may call any method. Everything that must be consistent is guarded by {@code lock},
 * held for tens of nanoseconds; bulk data are copied without it. Payload that travels inside a
 * record (at most the eager limit) is copied under it, because the record is.
 */
public sealed class Engine permits ObservedEngine {
  final EngineLock lock = EngineLock.padded();
  final Waiting waiting;
  final Inbound inbound;
  final Outbound outbound;
  final BulkQueue bulk = new BulkQueue();
  final FailedCalls failedCalls = new FailedCalls(this);
  final Progress progress;

  private final OperationPool pool = new OperationPool(this);

  final @Nullable Checks checks = Observation.CHECK ? new Checks(this) : null;

  /** Where the calls of this rank are recorded, or null; {@link Trail} knows more. */
  final @Nullable Recorder recorder;

  private final int rank;
  private final IntFunction<Transport> routes;
  private final PeerTable peers = new PeerTable();
  private final Map<Integer, String> contextNames = new ConcurrentHashMap<>(2);

  /** Peers that have failed, met before or not; under the lock. */
  private final Map<Integer, RonselException> failedPeers = new HashMap<>(0);

  /** What makes progress while the rank computes, if the job asks for that. */
  private @Nullable ProgressThread progressThread;

  private volatile @Nullable RonselException failure;

  /** Whether the rank, a peer or a call has failed: then those who wait look closer. */
  private volatile boolean troubled;

  private @Nullable Thread onlyCaller;
  private boolean manyCallers;

  private final long lateEagerPool;
  private final AtomicLong detachedBytes = new AtomicLong();
  private long meetings;

  /**
   * How the engine is seen by its own transports before it exists, and by its peers: these ask for
   * each message, so what they read lies apart from what the engine writes.
   */
  public static final class Doorbell implements ThreadPeer {
    private @Nullable Engine engine;
    private @Nullable EagerPool pool;
    private @Nullable Waiting waiting;

    private void connect(Engine target) {
      engine = target;
      pool = target.inbound.pool;
      waiting = target.waiting;
    }

    @Override
    public boolean eagerOpen() {
      EagerPool target = pool;
      return target != null && target.isOpen();
    }

    @Override
    public void ring() {
      Waiting target = waiting;
      if (target != null) {
        target.ring();
      }
    }

    @Override
    public boolean help() {
      Engine target = engine;
      return target != null && target.progressOnce();
    }

    /** Whether a thread of the rank is parked. */
    public boolean isParked() {
      Waiting target = waiting;
      return target != null && target.isParked();
    }
  }

  /**
   * Makes the engine of a rank.
   *
   * @param transports all transports of the rank, polled in this order
   * @param routes the transport that reaches an endpoint
   * @param doorbell what the transports were given to reach this engine
   */
  public Engine(
      int rank,
      Transport[] transports,
      IntFunction<Transport> routes,
      Doorbell doorbell,
      EngineOptions options) {
    this(rank, transports, routes, doorbell, options, null);
  }

  Engine(
      int rank,
      Transport[] transports,
      IntFunction<Transport> routes,
      Doorbell doorbell,
      EngineOptions options,
      @Nullable Recorder recorder) {
    this.rank = rank;
    this.recorder = recorder;
    this.routes = routes;
    this.waiting = new Waiting(this, options);
    this.inbound = new Inbound(this, options);
    this.outbound = new Outbound(this, options);
    this.progress = new Progress(this, transports);
    this.lateEagerPool = options.lateEagerPoolBytes();
    doorbell.connect(this);
  }

  /** The rank this engine serves, which is also its endpoint. */
  public int rank() {
    return rank;
  }

  /** What is found out about this rank's messages and requests, or null in an unchecked job. */
  public @Nullable Checks checks() {
    return checks;
  }

  /** Where the calls of this rank are recorded, or null. */
  public @Nullable Recorder recorder() {
    return recorder;
  }

  /** Names what makes progress while the rank computes; before the rank begins. */
  void helpedBy(ProgressThread helper) {
    progressThread = helper;
  }

  /** An operation has been started that the rank does not wait for yet. */
  void operationStarted() {
    ProgressThread helper = progressThread;
    if (helper != null) {
      helper.operationStarted();
    }
  }

  // ---- sending ----

  /** Sends and waits until the buffer may be reused (synchronous: until the match). */
  public void send(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    Peer peer;
    SendOperation send;
    lock.acquire();
    try {
      peer = open(dest);
      if (!synchronous
          && outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send = null;
      } else {
        send = pool.takeSend();
        send.setWaiting(true);
        outbound.start(send, peer, synchronous, context, tag, type.code(), base, offset, bytes);
      }
    } finally {
      lock.release();
    }
    if (send == null) {
      peer.link.ring();
      return;
    }
    if (dest == rank && !send.isComplete()) {
      detectSelfDeadlock(send);
    }
    try {
      awaitPooled(send);
    } catch (WaitInterruptedException interrupted) {
      // The caller gets its buffer back: by a copy, or, if the message is being taken, in a moment.
      if (!send.completeAlone(true)) {
        awaitUninterruptibly(send);
      }
      throw interrupted;
    }
    send.setWaiting(false);
    if (send.isDetached()) {
      return;
    }
    pool.recycle(send);
  }

  private void awaitPooled(Operation operation) {
    // If this throws, the operation is left to the collector: the peer may still refer to it.
    waiting.await(operation, Long.MAX_VALUE);
    operation.throwError();
  }

  /** How long another thread of the rank has to make its first call. */
  private static final long FIRST_CALL_NS = 500_000_000L;

  /**
   * A blocking send to self completes only if its receive is posted already, or by another thread.
   * When the rank has been seen to communicate from one thread only, nobody will post it.
   */
  private void detectSelfDeadlock(SendOperation send) {
    boolean complete = !manyCallers && waiting.await(send, FIRST_CALL_NS);
    if (!complete && !manyCallers && withdraw(send)) {
      throw new DeadlockException(
          "rank "
              + rank
              + ": blocking "
              + send.describe()
              + " of "
              + send.length
              + " bytes to itself, tag "
              + send.tag
              + ", can never complete: post the receive first, or use iSend or sendReceive");
    }
  }

  /** Takes back a send to this rank that nobody has matched. */
  private boolean withdraw(SendOperation send) {
    lock.acquire();
    try {
      while (progress.step()) {
        // It may be on its way still.
      }
      if (!inbound.withdraw(send)) {
        return false;
      }
      outbound.withdraw(send);
      return true;
    } finally {
      lock.release();
    }
  }

  /** Starts a send. */
  public Operation startSend(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    SendOperation send = new SendOperation(this);
    lock.acquire();
    try {
      Peer peer = open(dest);
      if (!synchronous
          && outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send.complete();
        peer.link.ring();
      } else {
        outbound.start(send, peer, synchronous, context, tag, type.code(), base, offset, bytes);
      }
    } finally {
      lock.release();
    }
    operationStarted();
    return send;
  }

  /** An operation that is complete: a send to, or receive from, nobody. */
  public ReceiveOperation completed(int source) {
    ReceiveOperation operation = new ReceiveOperation(this);
    operation.completeEmpty(source);
    return operation;
  }

  // ---- receiving ----

  /**
   * Receives and waits. The caller reads the result and then calls {@link #recycle}; if this
   * throws, it need not.
   */
  public ReceiveOperation receive(
      long context, int source, int tag, ElementType type, Object base, long offset, long bytes) {
    ReceiveOperation receive;
    lock.acquire();
    try {
      checkOpen(source);
      receive = pool.takeReceive();
      receive.prepare(context, source, tag, type, base, offset, bytes);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    return awaitOrWithdraw(receive);
  }

  private ReceiveOperation awaitOrWithdraw(ReceiveOperation receive) {
    try {
      awaitPooled(receive);
    } catch (WaitInterruptedException interrupted) {
      // Nobody can wait for it again: withdraw it, or, if a message is on its way, take it.
      if (!cancel(receive)) {
        awaitUninterruptibly(receive);
      }
      throw interrupted;
    }
    return receive;
  }

  /**
   * Receives a message of any length into an array made for it, {@link
   * ReceiveOperation#wholeMessage()}, and waits. Otherwise like {@link #receive}.
   */
  public ReceiveOperation receiveWhole(long context, int source, int tag, ElementType type) {
    return awaitOrWithdraw(startReceiveWhole(context, source, tag, type));
  }

  /** Starts a receive of a message of any length; see {@link #receiveWhole}. */
  public ReceiveOperation startReceiveWhole(long context, int source, int tag, ElementType type) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepareWhole(context, source, tag, type);
    lock.acquire();
    try {
      checkOpen(source);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    operationStarted();
    return receive;
  }

  /** Waits for an operation; an interrupt is kept for later. Its error is not thrown. */
  public void awaitUninterruptibly(Operation operation) {
    boolean interrupted = false;
    while (true) {
      try {
        waiting.await(operation, Long.MAX_VALUE);
        break;
      } catch (WaitInterruptedException again) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Takes back the operation of a blocking receive. */
  public void recycle(ReceiveOperation receive) {
    pool.recycle(receive);
  }

  /** Starts a receive. */
  public ReceiveOperation startReceive(
      long context, int source, int tag, ElementType type, Object base, long offset, long bytes) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepare(context, source, tag, type, base, offset, bytes);
    lock.acquire();
    try {
      checkOpen(source);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    operationStarted();
    return receive;
  }

  boolean cancel(ReceiveOperation receive) {
    lock.acquire();
    try {
      if (!inbound.withdraw(receive)) {
        return false;
      }
    } finally {
      lock.release();
    }
    receive.completeCancelled();
    return true;
  }

  /**
   * Waits until a message that matches has arrived.
   *
   * @param matched what takes the message out of the queue, or null if it shall stay there
   */
  public ProbeOperation probe(long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(this, matched, context, source, tag);
    lock.acquire();
    try {
      checkOpen(source);
      inbound.post(probe);
    } finally {
      lock.release();
    }
    try {
      awaitPooled(probe);
    } catch (WaitInterruptedException interrupted) {
      if (withdraw(probe)) {
        throw interrupted;
      }
      Thread.currentThread().interrupt(); // for the next wait: nobody else would get the message
    } catch (RuntimeException failure) {
      withdraw(probe);
      throw failure;
    }
    return probe;
  }

  private boolean withdraw(ProbeOperation probe) {
    lock.acquire();
    try {
      inbound.withdraw(probe);
      return !probe.isComplete();
    } finally {
      lock.release();
    }
  }

  /**
   * Looks for a message that matches, after making progress once; null if there is none.
   *
   * @param matched what takes the message out of the queue, or null if it shall stay there
   */
  public @Nullable ProbeOperation iProbe(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    ProbeOperation probe = new ProbeOperation(this, matched, context, source, tag);
    progressOnce();
    lock.acquire();
    try {
      checkOpen(source);
      return inbound.answer(probe) ? probe : null;
    } finally {
      lock.release();
    }
  }

  /**
   * Starts the receive of a message that a matched probe has taken; null if it has been received
   * already.
   */
  public @Nullable ReceiveOperation startReceive(
      MatchedMessage matched, ElementType type, Object base, long offset, long bytes) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepare(0, 0, 0, type, base, offset, bytes);
    return startReceive(matched, receive);
  }

  /** As {@link #startReceive}, into an array made for the message. */
  public @Nullable ReceiveOperation startReceiveWhole(MatchedMessage matched, ElementType type) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepareWhole(0, 0, 0, type);
    return startReceive(matched, receive);
  }

  private @Nullable ReceiveOperation startReceive(
      MatchedMessage matched, ReceiveOperation receive) {
    lock.acquire();
    try {
      throwIfFailed();
      if (!inbound.receive(matched, receive)) {
        return null;
      }
    } finally {
      lock.release();
    }
    operationStarted();
    return receive;
  }

  // ---- parts of composites ----

  /**
   * Starts a send as part of a composite.
   *
   * @return whether it was handed over at once; then the composite is not told
   */
  boolean startPart(
      SendOperation send,
      long context,
      int dest,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    Peer peer;
    lock.acquire();
    try {
      checkAlive(dest);
      failedCalls.check(context);
      peer = peer(dest);
      if (!outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send.reset();
        outbound.start(send, peer, false, context, tag, type.code(), base, offset, bytes);
        return false;
      }
    } finally {
      lock.release();
    }
    peer.link.ring();
    return true;
  }

  /** Posts a receive as part of a composite. */
  void startPart(
      ReceiveOperation receive,
      long context,
      int source,
      int tag,
      ElementType type,
      Object base,
      long offset,
      long bytes) {
    receive.reset();
    receive.prepare(context, source, tag, type, base, offset, bytes);
    lock.acquire();
    try {
      checkAlive(source);
      failedCalls.check(context);
      inbound.post(receive);
    } finally {
      lock.release();
    }
  }

  /**
   * Lets the next thread that makes progress advance a composite; any thread, with or without a
   * lock.
   */
  void ready(Composite composite) {
    progress.advanceLater(composite);
    waiting.ring();
  }

  // ---- progress ----

  /** Whether a waiting thread spins before it yields: where ranks do not outnumber cores. */
  public boolean spinsWhileWaiting() {
    return waiting.spins();
  }

  /** Waits for an operation of this rank; see {@link org.ronsel.Request#await()}. */
  public void await(Operation operation) {
    awaitPooled(operation);
  }

  /** Makes progress once, if no other thread is doing so; whether anything moved. */
  public boolean progressOnce() {
    return progress.once();
  }

  /** Whether something waits for room in a ring or a fragment pool. */
  boolean isStarved() {
    lock.acquire();
    try {
      return outbound.isStarved();
    } finally {
      lock.release();
    }
  }

  /** Wakes a parked thread of this rank so that it looks again; any thread. */
  public void ring() {
    waiting.ring();
  }

  /** Whether sends of this rank are still under way. */
  public boolean hasOutstandingSends() {
    lock.acquire();
    try {
      return outbound.outstanding() != 0;
    } finally {
      lock.release();
    }
  }

  /** Waits until all sends of this rank have been handed over or matched. */
  public void drain() {
    DrainOperation drain = new DrainOperation(this);
    outbound.drainFor(drain);
    if (!drain.helpPeer()) {
      awaitPooled(drain);
    }
  }

  /** The threads of this rank that are parked, and for what. */
  public List<Waiter> waiters() {
    return waiting.snapshot().stream()
        .map(s -> new Waiter(s.thread(), s.operation(), System.nanoTime() - s.sinceNs()))
        .toList();
  }

  /** A parked thread. */
  public record Waiter(Thread thread, Operation operation, long waitedNs) {}

  /** Context ids have 30 bits; see {@code org.ronsel.collective.context}. */
  public static final int LARGEST_CONTEXT_ID = (1 << 30) - 1;

  /** Names the contexts of a communicator, those with its id in bits 1 to 30, for reports. */
  public void nameContext(int contextId, String name) {
    contextNames.put(contextId, name);
  }

  /** Forgets the name of a communicator that this rank has closed. */
  public void forgetContext(int contextId) {
    contextNames.remove(contextId);
  }

  /** The communicator to which a context belongs. */
  public String contextName(long context) {
    int id = (int) context >>> 1 & LARGEST_CONTEXT_ID;
    return contextNames.getOrDefault(id, "context " + id);
  }

  /** A number that grows with every match and copy; unchanged while the rank is stuck. */
  public long progressCount() {
    return inbound.matched() + progress.bytesCopied() + meetings;
  }

  /** Bytes of messages that this rank has handed to other JVMs, or read from their memory. */
  public long bytesBetweenJvms() {
    return progress.bytesBetweenJvms();
  }

  /** Counts something that this rank has achieved without a message: a meeting in shared memory. */
  public void countMeeting() {
    meetings++;
  }

  /** Bytes of unexpected eager payload held now. */
  public long unexpectedBytes() {
    return inbound.pool.held();
  }

  // ---- failure ----

  /** Fails the rank: all operations, present and future, throw {@code cause}. */
  public void fail(RonselException cause) {
    lock.acquire();
    try {
      if (failure == null) {
        failure = cause;
      }
      troubled = true;
    } finally {
      lock.release();
    }
    waiting.wakeAll();
  }

  boolean hasFailed() {
    return failure != null;
  }

  void throwIfFailed() {
    RonselException cause = failure;
    if (cause != null) {
      throw cause;
    }
  }

  /** Fails everything that involves an endpoint. */
  public void failPeer(int endpoint, Throwable cause) {
    lock.acquire();
    try {
      failPeerLocked(endpoint, cause);
    } finally {
      lock.release();
    }
  }

  /** Whether an endpoint has failed; under the lock. */
  boolean hasFailed(int endpoint) {
    return failedPeers.containsKey(endpoint);
  }

  /** Why an endpoint has failed that is known to have failed; under the lock. */
  RonselException failureOf(int endpoint) {
    RonselException known = failedPeers.get(endpoint);
    if (known == null) {
      throw new IllegalStateException("peer " + endpoint + " has not failed");
    }
    return known;
  }

  /**
   * The peer to which a record of its own is to be answered, or null if it has failed; it fails
   * when there is no way to it.
   */
  @Nullable Peer answerable(int endpoint) {
    if (hasFailed(endpoint)) {
      return null;
    }
    try {
      return peer(endpoint);
    } catch (RuntimeException unreachable) {
      failPeerLocked(endpoint, unreachable);
      return null;
    }
  }

  void failPeerLocked(int endpoint, Throwable cause) {
    RonselException why = Outbound.peerFailure(rank, endpoint, cause);
    failedPeers.putIfAbsent(endpoint, why);
    inbound.failReceives(endpoint, why);
    outbound.failSends(endpoint, why);
    troubled = true;
    waiting.wakeAllLocked();
  }

  // ---- collective calls that fail on some ranks ----

  /** Whether the rank, a peer, or a collective call of any rank has failed. */
  public boolean isTroubled() {
    return troubled;
  }

  void noteTrouble() {
    troubled = true;
  }

  /** Names the ledger of a communicator's collective calls. */
  public void keep(CallLedger ledger) {
    failedCalls.keep(ledger);
  }

  /** The rank makes no more calls on the communicator of a ledger. */
  public void close(CallLedger ledger) {
    lock.acquire();
    try {
      failedCalls.closed(ledger);
    } finally {
      lock.release();
    }
  }

  /**
   * Fails a collective call on all ranks, unless it has failed already: this rank cannot do its
   * part.
   *
   * @param context of the call's messages
   * @param size number of ranks
   * @param endpoints the endpoint of a rank
   */
  public void failCall(long context, RonselException cause, int size, IntUnaryOperator endpoints) {
    lock.acquire();
    try {
      if (failure == null) {
        failedCalls.fail(context, cause, size, endpoints);
      }
    } finally {
      lock.release();
    }
  }

  /** Fails all collective calls of a communicator, on all ranks: they are out of step. */
  public void failAllCalls(long context, RonselException cause) {
    lock.acquire();
    try {
      if (failure == null) {
        failedCalls.failAll(context, cause);
      }
    } finally {
      lock.release();
    }
  }

  /** Whether it is known that a collective call has failed. */
  public boolean hasCallFailed(long context) {
    lock.acquire();
    try {
      return failedCalls.isFailed(context);
    } finally {
      lock.release();
    }
  }

  /**
   * Throws why all collective calls of a communicator have failed, if they have.
   *
   * @param context of any of them
   */
  public void throwIfAllCallsFailed(long context) {
    lock.acquire();
    try {
      failedCalls.checkAll(context);
    } finally {
      lock.release();
    }
  }

  /** Throws why a peer has failed, if it has. */
  public void throwIfPeerFailed(int endpoint) {
    lock.acquire();
    try {
      checkAlive(endpoint);
    } finally {
      lock.release();
    }
  }

  /** Has whoever is waited for compare its collective calls with those of this rank. */
  void compareCalls(long context, int endpoint) {
    lock.acquire();
    try {
      failedCalls.ask(context, endpoint);
    } finally {
      lock.release();
    }
  }

  /** The rank makes no more calls; what others ask it is still answered. */
  public void rankEnds() {
    lock.acquire();
    try {
      failedCalls.rankEnds();
    } finally {
      lock.release();
    }
  }

  // ---- peers; under the lock ----

  private Peer open(int endpoint) {
    checkOpen(endpoint);
    Peer peer = peer(endpoint);
    if (Observation.CHECK && checks != null) {
      checks.announce(peer);
    }
    return peer;
  }

  private void checkOpen(int endpoint) {
    noteCaller();
    checkAlive(endpoint);
  }

  private void checkAlive(int endpoint) {
    throwIfFailed();
    if (!failedPeers.isEmpty() && failedPeers.get(endpoint) instanceof RonselException known) {
      throw known;
    }
  }

  private void noteCaller() {
    if (!manyCallers) {
      Thread caller = Thread.currentThread();
      if (onlyCaller == null) {
        onlyCaller = caller;
      } else if (onlyCaller != caller) {
        manyCallers = true;
      }
    }
  }

  /** What carries messages to and from an endpoint. */
  String transportName(int endpoint) {
    return routes.apply(endpoint).name();
  }

  Peer peer(int endpoint) {
    Peer peer = peers.get(endpoint);
    if (peer == null) {
      peer = new Peer(endpoint, routes.apply(endpoint).connect(endpoint));
      peers.put(peer);
    }
    return peer;
  }

  // ---- completion by whoever did the work ----

  /** Completes a send of this engine; called by the receiving rank's thread. */
  void directDone(SendOperation send) {
    if (send.isDetached()) {
      releaseDetached(send.length);
    } else {
      outbound.settled();
      send.complete();
    }
  }

  /** Reserves memory for the copy of a send that completes before its match. */
  boolean reserveDetached(long bytes, boolean atAnyPrice) {
    if (detachedBytes.addAndGet(bytes) <= lateEagerPool || atAnyPrice) {
      return true;
    }
    detachedBytes.addAndGet(-bytes);
    return false;
  }

  void releaseDetached(long bytes) {
    detachedBytes.addAndGet(-bytes);
  }

  /**
   * Completes a send that has only been announced, with a copy in place of its buffer; false if it
   * is too late. At once, under one lock: an answer that came in between would find a send that is
   * neither detached nor complete.
   */
  boolean detach(SendOperation send) {
    lock.acquire();
    try {
      if (send.cleared || send.exposed != 0 || send.claimed != 0 || send.isComplete()) {
        return false;
      }
      if (!send.copyAside()) {
        return false;
      }
      send.complete(); // to the peer it is still outstanding
      return true;
    } finally {
      lock.release();
    }
  }

  /** Completes a receive of this engine whose data have been copied. */
  void receiveDone(ReceiveOperation receive) {
    receive.complete();
  }

  void announced(SendOperation send) {
    outbound.announced(send);
  }

  void sendFinished(SendOperation send) {
    outbound.finished(send);
  }

  // ---- buffers ----

  /** The only thread that may touch the buffer, or null if any may. */
  static @Nullable Thread ownerOf(Object base) {
    if (memoryOf(base) instanceof MemorySegment segment) {
      Thread caller = Thread.currentThread();
      return segment.isAccessibleBy(caller) && !segment.isAccessibleBy(STRANGER) ? caller : null;
    }
    return null;
  }

  /** The array or segment in which a buffer lies. */
  static Object memoryOf(Object base) {
    return base instanceof ScatteredMemory scattered ? scattered.base() : base;
  }

  private static final Thread STRANGER = Thread.ofPlatform().unstarted(() -> {});

  static MemorySegment privateCopy(Object base, long offset, long bytes) {
    MemorySegment copy = Arena.ofAuto().allocate(bytes);
    MemoryCopy.toSegment(base, offset, copy, 0, bytes);
    return copy;
  }

  static RonselException copyFailure(Operation operation, RuntimeException cause) {
    return MatchErrors.bufferGone(
        operation.engine.rank,
        operation.describe(),
        operation.awaitedPeer(),
        operation.awaitedTag(),
        cause);
  }
}
