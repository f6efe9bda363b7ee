package org.ronsel.collective.shared;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.ErrorText;
import org.ronsel.InvalidArgumentException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.call.FailureCodec;
import org.ronsel.collective.call.Invocation;
import org.ronsel.collective.reduction.Reduction;
import org.ronsel.collective.schedule.Members;
import org.ronsel.data.ElementType;
import org.ronsel.engine.Engine;
import org.ronsel.engine.EngineStatistics;
import org.ronsel.engine.request.Operation;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.transport.DoorbellWord;
import org.ronsel.transport.HostMemory;

/**
 * One rank at a {@link ControlSegment}: carries out its part in one operation after the other, and
 * waits in it as in any other {@link Operation}. For one thread of the rank at a time, as all
 * collective operations of a communicator are.
 *
 * <p>If a wait is interrupted, the call throws, and another thread completes the operation, since
 * other ranks may need this rank's part. The next call waits for that thread.
 */
public final class Participant extends Operation implements HostMemory.Sleeper, Phases.Caller {
  /**
   * How many times {@link #poll} looks where ranks do not share cores. A look at a word that nobody
   * writes is a cache hit, and this many take as long as the engine takes to poll in between.
   */
  private static final int LOOKS = 8;

  /** The most ranks of a JVM that copy short data, as {@code default.table} says. */
  private static final int FEW_RANKS = 16;

  private final Engine engine;
  private final EngineStatistics statistics;
  private final Members members;
  private final long context;
  private final ControlSegment segment;
  private final Arrivals arrivals;
  private final Phases phases;
  private final Slot slot = new Slot();
  private final FailureCodec failures;
  private @Nullable CopyPart copyPart;
  private final @Nullable LocalSegment jvm;
  private final @Nullable DirectPart directPart;
  private final @Nullable HostMemory host;

  /** Whether ranks take turns on the cores. If not, they hardly ever park. */
  private final boolean oversubscribed;

  /**
   * Whether the waiting thread has had its first, short sleep since it parked. After that it looks
   * for what other ranks posted, without a fence, at the moment when it parked.
   */
  private boolean settled;

  /**
   * Whether a thread is in an operation. Neither volatile nor guarded: it lets calls of two threads
   * at a time, which programs must not make, fail in most cases, and has no other use.
   */
  private boolean busy;

  /** The thread that completes the last operation; null if this was not interrupted. */
  private @Nullable Thread finisher;

  /** Why the last operation that was interrupted failed in the end; read after the finisher. */
  private @Nullable RuntimeException failureOfInterrupted;

  /** Guards {@link #finishing} and {@link #left}. */
  private final Object leaving = new Object();

  /** Whether the finisher is still at work. */
  private boolean finishing;

  /** What the finisher is to run at its end, since the rank has left; null if it has not. */
  private @Nullable Runnable left;

  private Participant(
      Engine engine,
      Members members,
      ControlSegment segment,
      Arrivals arrivals,
      @Nullable LocalSegment jvm,
      @Nullable HostMemory host,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    super(engine);
    this.engine = engine;
    this.statistics = engine.statistics();
    this.members = members;
    this.segment = segment;
    this.arrivals = arrivals;
    this.jvm = jvm;
    this.host = host;
    this.context = context;
    WaitStrategy waits = WaitStrategy.of(members.size(), jvm != null, oversubscribed);
    CoreGroups groups =
        jvm != null && waits.alongTree ? jvm.groups() : CoreGroups.one(members.size());
    this.phases = new Phases(segment, arrivals, this, members.rank(), groups, waits);
    this.oversubscribed = oversubscribed;
    this.failures = failures;
    this.directPart = jvm == null ? null : new DirectPart(members, jvm, phases, slot, failures);
  }

  /**
   * Makes a rank a participant at the segment of a communicator whose ranks all live in this JVM.
   *
   * @param oversubscribed whether the ranks of the job outnumber the cores; the same on all ranks
   * @param failures encodes what operators of the program throw, for other ranks to throw
   */
  static Participant inJvm(
      Engine engine,
      Members members,
      LocalSegment jvm,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    Participant made =
        new Participant(
            engine,
            members,
            jvm.control(),
            jvm.arrivals(),
            jvm,
            null,
            oversubscribed,
            context,
            failures);
    jvm.join(members.rank(), made);
    return made;
  }

