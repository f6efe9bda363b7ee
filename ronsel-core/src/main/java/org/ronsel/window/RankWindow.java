package org.ronsel.window;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.BitSet;
import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.AttributeKey;
import org.ronsel.CheckException;
import org.ronsel.ClosedException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorHandler;
import org.ronsel.ErrorPlace;
import org.ronsel.Group;
import org.ronsel.Info;
import org.ronsel.InvalidArgumentException;
import org.ronsel.LockType;
import org.ronsel.Request;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.UntypedWindow;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window;
import org.ronsel.comm.Communicator;
import org.ronsel.comm.EndpointGroup;
import org.ronsel.datatype.Attributes;
import org.ronsel.datatype.Caller;
import org.ronsel.engine.Engine;
import org.ronsel.engine.message.Contexts;
import org.ronsel.engine.request.AbstractRequest;
import org.ronsel.engine.request.Operation;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;
import org.ronsel.onesided.AttachedMemory;
import org.ronsel.window.WindowHints.Epochs;

/**
 * One rank's part of a window: the members, the epochs, and the completion of operations. The
 * operations themselves are in {@link WindowOperations}. It has a communicator of its own, for
 * fences and for messages between the ranks.
 */
public class RankWindow implements Window, Caller {
  private final Communicator comm;
  private final Engine engine;
  private final Description own;
  private final MemorySegment memory;
  private final @Nullable AttachedMemory attached;
  private final Runnable free;
  private final WindowTargets targets;
  private final LentMemory lent = new LentMemory();
  private final EpochArguments arguments;
  private final AccessEpochs access = new AccessEpochs(this);
  private final Attributes attributes = new Attributes();
  private final ExposureEpoch exposure;

  /** The ranges of operations, in a checked job. */
  private final @Nullable EpochAccesses accesses =
      Observation.CHECK ? new EpochAccesses(this) : null;

  private final Completions completions;
  private final WindowOperations operations;
  private final AbstractRequest.Owner owner =
      new AbstractRequest.Owner() {
        @Override
        public int rankOf(int endpoint) {
          return comm.rankOf(endpoint);
        }

        @Override
        public RonselException raise(RonselException error) {
          return comm.raise(completions.named(null, error));
        }
      };

  /** The action if the rank ends while the window is open. */
  private final Runnable atEnd = access::rankEnds;

  private volatile WindowHints hints;
  private volatile boolean closed;

  /**
   * Creates a rank's part of a window.
   *
   * @param memory of this rank; null where it is a part of the memory of rank 0
   * @param attached of a dynamic window, else null
   * @param free releases the memory when it is no longer used
   */
  RankWindow(
      Communicator comm,
      Description own,
      Description[] descriptions,
      @Nullable MemorySegment memory,
      @Nullable AttachedMemory attached,
      Info hints,
      Runnable free) {
    this.comm = comm;
    this.engine = comm.engine();
    this.own = own;
    this.targets = new WindowTargets(this, comm, descriptions);
    this.attached = attached;
    this.arguments = new EpochArguments(this);
    this.exposure = new ExposureEpoch(this, comm);
    this.completions = new Completions(this);
    this.free = free;
    this.operations =
        Observation.RECORD && engine.recorder() instanceof Recorder recorder
            ? new ObservedOperations(this, recorder)
            : new WindowOperations(this);
    this.hints = new WindowHints(hints);
    boolean isOfRonsel = own.kind() == Kind.ALLOCATED || own.kind() == Kind.SHARED;
    MemorySegment found = memory != null ? memory : targets.seen(comm.rank());
    this.memory = isOfRonsel ? lent.lend(found) : found;
    comm.name("window " + comm.contextId());
    engine.communicators().report(comm.contextId(), this::describe);
    comm.state().whenRankEnds(atEnd);
  }

  // ---- for other classes of this package ----

  Engine engine() {
    return engine;
  }

  AccessEpochs access() {
    return access;
  }

  @Nullable EpochAccesses accesses() {
    return accesses;
  }

  WindowTargets targets() {
    return targets;
  }

  WindowHints hints() {
    return hints;
  }

  /** Whether a lock of all ranks excludes no other lock, since single ranks are never locked. */
  boolean needsNoLocks() {
    return hints.needsNoLocks();
  }

  @Override
  public ErrorPlace place(String call) {
    return comm.place(call);
  }

  @Override
  public <E extends RonselException> E raise(E error) {
    return comm.raise(error);
  }

