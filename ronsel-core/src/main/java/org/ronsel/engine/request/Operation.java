package org.ronsel.engine.request;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.ClosedException;
import org.ronsel.ErrorClass;
import org.ronsel.ErrorPlace;
import org.ronsel.Ronsel;
import org.ronsel.RonselException;
import org.ronsel.engine.event.Observers;
import org.ronsel.observe.Observation;
import org.ronsel.observe.Recorder;

/**
 * Something that a rank has started and that completes once. Result fields are written before
 * {@link #complete()} (release) and may be read after {@link #isComplete()} (acquire).
 */
public abstract non-sealed class Operation extends AbstractRequest {
  private static final VarHandle STATE;
  private static final VarHandle WAITER;
  private static final VarHandle WATCHES;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      STATE = lookup.findVarHandle(Operation.class, "state", int.class).withInvokeExactBehavior();
      WAITER =
          lookup.findVarHandle(Operation.class, "waiter", Thread.class).withInvokeExactBehavior();
      WATCHES =
          lookup
              .findVarHandle(Operation.class, "watches", CompletionWatch.class)
              .withInvokeExactBehavior();
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static final int PENDING = 0;
  private static final int COMPLETE = 1;

  public final ProgressEngine engine;

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private int state;

  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private @Nullable Thread waiter;

  /** The watches that are told of the completion, newest first. */
  @SuppressWarnings("UnusedVariable") // accessed through its VarHandle
  private @Nullable CompletionWatch watches;

  private @Nullable RonselException error;
  private boolean cancelled;
  private boolean cancelSeen;

  /** Of what this is a part, and which part; fixed while pending. */
  public @Nullable PartOwner whole;

  public int part;

  /**
   * Whether the pool of the engine, {@code OperationPool}, has lent it; only then it may go there.
   */
  public boolean lent;

  /**
   * The only thread that may wait for it, or null if others know it; under the engine's lock. This
   * thread need not be woken by itself, which saves it a fence.
   */
  public @Nullable Thread onlyWaiter;

  /** Makes a pending operation of the engine's rank. */
  protected Operation(ProgressEngine engine) {
    this.engine = engine;
  }

  /** Whether it is a part of a composite. */
  public final boolean isPart() {
    return whole != null;
  }

  @Override
  public final boolean isComplete() {
    return (int) STATE.getAcquire(this) == COMPLETE;
  }

  /**
   * Makes progress once for the rank of this operation, which the program tests.
   *
   * @return whether such tests have found nothing for so long that it is time to call {@link
   *     #testedInVain(String, List)}
   */
  public final boolean progress() {
    engine.progressOnce();
    if (isComplete()) {
      return false;
    }
    throwIfEngineFailed();
    notYet();
    return engine.tests.foundNothing();
  }

  /**
   * Makes progress once for a call that asks for a part of this operation, and lets other threads
   * run now and then if it is not complete.
   *
   * @param what makes such calls, for the message
   */
  public final void progressFor(String what) {
    if (progress()) {
      testedInVain(what, List.of(this));
    }
  }

  /**
   * Throws if nothing will ever complete any of these operations of one rank, because all other
   * ranks have ended.
   *
   * @param what tests them, for the message
   */
  public static void testedInVain(String what, List<Operation> pending) {
    if (!pending.isEmpty()) {
      Operation first = pending.getFirst();
      try {
        first.engine.overdueWaits().testedInVain(what, pending);
      } catch (RonselException hopeless) {
        throw first.raised(hopeless);
      }
    }
  }

  /**
   * Completes the operation and wakes its waiter. Any thread, without any lock or under it; once.
   */
  public final void complete() {
    if (Observers.asksForCompleted()) {
      engine.observer().completes(this);
    }
    PartOwner owner = whole;
    if (owner != null) {
      int done = part; // once complete, a part may be used again
      STATE.setRelease(this, COMPLETE);
      owner.partCompleted(done);
      return;
    }
    STATE.setRelease(this, COMPLETE);
    if (onlyWaiter != Thread.currentThread()) {
      notifyCompletion();
    }
  }

  /** Completes an operation that no other thread knows yet. */
  public final void completeUnshared() {
    if (Observers.asksForCompleted()) {
      engine.observer().completes(this);
    }
    STATE.setRelease(this, COMPLETE);
  }

  /**
   * As {@link #complete()}, under the lock of the engine. A thread that parks to wait for this
   * operation takes that lock before its last look, and so does one that {@linkplain
   * CompletionWatch watches} it; those that take it later see that it is complete, without a fence
   * here.
   */
  public final void completeLocked() {
    if (Observers.asksForCompleted() || whole != null || engine.waiting.anyParkedLocked()) {
      complete();
      return;
    }
    STATE.setRelease(this, COMPLETE);
    CompletionWatch watch = (CompletionWatch) WATCHES.getAcquire(this);
    if (watch != null) {
      tell(watch);
    }
  }

  /**
   * Wakes the thread that waits for this operation, if one is parked, to look again, and tells the
   * watches. Any thread.
   */
  public final void notifyCompletion() {
    VarHandle.fullFence();
    Thread parked = (Thread) WAITER.getOpaque(this);
    if (parked != null) {
      engine.waiting.wake(parked);
    }
    CompletionWatch watch = (CompletionWatch) WATCHES.getAcquire(this);
    if (watch != null) {
      tell(watch);
    }
  }

  /**
   * Waits until a thread that completes the operation under the engine's lock has done so, or is
   * sure to see the writes of the calling thread.
   */
  final void passLock() {
    engine.lock.acquire();
    engine.lock.release();
  }

  private static void tell(CompletionWatch newest) {
    for (CompletionWatch watch = newest; watch != null; watch = watch.next) {
      watch.fire();
    }
  }

  /**
   * Registers {@code watch} to be told of the completion. Only a thread that afterwards executes
   * {@link VarHandle#fullFence()}, {@linkplain #passLock() passes the lock}, and looks whether the
   * operation is complete can rely on that: one fence serves many operations.
   *
   * <p>Watches that are over go, so an operation that is watched again and again, by threads that
   * take turns too, has no more of them than are not over.
   */
  final void add(CompletionWatch watch) {
    CompletionWatch newest;
    do {
      newest = (CompletionWatch) WATCHES.getAcquire(this);
      watch.next = newest;
      watch.dropOver();
    } while (!WATCHES.compareAndSet(this, newest, watch));
  }

  /** Completes the operation with an error. */
  public final void fail(RonselException failure) {
    error = failure;
    complete();
  }

  /** Records an error that {@link #complete()} will publish later. */
  public final void noteError(@Nullable RonselException failure) {
    error = failure;
  }

  /** Whether it is complete without an error. */
  public final boolean hasSucceeded() {
    return isComplete() && error == null;
  }

  public final @Nullable RonselException error() {
    return error;
  }

  public final void completeCancelled() {
    cancelled = true;
    complete();
  }

  /** Names the thread to wake at completion; null when it no longer parks. */
  final void setWaiter(@Nullable Thread thread) {
    WAITER.setVolatile(this, thread);
  }

  /**
   * Told, for operations that wait for a condition, when a waiter is about to park and when not.
   */
  protected void waiterParks(boolean parks) {}

  /**
   * The longest time, in nanoseconds, that a waiting thread may sleep without looking: limited
   * where no other thread wakes it.
   */
  protected long longestSleepNs() {
    return Long.MAX_VALUE;
  }

  /**
   * Whether a thread that waits for it parks without having yielded, because what it waits for
   * takes many others, which need the core.
   */
  protected boolean parksAtOnce() {
    return false;
  }

  /**
   * Whether the operation has completed; a waiting thread calls this repeatedly. An operation that
   * waits for a condition looks at it here. Acquire.
   */
  protected boolean poll() {
    return isComplete();
  }

  /** Makes a pooled operation pending again; no other thread may know it. */
  public final void reset() {
    error = null;
    cancelled = false;
    cancelSeen = false;
    STATE.setOpaque(this, PENDING);
  }

  /**
   * Called when a wait gets long: completes the operation without its peer, if that is allowed.
   *
   * @param atAnyPrice also where it costs unbounded memory, because the waiter has to leave
   * @return whether the operation is complete now
   */
  public boolean completeAlone(boolean atAnyPrice) {
    return false;
  }

  /** Whether a waiting thread could complete this operation by helping the peer. */
  protected boolean helpPeer() {
    return false;
  }

  /** Called, on a thread that waits, when a wait has lasted long, and when twice as long. */
  protected void overdue() {}

  /** For {@link #overdue()} of collective calls: has the peer compare them with its own. */
  protected final void compareCalls() {
    engine.overdueWaits().compareCalls(awaitedContext(), awaitedPeer());
  }

  /**
   * Called, on a thread that waits, when something has failed: throws if the operation waits for it
   * and is not told otherwise.
   */
  protected void throwIfUnsatisfiable() {}

  /** Called when a test, or a wait of limited time, has found it pending. */
  protected void notYet() {}

  /** Called when tests have found it pending for long, and again. */
  public void testedInVain() {}

  /**
   * Whether it waits for a message that has not come, and for nothing else; under the engine's
   * lock.
   */
  public boolean needsMessage() {
    return false;
  }

  /** Whether it is withdrawn when the thread that waits for it is interrupted, and leaves. */
  protected boolean endsWithWait() {
    return false;
  }

  /** The operation, peer and tag in words, for a report of waiting threads. */
  public abstract String describe();

  /** The endpoint that must act for this operation to complete, or ANY_SOURCE, or NO_PEER. */
  public int awaitedPeer() {
    return NO_PEER;
  }

  /** The tag waited for, or NO_PEER. */
  public int awaitedTag() {
    return NO_PEER;
  }

  /** The context waited in. */
  public long awaitedContext() {
    return 0;
  }

  /** Stands for "no single peer" and "no tag" in reports. */
  public static final int NO_PEER = -1000;

  /** Throws what the operation failed with. */
  public final void throwError() {
    if (error != null) {
      if (Observation.CHECK) {
        engine.observer().released(this);
        settleChecks();
      }
      if (error instanceof ProgramFailure failure) {
        throw failure.raise();
      }
      throw raised(error);
    }
  }

  private void settleChecks() {
    try {
      engine.observer().settleChecks();
    } catch (RonselException found) {
      throw raised(found);
    }
  }

  private void throwIfEngineFailed() {
    try {
      engine.throwIfFailed();
    } catch (RonselException failure) {
      throw raised(failure);
    }
  }

  /** The recorder of the rank's calls, or null. */
  public final @Nullable Recorder recorder() {
    return engine.recorder();
  }

  /** The program has been told that this operation is complete. Only called while observed. */
  public final void seen() {
    engine.observer().seen(this);
  }

  /** Called when the program has released the request: it does not hear of a failure here. */
  protected void abandoned() {}

  /** The program will not ask for this operation any more. Only called while it is checked. */
  public final void released() {
    engine.observer().released(this);
  }

  @Override
  protected boolean awaitCompletion(long timeoutNs) {
    boolean done;
    try {
      done = engine.waiting.await(this, timeoutNs);
    } catch (RonselException failure) {
      throw raised(failure);
    }
    if (done) {
      throwError();
    } else {
      notYet();
    }
    return done;
  }

  @Override
  protected final void takeStatus() {
    if (cancelled) {
      synchronized (this) {
        if (cancelSeen) {
          throw new ClosedException(
              ErrorClass.REQUEST,
              ErrorPlace.of(engine.rank(), "await")
                  .message(
                      "the "
                          + describe()
                          + " was cancelled, and an earlier await has said so; start another one"));
        }
        cancelSeen = true;
      }
    }
  }

  @Override
  protected boolean testCompletion() {
    if (!poll()) {
      engine.progressOnce();
      if (!poll()) {
        throwIfEngineFailed();
        notYet();
        if (engine.tests.foundNothing()) {
          testedInVain("a loop of tests", List.of(this));
        }
        return false;
      }
    }
    throwError();
    return true;
  }

  @Override
  protected boolean cancelOperation() {
    return false;
  }

  @Override
  protected int completedSource() {
    return Ronsel.ANY_SOURCE;
  }

  @Override
  protected int completedTag() {
    return Ronsel.ANY_TAG;
  }

  @Override
  protected long completedBytes() {
    return 0;
  }

  @Override
  protected int elementBytes() {
    return 1;
  }

  @Override
  protected final boolean isCancelled() {
    return cancelled;
  }
}