  /**
   * Makes a rank a participant at the segment of a communicator whose ranks live in several JVMs of
   * this host.
   *
   * @param memory the segment's memory, {@link ControlSegment#bytes} bytes long
   * @param areaBytes length of its areas; see {@link ControlSegment#areaBytes(int, boolean)}
   * @param oversubscribed whether the ranks of the job outnumber the cores; the same on all ranks
   * @param failures encodes what operators of the program throw, for other ranks to throw
   */
  static Participant onHost(
      Engine engine,
      Members members,
      HostMemory host,
      MemorySegment memory,
      int areaBytes,
      boolean oversubscribed,
      long context,
      FailureCodec failures) {
    int ranks = members.size();
    ControlSegment segment = new ControlSegment(memory, ranks, areaBytes);
    Arrivals arrivals = new SharedArrivals(memory, ranks);
    return new Participant(
        engine, members, segment, arrivals, null, host, oversubscribed, context, failures);
  }

  // ---- the operations ----

  /** Barrier of ranks of one JVM. */
  public void barrier() {
    enter();
    slot.fill(Collective.BARRIER, ElementType.BYTE, 0, null);
    attend(DirectBarrier.INSTANCE, null);
  }

  /**
   * AllReduce, of ranks of one JVM, of a single value as bits; see {@link Reduction#combine(long,
   * long)}.
   */
  public long allReduce(ElementType type, long bits, Reduction reduction) {
    enter();
    slot.fill(Collective.ALL_REDUCE, type, 1, reduction);
    slot.bits = bits;
    attend(DirectScalarAllReduce.INSTANCE, null);
    return arrivals.result();
  }

  /**
   * Whether broadcasts of which the root alone knows the length begin by copying; if not, ranks of
   * one JVM make them directly: where they take turns, one phase more for long data would take as
   * long again as the broadcast. All ranks get the same answer.
   */
  public boolean copiesWithLengthOfRoot() {
    int ranks = members.size();
    return jvm == null || !oversubscribed && ranks > 1 && ranks <= FEW_RANKS;
  }

  /** Whether an operation can be made here by copying. All ranks get the same answer. */
  public boolean copies(Invocation call) {
    return CopyAlgorithm.serves(call, members.size(), segment.areaBytes());
  }

  /** Makes an operation of ranks of one JVM in each other's arrays. */
  public void direct(Invocation call) {
    Reduction op = call.reduction();
    if (call.collective() == Collective.ALL_REDUCE
        && call.count() == 1
        && op != null
        && op.isForSingleValues()) {
      // As a value, since another rank may make the same call in its form without arrays.
      enter();
      slot.fill(Collective.ALL_REDUCE, call.type(), 1, op);
      slot.bits = op.load(call.input(), call.inputAt());
      attend(DirectScalarAllReduce.INSTANCE, call);
      storeResult(call);
      return;
    }
    enter();
    slot.fill(call);
    attend(
        call.hasLengthOfRoot()
            ? DirectRootLengthBroadcast.INSTANCE
            : SharedAlgorithms.direct(call.collective()),
        null);
  }

  private void storeResult(Invocation call) {
    Reduction op = Objects.requireNonNull(call.reduction());
    op.store(call.output(), call.outputAt(), arrivals.result());
  }

  /** Other means to make an operation that, as all ranks have found, cannot be made by copying. */
  public interface Fallback {
    /**
     * Makes the operation. Called on the thread of the call or, if this was interrupted, on the one
     * that completes the operation.
     *
     * @param call the operation
     * @param instance as given to {@link #copy}
     */
    void make(Invocation call, int instance);
  }

  /**
   * Makes an operation by copying, which {@link #copies} has allowed.
   *
   * @param fallback makes the operation if its data turn out to be too long
   * @param instance the number of the call, for {@code fallback}
   * @return whether it has been made by copying
   */
  public boolean copy(Invocation call, Fallback fallback, int instance) {
    boolean isCopied = copyIfShort(call, fallback, instance);
    if (!isCopied) {
      fallback.make(call, instance);
    }
    return isCopied;
  }

  private boolean copyIfShort(Invocation call, Fallback fallback, int instance) {
    enter();
    slot.fillCall(call);
    phases.beginCall(slot.signature());
    CopyPart part = copyPart();
    boolean handedOver = false;
    try {
      part.run(call);
      statistics.countSharedOperation();
      return part.isMade();
    } catch (WaitInterruptedException interrupted) {
      Runnable rest =
          () -> {
            uninterruptibly(part::resume);
            if (!part.isMade()) {
              fallback.make(call, instance);
            }
          };
      if (isForCallerAlone(call)) {
        rest.run();
      } else {
        handedOver = true;
        handOver(rest);
      }
      throw interrupted;
    } finally {
      if (!handedOver) {
        endOperation(true);
      }
    }
  }