  /** The request of an operation on the null process. */
  Request nothing() {
    return engine.completed(Ronsel.PROC_NULL);
  }

  /** This window as the owner of requests. */
  AbstractRequest.Owner owner() {
    return owner;
  }

  /**
   * The exception of a call whose thread was interrupted.
   *
   * @param cause that of the wait, if it has thrown one
   */
  WaitInterruptedException interrupted(
      String call, String waitingFor, @Nullable WaitInterruptedException cause) {
    return raise(interruption(call, waitingFor, cause));
  }

  private WaitInterruptedException interruption(
      String call, String waitingFor, @Nullable WaitInterruptedException cause) {
    return new WaitInterruptedException(
        place(call).message("interrupted while waiting for " + waitingFor), cause);
  }

  boolean isClosed() {
    return closed;
  }

  void checkOpen(String call) {
    if (closed) {
      throw raise(
          new ClosedException(
              ErrorClass.WINDOW,
              place(call).message(name() + " is closed: it cannot be used any more")));
    }
  }

  void throwIfSomeRankFailed() {
    for (int rank = 0; rank < targets.size(); rank++) {
      engine.peerFailures().throwIfPeerFailed(comm.endpoint(rank));
    }
  }

  /** The part of a rank that a call names, which is checked. */
  WindowTarget target(String call, int rank) {
    return targets.named(call, rank);
  }

  // ---- properties ----

  @Override
  public int rank() {
    return comm.rank();
  }

  @Override
  public int size() {
    return comm.size();
  }

  @Override
  public EndpointGroup group() {
    return comm.group();
  }

  @Override
  public Kind kind() {
    return own.kind();
  }

  @Override
  public MemorySegment memory() {
    checkOpen("memory");
    return memory;
  }

  @Override
  public int displacementUnit() {
    return own.unitBytes();
  }

  private int shared(String call, int target) {
    checkOpen(call);
    if (kind() == Kind.DYNAMIC) {
      throw Caller.raised(
          this,
          call,
          ErrorClass.RMA_FLAVOR,
          name() + " is DYNAMIC: what is attached to it is reached by operations only");
    }
    if (target != Ronsel.PROC_NULL) {
      return target(call, target).rank();
    }
    return targets.firstSeen();
  }

  @Override
  public MemorySegment sharedQuery(int target) {
    int rank = shared("sharedQuery", target);
    if (rank == rank()) {
      return memory;
    }
    MemorySegment seen = targets.seen(rank);
    return kind() == Kind.CREATED ? seen : lent.lend(seen);
  }

  @Override
  public int sharedDisplacementUnit(int target) {
    return targets.unitBytes(shared("sharedDisplacementUnit", target));
  }

