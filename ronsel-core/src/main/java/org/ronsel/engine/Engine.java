package org.ronsel.engine;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.ronsel.WaitInterruptedException;
import org.ronsel.data.ElementType;
import org.ronsel.engine.check.Checks;
import org.ronsel.engine.failure.FailureEngine;
import org.ronsel.engine.failure.RankMessages;
import org.ronsel.engine.failure.SelfDeadlock;
import org.ronsel.engine.message.EagerSend;
import org.ronsel.engine.message.Peer;
import org.ronsel.engine.message.ReceiveOperation;
import org.ronsel.engine.message.SendOperation;
import org.ronsel.engine.request.FairYield;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.WaitListener;
import org.ronsel.engine.request.Waiter;
import org.ronsel.engine.transfer.BulkQueue;
import org.ronsel.memory.ScatteredMemory;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.transport.Envelope;
import org.ronsel.transport.Transport;

/**
 * The engine of one rank: sends, receives, matches and makes progress (MPI-4.1, chapter 3).
 * Arguments are checked above; peers are endpoints of the job; a buffer is a primitive array or a
 * memory segment with an offset and a length in bytes, or a pattern of one ({@link
 * ScatteredMemory}), of which the offset and length are those of its packed bytes.
 *
 * <p>Any thread may call any method. Everything that must be consistent is guarded by {@code lock},
 * held for tens of nanoseconds; bulk data are copied without it. What travels with one record (at
 * most 32 KB) is copied under it, because the record is.
 */
public sealed class Engine extends FailureEngine permits ObservedEngine {
  final Inbound inbound;
  final Outbound outbound;
  final BulkQueue bulk = new BulkQueue();
  final Peers peers;
  final RecordHandlers records;
  final Backlog backlog = new Backlog(this);
  final EngineStatistics statistics = new EngineStatistics(this);
  private final ActiveMessages activeMessages = new ActiveMessages(this);
  final Progress progress;
  private final EngineObserver observer = new EngineObserver(this);

  private final OperationPool pool = new OperationPool(this);
  private final RankMessages messages = new EngineMessages(this);
  private final SelfDeadlock selfDeadlock = new SelfDeadlock(this);

  final @Nullable Checks checks;

  /** Makes progress while the rank computes, if the job asks for that. */
  private @Nullable ProgressThread progressThread;