  private static boolean isForCallerAlone(Invocation call) {
    return ThreadConfinement.isConfined(call.input())
        || ThreadConfinement.isConfined(call.output());
  }

  /**
   * Runs {@code rest}, and again whenever a wait in it is interrupted, which it must allow. The
   * caller has had an exception for the first interruption.
   */
  private static void uninterruptibly(Runnable rest) {
    while (true) {
      try {
        rest.run();
        return;
      } catch (WaitInterruptedException again) {
        // once more
      }
    }
  }

  /**
   * Leaves the segment: the rank makes no more calls. Runs {@code after} as soon as no operation is
   * under way: now, or on the thread that completes the last one.
   */
  void leave(Runnable after) {
    synchronized (leaving) {
      if (finishing) {
        left = after;
        return;
      }
    }
    after.run();
  }

  // ---- how an operation begins and ends ----

  /**
   * Waits for the end of an earlier operation that was interrupted. To be called before the next
   * operation gets its number: if this wait is interrupted, too, that operation has not begun.
   */
  public void awaitEarlier() {
    Thread before = finisher;
    if (before != null && before != Thread.currentThread()) {
      awaitFinisher(before);
      finisher = null;
    }
  }

  /** Throws the failure of the last operation that was interrupted, if it has failed in the end. */
  public void throwFailureOfInterrupted() {
    RuntimeException failure = failureOfInterrupted;
    if (failure != null) {
      throw failure;
    }
  }

  /** Begins an operation, which {@link #endOperation} or the finisher ends. */
  private void enter() {
    if (busy) {
      throw members.calledByTwoThreads();
    }
    busy = true;
  }

  /**
   * Takes part in an operation.
   *
   * @param result the call whose output gets the result if the caller is interrupted, or null
   */
  private void attend(DirectAlgorithm algorithm, @Nullable Invocation result) {
    phases.beginCall(slot.signature());
    DirectPart part = directPart();
    boolean over = true;
    boolean handedOver = false;
    try {
      part.run(algorithm);
      statistics.countSharedOperation();
    } catch (WaitInterruptedException interrupted) {
      handedOver = true;
      handOver(
          () -> {
            uninterruptibly(() -> part.finish(algorithm));
            if (result != null) {
              storeResult(result); // the next operation of the segment waits for this thread
            }
          });
      throw interrupted;
    } catch (RonselException failed) {
      // If the communicator was revoked or has failed, a rank that does not know that yet may still
      // be the last to arrive, and work on the arrays of all ranks: the slot keeps them.
      over = !engine.failedCalls().hasFailed(context);
      throw failed;
    } finally {
      if (!handedOver) {
        endOperation(over);
      }
    }
  }

  /**
   * Ends an operation on this rank.
   *
   * @param releasesSlot whether no other rank can still look at this rank's data
   */
  private void endOperation(boolean releasesSlot) {
    if (releasesSlot) {
      slot.release();
    }
    busy = false;
  }

