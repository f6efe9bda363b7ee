package org.ronsel.engine;

import java.lang.foreign.MemorySegment;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.ronsel.NoMemoryException;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.ElementType;
import org.ronsel.machine.MeasuredCopy;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Link;
import org.ronsel.transport.RecordHandler;
import org.ronsel.transport.Region;
import org.ronsel.transport.RemoteMemory;
import org.ronsel.transport.Transport;

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
  final Peers peers;
  final RecordHandlers records;
  final Backlog backlog = new Backlog(this);
  final LateEager lateEager;
  final FailedCalls failedCalls = new FailedCalls(this);
  final Revocations revocations = new Revocations(this);
  final CallLogs callLogs = new CallLogs(this);
  final EndedRanks endedRanks = new EndedRanks(this);
  final LastRank lastRank = new LastRank(this);
  final Communicators communicators = new Communicators();
  final Progress progress;

  /** Copies long messages to and from ranks of the same heap. */
  final MeasuredCopy copies = new MeasuredCopy();

  /** Copies parts of long messages out of a transport's memory. */
  final MeasuredCopy deliveries = new MeasuredCopy();

  private final OperationPool pool = new OperationPool(this);
  private final SelfDeadlock selfDeadlock = new SelfDeadlock(this);

  final @Nullable Checks checks = Observation.CHECK ? new Checks(this) : null;

  /** Where the calls of this rank are recorded, or null; {@link MessageTracing} knows more. */
  final @Nullable Recorder recorder;

  private final int rank;

  /** What makes progress while the rank computes, if the job asks for that. */
  private @Nullable ProgressThread progressThread;

  private volatile @Nullable RonselException failure;

  private volatile BiConsumer<Integer, RonselException> unreachable = (endpoint, why) -> {};

  /** Made beforehand; by its nature there is no memory for one when it is needed. */
  private static final RonselException BROKEN_OFF =
      new NoMemoryException(
          "the heap was full when a message had to be taken in, which is lost: give the JVM a larger"
              + " heap (-J-Xmx)");

  /** Whether the rank, a peer or a call has failed: then those who wait look closer. */
  private volatile boolean troubled;

  /** Whether a peer has failed or a communicator was revoked; under the lock. */
  private boolean impaired;

  private @Nullable Thread onlyCaller;
  private boolean manyCallers;

  private long sharedOperations;

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
    this.peers = new Peers(this, routes);
    this.records = new RecordHandlers(peers);
    this.lateEager = new LateEager(lock, options);
    this.waiting = new Waiting(this, options);
    this.inbound = new Inbound(this, options);
    this.outbound = new Outbound(this, options);
    this.progress = new Progress(this, transports);
    registerHandlers();
    doorbell.connect(this);
  }

  /** The records of the engine itself: one line for each kind. */
  private void registerHandlers() {
    records.register(Envelope.EAGER, inbound::eager);
    records.register(Envelope.RENDEZVOUS, inbound::rendezvous);
    records.register(Envelope.CLEAR_TO_SEND, it -> outbound.cleared(it.source(), it.cookie()));
    records.register(Envelope.FRAGMENT, inbound.transfers::fragment);
    records.placeDataBy(inbound.transfers);
    records.register(Envelope.DONE, it -> outbound.acknowledged(it.source(), it.cookie()));
    records.register(Envelope.VOID, inbound.transfers::voided);
    records.register(Envelope.CALLS, callLogs::told);
    records.register(Envelope.FAILED, failedCalls::told);
    records.register(Envelope.REVOKED, revocations::told);
    records.register(Envelope.ASKS, endedRanks::asked);
    records.register(Envelope.ENDED, it -> endedRanks.ended(it.source()));
    records.register(Envelope.REFUSED, it -> outbound.refused(it.source(), it.cookie()));
    if (Observation.CHECK && checks != null) {
      records.register(Envelope.NOTE, checks::arrived);
    }
  }

  /**
   * Registers what is done with records of a kind that a layer above has: how it extends what ranks
   * say to each other. Before any other rank can send one, as a rule when the engine has been made;
   * a record of a kind without handler fails its sender.
   *
   * @param kind from {@link Envelope#FIRST_FREE_KIND} to 255
   * @throws IllegalStateException if the kind has a handler already
   */
  public void handle(int kind, RecordHandler handler) {
    if (kind < Envelope.FIRST_FREE_KIND) {
      throw new IllegalArgumentException("records of kind " + kind + " are the engine's own");
    }
    lock.acquire();
    try {
      records.register(kind, handler);
    } finally {
      lock.release();
    }
  }

  /**
   * Sends records that are not messages, one directly after the other, behind all that has been
   * sent to the peer before. They are copied, or kept where there is no room now.
   *
   * @throws RonselException if the peer has failed
   */
  public void sendRecords(int endpoint, OutgoingRecord... records) {
    lock.acquire();
    try {
      checkAlive(endpoint);
      send(peers.get(endpoint), records);
    } finally {
      lock.release();
    }
  }

  /**
   * Like {@link #sendRecords}, for handlers of records, which run under the engine's lock; does
   * nothing if the peer has failed.
   */
  public void answer(int endpoint, OutgoingRecord... records) {
    Peer peer = peers.answerable(endpoint);
    if (peer != null) {
      send(peer, records);
    }
  }

  private void send(Peer peer, OutgoingRecord... records) {
    for (OutgoingRecord record : records) {
      if (record.payload().length > peer.can.inlineLimit()) {
        throw new IllegalArgumentException(
            "a record of "
                + record.payload().length
                + " bytes: the most is "
                + peer.can.inlineLimit());
      }
      backlog.offerOrKeep(peer, record);
    }
  }

  /**
   * Registers memory with each transport that lets peers operate on it.
   *
   * @return the regions by the names of their transports
   */
  public Map<String, Region> register(MemorySegment memory) {
    Map<String, Region> regions = new LinkedHashMap<>();
    for (Transport transport : progress.transports()) {
      Region region = transport.register(memory);
      if (region != null) {
        regions.put(transport.name(), region);
      }
    }
    return regions;
  }

  /**
   * Opens memory that a peer has registered, by the transport that reaches the peer.
   *
   * @param keys of its regions, by the names of their transports
   * @param bytes its length
   * @return null if that transport has no operations on it
   * @throws RonselException if the peer has failed, or the key is not valid
   */
  public @Nullable RemoteMemory open(int endpoint, Map<String, Long> keys, long bytes) {
    Long key = keys.get(peers.transportName(endpoint));
    if (key == null) {
      return null;
    }
    Link link;
    lock.acquire();
    try {
      checkAlive(endpoint);
      link = peers.get(endpoint).link;
    } finally {
      lock.release();
    }
    return link.open(key, bytes);
  }

  /** {@link #open} for handlers of records, which run under the engine's lock. */
  public @Nullable RemoteMemory openInHandler(int endpoint, Map<String, Long> keys, long bytes) {
    Long key = keys.get(peers.transportName(endpoint));
    Peer peer = key == null ? null : peers.answerable(endpoint);
    return key == null || peer == null ? null : peer.link.open(key, bytes);
  }

  /** {@link #recordBytes} for handlers of records, which run under the engine's lock. */
  public int answerBytes(int endpoint) {
    Peer peer = peers.answerable(endpoint);
    return peer == null ? Integer.MAX_VALUE : peer.can.inlineLimit();
  }

  /** Most bytes of payload that one record to a peer carries. */
  public int recordBytes(int endpoint) {
    lock.acquire();
    try {
      checkAlive(endpoint);
      return peers.get(endpoint).can.inlineLimit();
    } finally {
      lock.release();
    }
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

  /**
   * Says how large the job is, and how to find out whether threads of the program are alive besides
   * those of the ranks; before the rank begins, or when more is known.
   */
  public void inJob(int ranks, BooleanSupplier otherThreads) {
    lastRank.inJob(ranks, otherThreads);
  }

  /** Names what makes progress while the rank computes; before the rank begins. */
  void helpedBy(ProgressThread helper) {
    progressThread = helper;
    lock.stayShared();
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
      peer = open(context, dest);
      if (!synchronous
          && outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send = null;
      } else {
        send = pool.takeSend();
        send.onlyWaiter = Thread.currentThread();
        send.prepare(context, tag, header(type, synchronous), base, offset, bytes);
        send.setWaiting(true);
        outbound.start(send, peer);
      }
    } finally {
      lock.release();
    }
    if (send == null) {
      peer.link.ring();
      return;
    }
    if (dest == rank && !send.isComplete()) {
      selfDeadlock.check(send);
    }
    try {
      awaitOutcome(send);
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

  private static int header(ElementType type, boolean synchronous) {
    int flags = synchronous ? Envelope.SYNCHRONOUS : 0;
    return Envelope.header(Envelope.RENDEZVOUS, type.code(), flags);
  }

  /** Waits for an operation, and throws its error. */
  void awaitOutcome(Operation operation) {
    // If this throws, the operation is left to the collector: the peer may still refer to it.
    waiting.await(operation, Long.MAX_VALUE);
    operation.throwError();
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
    SendOperation send;
    Peer peer;
    lock.acquire();
    try {
      peer = open(context, dest);
      if (!synchronous
          && outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send = null;
      } else {
        send = new SendOperation(this);
        send.prepare(context, tag, header(type, synchronous), base, offset, bytes);
        outbound.start(send, peer);
      }
    } finally {
      lock.release();
    }
    if (send == null) {
      peer.link.ring();
      return new EagerSend(this);
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
    return awaitOrWithdraw(postReceive(context, source, tag, type, base, offset, bytes));
  }

  /**
   * Posts a receive for which the calling thread alone waits, with {@link #awaitOrWithdraw}, when
   * it has done something else, or calls {@link #cancel}.
   */
  public ReceiveOperation postReceive(
      long context, int source, int tag, ElementType type, Object base, long offset, long bytes) {
    ReceiveOperation receive;
    lock.acquire();
    try {
      checkOpen(context, source);
      receive = pool.takeReceive();
      receive.onlyWaiter = Thread.currentThread();
      receive.prepare(context, source, tag, type, base, offset, bytes);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    return receive;
  }

  /** Waits for a receive that {@link #postReceive} has posted, as {@link #receive} does. */
  public ReceiveOperation awaitOrWithdraw(ReceiveOperation receive) {
    try {
      awaitOutcome(receive);
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
    ReceiveOperation receive;
    lock.acquire();
    try {
      checkOpen(context, source);
      receive = pool.takeReceive();
      receive.onlyWaiter = Thread.currentThread();
      receive.prepareWhole(context, source, tag, type);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    return awaitOrWithdraw(receive);
  }

  /** Starts a receive of a message of any length; see {@link #receiveWhole}. */
  public ReceiveOperation startReceiveWhole(long context, int source, int tag, ElementType type) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepareWhole(context, source, tag, type);
    lock.acquire();
    try {
      checkOpen(context, source);
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

  /** Takes back the operation of {@link #receive} or {@link #receiveWhole}. */
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
      checkOpen(context, source);
      inbound.post(receive);
    } finally {
      lock.release();
    }
    operationStarted();
    return receive;
  }

  /** Withdraws a receive; false if a message has matched it, which it then takes. */
  public boolean cancel(ReceiveOperation receive) {
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
    return inbound.probes.await(context, source, tag, matched);
  }

  /**
   * Looks for a message that matches, after making progress once; null if there is none.
   *
   * @param matched what takes the message out of the queue, or null if it shall stay there
   */
  public @Nullable ProbeOperation iProbe(
      long context, int source, int tag, @Nullable MatchedMessage matched) {
    return inbound.probes.look(context, source, tag, matched);
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
      peer = peers.get(dest);
      if (!outbound.trySendEager(peer, context, tag, type.code(), base, offset, bytes)) {
        send.reset();
        send.prepare(context, tag, header(type, false), base, offset, bytes);
        outbound.start(send, peer);
        return false;
      }
    } finally {
      lock.release();
    }
    peer.link.ring();
    return true;
  }

  /** Posts a receive that has been prepared as part of a composite. */
  void startPart(ReceiveOperation receive) {
    lock.acquire();
    try {
      checkAlive(receive.source);
      failedCalls.check(receive.context);
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

  /** Whether a thread that waits now spins before it yields: where it has a core for itself. */
  public boolean spinsWhileWaiting() {
    return waiting.spins();
  }

  /** Tells somebody from now on when threads of this rank wait, and so make progress. */
  public void tellOfWaits(WaitListener listener) {
    waiting.tell(listener);
  }

  /** Waits for an operation of this rank; see {@link org.ronsel.Request#await()}. */
  public void await(Operation operation) {
    awaitOutcome(operation);
  }

  /** Makes progress once, if no other thread is doing so; whether anything moved. */
  public boolean progressOnce() {
    return progress.once();
  }

  /** Whether something waits for room in a ring or a fragment pool. */
  boolean isStarved() {
    lock.acquire();
    try {
      return !backlog.isEmpty() || !outbound.feed.isEmpty();
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
      awaitOutcome(drain);
    }
  }

  /** The threads of this rank that are parked, and for what. */
  public List<Waiter> waiters() {
    return waiting.waiters();
  }

  /** Whether a thread of this rank is parked. Allocates nothing. */
  public boolean isWaiting() {
    return waiting.anyParked();
  }

  /** A number that grows with every match and copy; unchanged while the rank is stuck. */
  public long progressCount() {
    return inbound.matched() + progress.bytesCopied() + sharedOperations;
  }

  /** Bytes of messages that this rank has handed to other JVMs, or read from their memory. */
  public long bytesBetweenJvms() {
    return progress.bytesBetweenJvms();
  }

  /** Counts an operation that this rank has made without a message, in shared memory. */
  public void countSharedOperation() {
    sharedOperations++;
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

  /**
   * Fails the rank because progress has broken off where it was, by want of memory: of what has
   * arrived part may be lost, so that whoever catches the error and goes on would wait in vain.
   */
  void failForWantOfMemory() {
    fail(BROKEN_OFF);
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
      peers.fail(endpoint, cause);
    } finally {
      lock.release();
    }
  }

  /** Whether the rank, a peer, or a collective call of any rank has failed. */
  public boolean isTroubled() {
    return troubled;
  }

  void noteTrouble() {
    troubled = true;
  }

  /** A peer has failed, or a communicator was revoked; under the lock. */
  void noteImpaired() {
    impaired = true;
    troubled = true;
  }

  /**
   * The process of a rank has failed, of which all ranks are told; see {@link
   * org.ronsel.Comm#failedRanks()}.
   *
   * @param why in one line, which names the rank
   */
  public void processFailed(int endpoint, String why) {
    lock.acquire();
    try {
      peers.processFailed(endpoint, why);
    } finally {
      lock.release();
    }
  }

  /**
   * Names who is told of a peer that this rank can reach no more; under the engine's lock, so it
   * must not block.
   */
  public void onUnreachable(BiConsumer<Integer, RonselException> listener) {
    unreachable = listener;
  }

  void tellUnreachable(int endpoint, RonselException why) {
    unreachable.accept(endpoint, why);
  }

  /**
   * The ranks of a communicator whose processes have failed, as far as this rank knows.
   *
   * @param size number of ranks
   * @param endpoints the endpoint of a rank
   */
  public BitSet failedAmong(int size, IntUnaryOperator endpoints) {
    lock.acquire();
    try {
      return peers.deadAmong(size, endpoints);
    } finally {
      lock.release();
    }
  }

  /**
   * Lets receives from anybody of a communicator wait although those processes of it have failed
   * that are known to have.
   */
  public void acknowledgeFailures(int contextId, int size, IntUnaryOperator endpoints) {
    lock.acquire();
    try {
      peers.acknowledge(contextId, size, endpoints);
    } finally {
      lock.release();
    }
  }

  /** The communicators of this rank that have been revoked. */
  public Revocations revocations() {
    return revocations;
  }

  /** Throws why a peer has failed, if it has. Takes no lock: handlers of records may ask, too. */
  public void throwIfPeerFailed(int endpoint) {
    throwIfFailed();
    if (troubled) {
      peers.throwIfFailed(endpoint);
    }
  }

  /** Whether a peer has failed. Takes no lock. */
  public boolean hasPeerFailed(int endpoint) {
    return peers.hasFailed(endpoint);
  }

  /**
   * Whether a peer has said that it has ended, behind all that it has sent to this rank. It is
   * asked, so a later call may know more.
   */
  public boolean hasEnded(int endpoint) {
    lock.acquire();
    try {
      return endedRanks.hasEnded(endpoint);
    } finally {
      lock.release();
    }
  }

  /** The collective calls of this rank that have failed here or elsewhere. */
  public FailedCalls failedCalls() {
    return failedCalls;
  }

  /** What this rank has called lately, by communicator. */
  public CallLogs callLogs() {
    return callLogs;
  }

  /** The communicators of this rank. */
  public Communicators communicators() {
    return communicators;
  }

  /** This rank has closed a communicator: what nobody has received in it is dropped. */
  public void close(int contextId) {
    communicators.forget(contextId);
    lock.acquire();
    try {
      inbound.close(contextId);
      revocations.forget(contextId);
      peers.forget(contextId);
    } finally {
      lock.release();
    }
  }

  // ---- before a call; under the lock ----

  private Peer open(long context, int endpoint) {
    checkOpen(context, endpoint);
    Peer peer = peers.get(endpoint);
    if (Observation.CHECK && checks != null) {
      checks.announce(peer);
    }
    return peer;
  }

  void checkOpen(long context, int endpoint) {
    noteCaller();
    throwIfFailed();
    if (impaired) {
      checkImpaired(context, endpoint);
    }
  }

  private void checkImpaired(long context, int endpoint) {
    RonselException revoked = revocations.failure(context);
    if (revoked != null) {
      throw revoked;
    }
    if (endpoint == Ronsel.ANY_SOURCE) {
      peers.throwIfSenderFailed(context);
    } else {
      peers.throwIfFailed(endpoint);
    }
  }

  private void checkAlive(int endpoint) {
    throwIfFailed();
    if (impaired) {
      peers.throwIfFailed(endpoint);
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

  /** Whether other threads than the one that calls now might call, as far as is known. */
  public boolean mayBeCalledElsewhere() {
    return manyCallers || lastRank.hasOtherThreads();
  }

  /**
   * Takes in all that has come, also from the rank itself; under the lock.
   *
   * @return whether nothing that the rank has sent is on its way still
   */
  boolean settlesOwnMessages() {
    while (progress.step()) {
      // More may have come.
    }
    return backlog.isEmpty();
  }

  /** Whether the rank has been seen to communicate from more than one thread. */
  boolean hasManyCallers() {
    return manyCallers;
  }
}