  private @Nullable Thread onlyCaller;
  private boolean manyCallers;

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
    super(rank, options.spins(), options.yields(), recorder);
    this.peers = new Peers(this, routes);
    this.records = new RecordHandlers(peers, peerFailures());
    this.inbound = new Inbound(this, options);
    this.outbound = new Outbound(this, options);
    this.checks =
        Observation.CHECK
            ? new Checks(this, communicators(), backlog::note, inbound::forEachUnexpected)
            : null;
    this.progress = new Progress(this, transports);
    records.registerOwn(this);
    doorbell.connect(this);
  }

  /** How layers above extend what ranks say to each other. */
  public ActiveMessages activeMessages() {
    return activeMessages;
  }

  /** The statistics of this rank. */
  public EngineStatistics statistics() {
    return statistics;
  }

  /** The checks of this rank's messages and requests, or null in an unchecked job. */
  public @Nullable Checks checks() {
    return checks;
  }

  /**
   * Says how large the job is, and how to find out whether threads of the program are alive besides
   * those of the ranks; before the rank begins, or when more is known.
   */
  public void inJob(int ranks, BooleanSupplier otherThreads) {
    lastRank().inJob(ranks, otherThreads);
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
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    if (send == null) {
      peer.link.ringDoorbell();
      return;
    }
    awaitSent(send, dest);
  }

  private void awaitSent(SendOperation send, int dest) {
    try {
      if (dest == rank() && !send.isComplete()) {
        selfDeadlock.check(send);
      }
      awaitOutcome(send);
    } catch (WaitInterruptedException interrupted) {
      // The caller gets its buffer back: by a copy, or, if the message is being taken, in a moment.
      // A synchronous send completes by its match only, for which no thread may be left but the
      // caller.
      if (!send.completeAlone(true)) {
        if (dest == rank()) {
          selfDeadlock.awaitOrWithdraw(send);
        } else {
          awaitUninterruptibly(send);
        }
      }
      throw interrupted;
    }
    send.setWaiting(false);
    if (send.isDetached()) {
      return;
    }
    pool.recycle(send);
  }

  static int header(ElementType type, boolean synchronous) {
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
        send = new SendOperation(this, outbound);
        send.prepare(context, tag, header(type, synchronous), base, offset, bytes);
        outbound.start(send, peer);
      }
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    if (send == null) {
      peer.link.ringDoorbell();
      return new EagerSend(this);
    }
    operationStarted();
    return send;
  }

  /**
   * Sends the bytes of so many objects, a number that probes tell, as {@link #send} does. The peer
   * finds it in the record of the message.
   */
  public void sendObjects(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      int objects,
      Object base,
      long offset,
      long bytes) {
    SendOperation send;
    lock.acquire();
    try {
      Peer peer = open(context, dest);
      send = pool.takeSend();
      send.onlyWaiter = Thread.currentThread();
      send.prepare(context, tag, header(ElementType.OBJECT, synchronous), base, offset, bytes);
      send.objects = objects + 1;
      send.setWaiting(true);
      outbound.start(send, peer);
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    awaitSent(send, dest);
  }

  /** Starts to send the bytes of so many objects; see {@link #sendObjects}. */
  public Operation startSendObjects(
      boolean synchronous,
      long context,
      int dest,
      int tag,
      int objects,
      Object base,
      long offset,
      long bytes) {
    SendOperation send = new SendOperation(this, outbound);
    lock.acquire();
    try {
      Peer peer = open(context, dest);
      send.prepare(context, tag, header(ElementType.OBJECT, synchronous), base, offset, bytes);
      send.objects = objects + 1;
      outbound.start(send, peer);
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    operationStarted();
    return send;
  }

  /** An operation that is complete: a send to, or receive from, {@code PROC_NULL}. */
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
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
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
      // No thread can wait for it again: withdraw it, or, if a message is on its way, take it.
      if (cancel(receive)) {
        throw interrupted;
      }
      takeMatched(receive);
    }
    return receive;
  }

  /**
   * Waits for a receive that cannot be withdrawn, since a message has matched it: that would be
   * lost. An interrupt is kept for the next wait.
   */
  private void takeMatched(ReceiveOperation receive) {
    awaitUninterruptibly(receive);
    Thread.currentThread().interrupt();
    receive.throwError();
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
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    return awaitOrWithdraw(receive);
  }

  /** Starts a receive of a message of any length; see {@link #receiveWhole}. */
  public ReceiveOperation startReceiveWhole(long context, int source, int tag, ElementType type) {
    ReceiveOperation receive = new ReceiveOperation(this);
    receive.prepareWhole(context, source, tag, type);
    return started(receive);
  }

  private ReceiveOperation started(ReceiveOperation receive) {
    lock.acquire();
    try {
      checkOpen(receive.context, receive.source);
      inbound.post(receive);
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    operationStarted();
    return receive;
  }

  /** Waits for an operation; an interrupt is kept for later. Its error is not thrown. */
  public void awaitUninterruptibly(Operation operation) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          waiting.await(operation, Long.MAX_VALUE);
          return;
        } catch (WaitInterruptedException again) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
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
    return started(receive);
  }

  /** Withdraws a receive; false if a message has matched it, which it then takes. */
  public boolean cancel(ReceiveOperation receive) {
    lock.acquire();
    try {
      if (!inbound.withdraw(receive)) {
        return false;
      }
    } catch (StackOverflowError overflow) {
      lock.poisoned = true;
      throw overflow;
    } finally {
      lock.release();
    }
    receive.completeCancelled();
    return true;
  }

  /** Finds messages that have arrived, and receives what it has taken. */
  public Probes probes() {
    return inbound.probes;
  }

  // ---- progress ----

  /** Whether a thread that waits now spins before it yields: where it has a core for itself. */
  public boolean spinsWhileWaiting() {
    return waiting.spins();
  }

  /** Sets a listener that is told when threads of this rank wait, and so make progress. */
  public void tellOfWaits(WaitListener listener) {
    waiting.tell(listener);
  }

  /** Waits for an operation of this rank; see {@link org.ronsel.Request#await()}. */
  public void await(Operation operation) {
    awaitOutcome(operation);
  }

  /**
   * Makes progress once, for a call that a rank may repeat until another rank has done something
   * that needs no message. Where nothing moved a virtual thread lets others run, which may be that
   * rank.
   */
  public void progressOrYield() {
    if (!progress.poll() && Thread.currentThread().isVirtual()) {
      FairYield.yieldNow();
    }
  }

  /** Wakes a parked thread of this rank so that it looks again; any thread. */
  public void ringDoorbell() {
    waiting.ringDoorbell();
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

  // ---- failure ----

  /**
   * Whether a peer has said that it has ended, behind all that it has sent to this rank. It is
   * asked, so a later call may know more.
   */
  public boolean hasEnded(int endpoint) {
    lock.acquire();
    try {
      return endedRanks().hasEnded(endpoint);
    } finally {
      lock.release();
    }
  }

  /** This rank has closed a communicator: messages in it that were not received are dropped. */
  public void close(int contextId) {
    lock.acquire();
    try {
      inbound.forEachFromAnySource(contextId, endedRanks()::keepSenders);
      communicators().forget(contextId);
      inbound.close(contextId);
      revocations().forget(contextId);
      peerFailures().forget(contextId);
    } finally {
      lock.release();
    }
  }

  /** Keeps partitions that come before {@link #partitionsPosted} has been called as often. */
  public void awaitPartitions() {
    lock.acquire();
    try {
      inbound.awaitPartitions();
    } finally {
      lock.release();
    }
  }

  /** The partitions of a started receive have receives now, or will never have. */
  public void partitionsPosted() {
    lock.acquire();
    try {
      inbound.partitionsPosted();
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
    if (peerFailedOrRevoked) {
      peerFailures().throwIfFailedOrRevoked(context, endpoint);
    }
  }

  void checkAlive(int endpoint) {
    throwIfFailed();
    if (peerFailedOrRevoked) {
      peerFailures().throwIfFailed(endpoint);
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

  @Override
  public boolean mayBeCalledElsewhere() {
    return manyCallers || lastRank().hasOtherThreads();
  }

  // ---- for those who deal with failures ----

  @Override
  protected RankMessages messages() {
    return messages;
  }

  // ---- for operations and waiting threads ----

  @Override
  protected Progress progress() {
    return progress;
  }

  @Override
  protected EngineObserver observer() {
    return observer;
  }

  @Override
  protected boolean waitsForKernel(Operation operation) {
    int peer = operation.awaitedPeer();
    return peer >= 0 && peers.reachesThroughKernel(peer);
  }

  @Override
  public boolean withdraw(Operation operation) {
    return operation instanceof ReceiveOperation receive && cancel(receive);
  }
}