  /** Leaves the rest of an operation to another thread, which may itself begin calls in it. */
  private void handOver(Runnable rest) {
    synchronized (leaving) {
      finishing = true;
    }
    Thread thread = new Thread(() -> endAlone(rest), "ronsel-interrupted-" + members.rank());
    thread.setDaemon(true);
    finisher = thread;
    busy = false; // before the start: the new thread would be taken for a second caller
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      endAlone(rest); // on this thread
      finisher = null;
    }
  }

  /**
   * Fails the collective operations of the communicator on all ranks, since this rank cannot do its
   * part, and others may wait for that.
   */
  private void breaksOff(Throwable cause) {
    engine
        .failedCalls()
        .failAll(
            context,
            new RonselException(ErrorClass.OTHER, place().message(cause.toString()), cause));
  }

  private ErrorPlace place() {
    return ErrorPlace.of(members.rank(), slot.collective.call())
        .with(slot.arguments())
        .on(members.name());
  }

  /** Completes an operation whose call has already ended, by an exception. */
  private void endAlone(Runnable rest) {
    failureOfInterrupted = null;
    try {
      rest.run();
    } catch (RuntimeException failed) {
      failureOfInterrupted = failed; // other ranks have been told
    } catch (Throwable failed) {
      // The call has ended, so nobody is left to throw to; other ranks have learned of the failure.
    } finally {
      slot.release();
      endFinishing();
    }
  }

  private void endFinishing() {
    Runnable after;
    synchronized (leaving) {
      finishing = false;
      after = left;
      left = null;
    }
    if (after != null) {
      after.run();
    }
  }

  private void awaitFinisher(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException again) {
      throw members.interruptedBefore(again);
    }
  }

  // ---- for the algorithms ----

  private CopyPart copyPart() {
    CopyPart known = copyPart;
    if (known == null) {
      known =
          new CopyPart(
              members,
              segment,
              phases,
              slot,
              failures,
              jvm != null,
              oversubscribed,
              this::breaksOff);
      copyPart = known;
    }
    return known;
  }

  private DirectPart directPart() {
    if (directPart == null) {
      throw new IllegalStateException("a direct algorithm was selected for ranks of several JVMs");
    }
    return directPart;
  }

  Slot slot() {
    return slot;
  }

  // ---- calls that differ ----

  @Override
  public void findDifference() {
    if (jvm != null) {
      jvm.findDifference();
    }
  }

  @Override
  public InvalidArgumentException differs(int other, long theirs, boolean seenByAll) {
    phases.finish(true);
    ErrorText how =
        jvm != null && phases.disagreed()
            ? jvm.difference()
            : ErrorText.of("rank " + other + " calls ").with(named((int) (theirs >>> 32)));
    InvalidArgumentException found =
        new InvalidArgumentException(
            ErrorClass.ARGUMENT,
            place().message(how.with("; all ranks must make the same collective call")));
    if (!seenByAll) {
      // The others may not see the difference, and wait for this rank.
      engine.failedCalls().failAll(context, found);
    }
    return found;
  }

  private ErrorText named(int operation) {
    Collective[] all = Collective.values();
    return operation == slot.collective.ordinal() || operation < 0 || operation >= all.length
        ? ErrorText.of(
            "it with another count, type, operator or root (--check says how they differ)")
        : ErrorText.ofCall(all[operation].call());
  }

  // ---- waiting ----

  @Override
  public void awaitReady() {
    engine.await(this);
  }

  @Override
  protected boolean poll() {
    int times = engine.spinsWhileWaiting() && !Thread.currentThread().isVirtual() ? LOOKS : 1;
    for (int i = 0; i < times; i++) {
      if (phases.look()) {
        return true;
      }
      Thread.onSpinWait();
    }
    return false;
  }

  @Override
  protected void overdue() {
    compareCalls();
  }

  @Override
  protected boolean parksAtOnce() {
    // The leader keeps its carrier busy instead, which else would take ranks from other groups.
    return phases.isWokenAlongTree() && !phases.leads() && Thread.currentThread().isVirtual();
  }

  @Override
  protected long longestSleepNs() {
    if (settled || oversubscribed) {
      return Long.MAX_VALUE;
    }
    settled = true;
    return DoorbellWord.SETTLED_NS;
  }

  @Override
  protected void throwIfUnsatisfiable() {
    engine.failedCalls().throwIfAllFailed(context);
    for (int rank = 0; rank < members.size(); rank++) {
      if (phases.awaits(rank)) {
        engine.peerFailures().throwIfPeerFailed(members.endpoint(rank));
      }
    }
  }

  @Override
  protected void waiterParks(boolean parks) {
    settled = false;
    if (phases.isWokenAlongTree()) {
      return;
    }
    if (parks && host != null) {
      host.parks(this);
    }
    arrivals.countParked(parks ? 1 : -1);
    if (!parks && host != null) {
      host.unparks(this);
    }
  }

  @Override
  public void wakeOthers() {
    if (jvm != null) {
      jvm.wakeOthers(this);
      return;
    }
    for (int other = 0; host != null && other < members.size(); other++) {
      if (other != members.rank()) {
        host.wake(members.endpoint(other));
      }
    }
  }

  @Override
  public void wake(int rank) {
    if (jvm != null) {
      jvm.wake(rank);
    }
  }

  @Override
  public boolean isReady() {
    return phases.isReady();
  }

  @Override
  public void wake() {
    notifyCompletion();
  }

  @Override
  public String describe() {
    return slot.collective.call();
  }

  @Override
  public int awaitedPeer() {
    if (phases.isReady()) {
      return NO_PEER; // a wait that is over is reported as well, and there may be many ranks
    }
    int awaited = phases.awaitedRank();
    return awaited == Phases.NONE ? NO_PEER : members.endpoint(awaited);
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
