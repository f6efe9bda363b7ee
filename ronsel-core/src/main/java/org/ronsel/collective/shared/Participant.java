package org.ronsel.collective.shared;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
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
import org.ronsel.engine.Operation;
import org.ronsel.memory.ThreadConfinement;
import org.ronsel.transport.DoorbellWord;
import org.ronsel.transport.HostMemory;

/**
 * One rank at a {@link ControlSegment}: takes part in one operation after the other, and waits. For
 * one thread of the rank at a time, as for all collective operations of a communicator.
 *
 * <p>A wait that is interrupted throws, and another thread takes the operation to its end, since
 * others may need this rank's part; the next one waits for that.
 */
public final class Participant extends Operation implements HostMemory.Sleeper, Phases.Caller {
  /**
   * Looks per call where ranks do not share cores. A look costs nothing while nobody writes the
   * word, and the engine, which is polled in between, takes as long as this.
   */
  private static final int LOOKS = 8;

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

  /** Whether ranks take turns on cores; others hardly ever park. */
  private final boolean oversubscribed;

  /** Whether the thread that waits has parked since it said so, and then looked again. */
  private boolean settled;

  /** Whether a thread is in an operation. Finds a second one as a rule; nothing depends on it. */
  private boolean busy;

  /** Takes an operation to its end that was interrupted; null if the last one was not. */
  private @Nullable Thread finisher;

  private final Object leaving = new Object();

  /** Whether the finisher is at work; guarded by {@link #leaving}. */
  private boolean finishing;