  @Override
  public boolean progressIsAsynchronous() {
    for (int rank = 0; rank < targets.size(); rank++) {
      if (!progressIsAsynchronous(rank)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean progressIsAsynchronous(int target) {
    // A progress thread serves the ranks of a JVM, in all JVMs of a job or in none.
    return comm.state().hasProgressThread()
        || target("progressIsAsynchronous", target).memory().needsNoOwner();
  }

  // ---- memory of dynamic windows ----

  private AttachedMemory attached(String call) {
    checkOpen(call);
    AttachedMemory dynamic = attached;
    if (dynamic == null) {
      throw Caller.raised(
          this,
          call,
          ErrorClass.RMA_FLAVOR,
          name() + " is " + kind() + "; memory is attached to windows of createDynamic");
    }
    return dynamic;
  }

  @Override
  public long attach(MemorySegment segment) {
    String call = "attach";
    AttachedMemory to = attached(call);
    MemorySegment sound = WindowFactory.sound(this, call, segment);
    try {
      return to.attach(sound);
    } catch (InvalidArgumentException refused) {
      throw Caller.raised(this, call, ErrorClass.RMA_ATTACH, String.valueOf(refused.getMessage()));
    }
  }

  @Override
  public void detach(MemorySegment segment) {
    String call = "detach";
    AttachedMemory from = attached(call);
    if (segment == null) {
      throw Caller.raised(this, call, ErrorClass.BASE, "the memory is null");
    }
    try {
      from.detach(segment);
    } catch (InvalidArgumentException refused) {
      throw Caller.raised(this, call, ErrorClass.RMA_ATTACH, String.valueOf(refused.getMessage()));
    }
  }

  // ---- epochs ----

  @Override
  public void fence(Assertion... assertions) {
    checkOpen("fence");
    RonselException late =
        fence("fence", arguments.assertions("fence", assertions, EpochArguments.OF_FENCES));
    if (late != null) {
      throw raise(late);
    }
  }

  /** Fences, and returns what has failed but has not kept the ranks from it. */
  private @Nullable RonselException fence(String call, Set<Assertion> all) {
    if (!all.contains(Assertion.NO_SUCCEED)) {
      arguments.checkAllowed(call, Epochs.FENCE); // otherwise the fence begins no epoch
    }
    access.checkFence(call);
    if (exposure.isOpen()) {
      throw raise(
          new InvalidArgumentException(
              ErrorClass.RMA_SYNC,
              place(call).message("this rank has posted", Advice.AWAIT_COMPLETION)));
    }
    RonselException failure =
        all.contains(Assertion.NO_PRECEDE) ? null : completions.flushOpened(call);
    VarHandle.fullFence();
    CheckException conflict = null;
    if (Observation.CHECK && accesses != null) {
      conflict = accesses.compare(comm, all);
    }
    // Regardless of this rank's assertions: it does not know the operations and stores of other
    // ranks.
    boolean interrupted = comm.barrierUninterruptibly();
    VarHandle.fullFence();
    access.fenced(!all.contains(Assertion.NO_SUCCEED));
    RonselException wrong = failure != null ? failure : conflict;
    if (!interrupted) {
      return wrong;
    }
    if (wrong != null) {
      Thread.currentThread().interrupt(); // kept for the next wait
      return wrong;
    }
    String what = "the other ranks; they have come, and the fence has been made";
    return interruption(call, what, null);
  }

  /** See {@link UntypedWindow#free}. */
  @Nullable RonselException free() {
    checkOpen("free");
    RonselException late = fence("free", EnumSet.of(Assertion.NO_SUCCEED));
    close();
    return late == null ? null : raise(late);
  }

  @Override
  public void post(Group origins, Assertion... assertions) {
    String call = "post";
    checkOpen(call);
    arguments.checkAllowed(call, Epochs.PSCW);
    Set<Assertion> all = arguments.assertions(call, assertions, EpochArguments.OF_POSTS);
    BitSet ranks = arguments.ranks(call, origins);
    VarHandle.fullFence();
    RonselException failure = exposure.post(ranks, !all.contains(Assertion.NO_CHECK));
    if (failure != null) {
      throw raise(failure);
    }
  }

  @Override
  public void start(Group to, Assertion... assertions) {
    String call = "start";
    checkOpen(call);
    arguments.checkAllowed(call, Epochs.PSCW);
    Set<Assertion> all = arguments.assertions(call, assertions, EpochArguments.OF_OTHERS);
    BitSet ranks = arguments.ranks(call, to);
    access.checkStart();
    if (!all.contains(Assertion.NO_CHECK)) {
      exposure.awaitPosts(ranks);
    }
    access.started(ranks);
  }

  @Override
  public void complete() {
    String call = "complete";
    checkOpen(call);
    BitSet ranks = access.completing();
    RonselException failure = completions.flushOpened(call, ranks);
    access.completed();
    failure = Completions.first(failure, exposure.complete(ranks));
    if (failure != null) {
      throw raise(failure);
    }
  }

  @Override
  public void await() {
    checkOpen("await");
    exposure.await();
    VarHandle.fullFence();
  }

  @Override
  public boolean test() {
    checkOpen("test");
    boolean over = exposure.test();
    VarHandle.fullFence();
    return over;
  }

  @Override
  public void lock(LockType type, int target, Assertion... assertions) {
    String call = "lock";
    checkOpen(call);
    arguments.checkAllowed(call, Epochs.LOCK);
    Set<Assertion> all = arguments.assertions(call, assertions, EpochArguments.OF_OTHERS);
    if (type == null) {
      throw Caller.raised(this, call, ErrorClass.LOCK_TYPE, "the type of the lock is null");
    }
    if (target == Ronsel.PROC_NULL) {
      return;
    }
    access.lock(type, target(call, target), all);
  }

  @Override
  public void unlock(int target) {
    String call = "unlock";
    checkOpen(call);
    if (target == Ronsel.PROC_NULL) {
      return;
    }
    WindowTarget of = target(call, target);
    access.checkUnlock(of);
    RonselException failure = completions.flush(call, of);
    access.unlock(of);
    if (failure != null) {
      throw raise(failure);
    }
  }

  @Override
  public void lockAll(Assertion... assertions) {
    String call = "lockAll";
    checkOpen(call);
    arguments.checkAllowed(call, Epochs.LOCKALL);
    access.lockAll(arguments.assertions(call, assertions, EpochArguments.OF_OTHERS));
  }

  @Override
  public void unlockAll() {
    String call = "unlockAll";
    checkOpen(call);
    access.checkAllLocked(call);
    RonselException failure = completions.flushOpened(call);
    access.unlockAll();
    if (failure != null) {
      throw raise(failure);
    }
  }

  /** Describes the wait of a call of this window, in reports of which rank waits for which. */
  private String describe(Operation waiting) {
    String what = waiting.describe();
    return switch (what) {
      case "receive" ->
          ExposureEpoch.describe(name(), waiting.awaitedTag(), comm.rankOf(waiting.awaitedPeer()));
      case "barrier" -> "fence of " + name();
      default -> what;
    };
  }

  int endpoint(int rank) {
    return comm.endpoint(rank);
  }

  long context() {
    return Contexts.messages(comm.contextId()); // also when the window is closed
  }

  // ---- completion ----

  /** The completion of operations. */
  Completions completions() {
    return completions;
  }

  private void flushAllOf(String call) {
    checkOpen(call);
    access.checkPassive(call);
    RonselException failure = completions.flushOpened(call);
    if (failure != null) {
      throw raise(failure);
    }
  }

  @Override
  public void flush(int target) {
    flush("flush", target);
  }

  private void flush(String call, int target) {
    checkOpen(call);
    if (target != Ronsel.PROC_NULL) {
      WindowTarget of = target(call, target);
      access.checkLocked(call, of);
      RonselException failure = completions.flush(call, of);
      if (failure != null) {
        throw raise(failure);
      }
    }
  }

  @Override
  public void flushAll() {
    flushAllOf("flushAll");
  }

  @Override
  public void flushLocal(int target) {
    flush(Completions.FLUSH_LOCAL, target);
  }

  @Override
  public void flushLocalAll() {
    flushAllOf("flushLocalAll");
  }

  @Override
  public void sync() {
    checkOpen("sync");
    VarHandle.fullFence();
    engine.progressOrYield(); // carries out records that have arrived
  }

  // ---- the rest ----

  @Override
  public UntypedWindow untyped() {
    return operations;
  }

  @Override
  public String name() {
    return comm.name();
  }

  @Override
  public void name(String name) {
    checkOpen("name");
    comm.name(name);
  }

  @Override
  public Info info() {
    return hints.copy();
  }

  @Override
  public void info(Info more) {
    checkOpen("info");
    if (more == null) {
      throw Caller.raised(this, "info", ErrorClass.ARGUMENT, "hints is null");
    }
    WindowHints all = hints.with(more);
    hints = all;
    targets.apply(all);
  }

  @Override
  public <T> @Nullable T attribute(AttributeKey<T> key) {
    checkOpen("attribute");
    return attributes.get(key("attribute", key));
  }

  @Override
  public <T> void attribute(AttributeKey<T> key, T value) {
    checkOpen("attribute");
    if (value == null) {
      throw Caller.raised(this, "attribute", ErrorClass.ARGUMENT, "value is null");
    }
    attributes.set(this, key("attribute", key), value);
  }

  @Override
  public <T> boolean removeAttribute(AttributeKey<T> key) {
    checkOpen("removeAttribute");
    return attributes.remove(this, key("removeAttribute", key));
  }

  private <T> AttributeKey<T> key(String call, @Nullable AttributeKey<T> key) {
    if (key == null) {
      throw Caller.raised(this, call, ErrorClass.KEYVAL, "key is null");
    }
    return key;
  }

  @Override
  public ErrorHandler errorHandler() {
    return comm.errorHandler();
  }

  @Override
  public void errorHandler(ErrorHandler handler) {
    comm.errorHandler(handler);
  }

  @Override
  public synchronized void close() {
    if (closed) {
      return;
    }
    try {
      attributes.removeAll(this);
    } finally {
      if (!closed) { // by what the program does when an attribute is removed
        closed = true;
        lent.takeBack();
        comm.state().forget(atEnd);
        completions.settleOpened();
        access.unlockAll();
        comm.closeWhenAllDo(access::isSettled, free);
      }
    }
  }

  @Override
  public String toString() {
    return "Window[" + name() + ", rank " + rank() + " of " + size() + "]";
  }
}