  /** What follows when the rank has left; guarded by {@link #leaving}. */
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
    Meeting meeting = Meeting.of(members.size(), jvm != null, oversubscribed);
    this.phases = new Phases(segment, arrivals, this, members.rank(), members.size(), meeting);
    this.oversubscribed = oversubscribed;
    this.failures = failures;
    this.directPart = jvm == null ? null : new DirectPart(members, jvm, phases, slot, failures);
  }

  /**
   * Comes to the segment of a communicator whose ranks all live in this JVM.
   *
   * @param oversubscribed whether the ranks of the job outnumber the cores; alike on all ranks
   * @param failures for what operators of the program throw
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
   * Comes to the segment of a communicator whose ranks live in several JVMs of this host.
   *
   * @param memory of the segment, of {@link ControlSegment#bytes} bytes
   * @param areaBytes of it; see {@link ControlSegment#areaBytes}
   * @param oversubscribed whether the ranks of the job outnumber the cores; alike on all ranks
   * @param failures for what operators of the program throw
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
    attend(DirectBarrier.INSTANCE);
  }

  /**
   * AllReduce, of ranks of one JVM, of a single value as bits; see {@link Reduction#combine(long,
   * long)}.
   */
  public long allReduce(ElementType type, long bits, Reduction reduction) {
    enter();
    slot.fill(Collective.ALL_REDUCE, type, 1, reduction);
    slot.bits = bits;
    attend(DirectScalarAllReduce.INSTANCE);
    return arrivals.result();
  }

  /** Whether an operation can be made here by copying; alike on all ranks. */
  public boolean copies(Invocation wanted) {
    return CopyAlgorithm.serves(wanted, members.size(), segment.areaBytes());
  }

  /** Makes an operation of ranks of one JVM, and waits until the rank's part is done. */
  public void direct(Invocation wanted) {
    Reduction op = wanted.reduction();
    if (wanted.collective() == Collective.ALL_REDUCE
        && wanted.count() == 1
        && op != null
        && op.isForSingleValues()) {
      // As a value: a rank that calls the scalar form meets one that has an array of one element.
      long bits = allReduce(wanted.type(), op.load(wanted.input(), wanted.inputAt()), op);
      op.store(wanted.output(), wanted.outputAt(), bits);
      return;
    }
    enter();
    slot.fill(wanted);
    attend(SharedAlgorithms.direct(wanted.collective()));
  }

  /** Makes an operation by other means, which all ranks have found to be none for copying. */
  public interface Otherwise {
    /**
     * Makes it, on the thread that called, or on one that takes its operation to its end.
     *
     * @param wanted the operation
     * @param instance as given to {@link #copy}
     */
    void make(Invocation wanted, int instance);
  }

  /**
   * Makes an operation that {@linkplain #copies can be}, and waits until the rank's part is done.
   *
   * @param otherwise makes it if its data are found to be too long
   * @param instance for that
   */
  public void copy(Invocation wanted, Otherwise otherwise, int instance) {
    if (!copyIfShort(wanted, otherwise, instance)) {
      otherwise.make(wanted, instance);
    }
  }

  private boolean copyIfShort(Invocation wanted, Otherwise otherwise, int instance) {
    enter();
    slot.fillCall(wanted);
    phases.beginCall(slot.signature());
    CopyPart part = copyPart();
    boolean handedOver = false;
    try {
      part.run(wanted);
      statistics.countSharedOperation();
      return part.isMade();
    } catch (WaitInterruptedException interrupted) {
      Runnable rest =
          () -> {
            uninterruptibly(part::resume);
            if (!part.isMade()) {
              otherwise.make(wanted, instance);
            }
          };
      if (isForCallerAlone(wanted)) {
        rest.run();
      } else {
        handedOver = true;
        handOver(rest);
      }
      throw interrupted;
    } finally {
      if (!handedOver) {
        leave(true);
      }
    }
  }

  private static boolean isForCallerAlone(Invocation call) {
    return ThreadConfinement.isConfined(call.input())
        || ThreadConfinement.isConfined(call.output());
  }

  /** Does what can be begun again where a wait was interrupted; the caller has been told once. */
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
   * Has {@code after} run once no operation is being made: now, or by the thread that takes the
   * last one to its end. The rank makes no more.
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

  // ---- the course of an operation ----

  /**
   * Waits for the end of an operation that was interrupted. To be called before the next one is
   * counted anywhere: if this wait is interrupted, that one has not begun.
   */
  public void awaitEarlier() {
    Thread before = finisher;
    if (before != null && before != Thread.currentThread()) {
      awaitFinisher(before);
      finisher = null;
    }
  }

  /** Begins an operation; the end of it is in {@link #attend}. */
  private void enter() {
    if (busy) {
      throw members.calledByTwoThreads();
    }
    busy = true;
  }

  private void attend(DirectAlgorithm algorithm) {
    phases.beginCall(slot.signature());
    DirectPart part = directPart();
    boolean over = true;
    boolean handedOver = false;
    try {
      part.run(algorithm);
      statistics.countSharedOperation();
    } catch (WaitInterruptedException interrupted) {
      handedOver = true;
      handOver(() -> uninterruptibly(() -> part.finish(algorithm)));
      throw interrupted;
    } catch (RonselException failed) {
      // A rank that does not know yet that the communicator was revoked, or has failed, may come
      // last, and uses what all have given.
      over = !engine.failedCalls().hasFailed(context);
      throw failed;
    } finally {
      if (!handedOver) {
        leave(over);
      }
    }
  }

  private void leave(boolean over) {
    if (over) {
      slot.release();
    }
    busy = false;
  }

  /** Ends the caller's part: what is left is another thread's, which may begin calls itself. */
  private void handOver(Runnable rest) {
    synchronized (leaving) {
      finishing = true;
    }
    Thread thread = new Thread(() -> endAlone(rest), "ronsel-interrupted-" + members.rank());
    thread.setDaemon(true);
    finisher = thread;
    busy = false; // before the start: the thread that goes on would be taken for a second one
    try {
      thread.start();
    } catch (OutOfMemoryError noThread) {
      endAlone(rest); // the caller stays
      finisher = null;
    }
  }

  /** This rank cannot do its part, and others may wait for it; nobody can tell how far it came. */
  private void breaksOff(Throwable cause) {
    String why = "rank " + members.rank() + ", " + slot + " on " + members.name() + ": " + cause;
    engine.failedCalls().failAll(context, new RonselException(ErrorClass.OTHER, why, cause));
  }

  /** Takes an operation to its end whose caller has left it; has told it what there was to tell. */
  private void endAlone(Runnable rest) {
    try {
      rest.run();
    } catch (Throwable failed) {
      // The caller has left; whoever needs this rank's part has been told.
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
          new CopyPart(members, segment, phases, slot, failures, oversubscribed, this::breaksOff);
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
    String how =
        jvm != null && phases.disagreed()
            ? jvm.difference()
            : "rank " + other + " calls " + named((int) (theirs >>> 32));
    InvalidArgumentException found =
        new InvalidArgumentException(
            ErrorClass.ARGUMENT,
            "rank "
                + members.rank()
                + ", "
                + slot
                + " on "
                + members.name()
                + ": "
                + how
                + "; all ranks must make the same collective call");
    if (!seenByAll) {
      engine.failedCalls().failAll(context, found); // others may see nothing, and wait for this
    }
    return found;
  }

  private String named(int operation) {
    Collective[] all = Collective.values();
    return operation == slot.collective.ordinal() || operation < 0 || operation >= all.length
        ? "it with another count, type, operator or root (--check says how they differ)"
        : all[operation].call();
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
    if (jvm != null && phases.awaitsChain() && phases.isFirst()) {
      jvm.wakeOthers(this); // who have no timer
    }
  }

  @Override
  protected boolean parksAtOnce() {
    return phases.awaitsChain() && Thread.currentThread().isVirtual();
  }

  @Override
  protected boolean isWatched() {
    return phases.awaitsChain() && !phases.isFirst();
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
  protected void throwIfHopeless() {
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
    if (phases.awaitsChain()) {
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
    wakeWaiter();
  }

  @Override
  public String describe() {
    return slot.collective.call();
  }

  @Override
  public int awaitedPeer() {
    int awaited = phases.awaitedRank();
    return awaited == Phases.NONE ? NO_PEER : members.endpoint(awaited);
  }

  @Override
  public long awaitedContext() {
    return context;
  }
}
