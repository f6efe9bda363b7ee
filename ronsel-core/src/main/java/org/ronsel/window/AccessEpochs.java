package org.ronsel.window;

import java.util.BitSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.CheckException;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.Window.Assertion;
import org.ronsel.observe.Observation;
import org.ronsel.transport.Completion;

/**
 * The access epoch of a window that a rank is in, and the locks that it holds (MPI-4.1, section
 * 12.5). Any thread; calls that begin and end epochs are ordered by the program.
 */
final class AccessEpochs {
  private enum Mode {
    NONE,
    /** Between two fences. */
    FENCE,
    /** Between start and complete. */
    START,
    LOCK_ALL
  }

  /** Number of locks whose release is under way, and of other operations that a free waits for. */
  private final AtomicInteger underWay = new AtomicInteger();

  private final Completion returned =
      new Completion() {
        @Override
        public void complete(long value) {
          underWay.decrementAndGet();
        }

        @Override
        public void fail(RonselException cause) {
          underWay.decrementAndGet();
        }
      };

  private final RankWindow window;

  /**
   * The present mode. It is NONE also where some ranks are locked: their {@link WindowTarget}s hold
   * the locks.
   */
  private volatile Mode mode = Mode.NONE;

  /**
   * Whether operations have been made since the last fence; without any the fence has not begun an
   * epoch.
   */
  private volatile boolean used;

  private volatile @Nullable BitSet started;

  /** Whether a lock of all ranks requests no lock of each. */
  private volatile boolean unchecked;

  AccessEpochs(RankWindow window) {
    this.window = window;
  }

  private InvalidArgumentException wrong(String call, String what) {
    return window.raise(
        new InvalidArgumentException(ErrorClass.RMA_SYNC, window.place(call).message(what)));
  }

  /** The error of a call that this rank's epoch does not have. */
  private InvalidArgumentException inEpoch(String call) {
    String what = "this rank is in " + inWhat();
    return mode != Mode.FENCE
        ? wrong(call, what)
        : window.raise(
            new InvalidArgumentException(
                ErrorClass.RMA_SYNC, window.place(call).message(what, Advice.END_FENCES)));
  }

  private String inWhat() {
    return switch (mode) {
      case NONE -> holdsLocks() ? "an epoch of locks, which unlock ends" : "no epoch";
      case FENCE -> "an epoch between fences";
      case START -> "an epoch of start, which complete ends";
      case LOCK_ALL -> "an epoch of lockAll, which unlockAll ends";
    };
  }

  boolean isBetweenFences() {
    return mode == Mode.FENCE;
  }

  /** Checks, in a checked job, that an operation with a request may begin. */
  void request(String call) {
    if (Observation.CHECK && (mode == Mode.FENCE || mode == Mode.START)) {
      throw window.raise(
          new CheckException(
              ErrorClass.RMA_SYNC,
              window
                  .place(call)
                  .message(
                      "this rank is in "
                          + inWhat()
                          + ", but operations with requests are for epochs of lock and lockAll;"
                          + " use the form without, which the end of the epoch completes")));
    }
  }

  /** Checks that an operation on a rank may begin. */
  void operation(String call, WindowTarget target) {
    switch (mode) {
      case LOCK_ALL -> {
        if (target.held() == null && !unchecked) {
          lockLazily(target);
        }
      }
      case FENCE -> {
        if (!used) {
          used = true;
        }
      }
      case START -> {
        BitSet targets = started;
        if (targets == null || !targets.get(target.rank())) {
          throw wrong(call, "rank " + target.rank() + " is not in the group given to start");
        }
      }
      case NONE -> {
        if (target.held() == null) {
          throw notLocked(call, target);
        }
      }
    }
  }

  private InvalidArgumentException notLocked(String call, WindowTarget target) {
    return wrong(
        call,
        holdsLocks()
            ? "rank " + target.rank() + " is not locked; call lock(type, " + target.rank() + ")"
            : "this rank is in no epoch of "
                + window.name()
                + "; call fence, start, lock or lockAll before");
  }

  // ---- fences ----

  /** Checks that a call may make a fence. */
  void checkFence(String call) {
    if (mode != Mode.NONE && mode != Mode.FENCE || holdsLocks()) {
      throw inEpoch(call);
    }
  }

  /** Notes the end of a fence. */
  void fenced(boolean begins) {
    used = false;
    mode = begins ? Mode.FENCE : Mode.NONE;
  }

  /** Leaves an epoch between fences that has no operations. */
  private void leaveFence(String call) {
    if (mode == Mode.FENCE && !used) {
      mode = Mode.NONE;
    }
    if (mode != Mode.NONE) {
      throw inEpoch(call);
    }
  }

  // ---- start and complete ----

  /** Checks that a start may be called. */
  void checkStart() {
    leaveFence("start");
    checkNoLocks("start");
  }

  /** Notes the end of a start: all targets have posted. */
  void started(BitSet targets) {
    started = targets;
    mode = Mode.START;
  }

  /** The targets of the epoch that ends. */
  BitSet completing() {
    BitSet targets = started;
    if (mode != Mode.START || targets == null) {
      throw wrong("complete", "this rank has called no start; call it before");
    }
    return targets;
  }

  void completed() {
    started = null;
    mode = Mode.NONE;
  }

  // ---- locks ----

  void lock(LockType type, WindowTarget target, Set<Assertion> assertions) {
    if (mode != Mode.NONE) {
      leaveFence("lock");
    }
    if (target.held() != null) {
      throw wrong(
          "lock", "rank " + target.rank() + " is locked by this rank already; call unlock before");
    }
    boolean isAsked = !assertions.contains(Assertion.NO_CHECK);
    if (isAsked && !LockRequest.takesAtOnce(type, target, window.rank(), false)) {
      await(type, target, false);
    }
    if (isAsked && type == LockType.EXCLUSIVE && target.doubts() != 0) {
      returning(told -> LockDoubt.settle(target, told));
    }
    target.hold(type, isAsked);
  }

  private void await(LockType type, WindowTarget target, boolean ofAll) {
    LockRequest request = new LockRequest(window.engine(), window, target, type, ofAll);
    try {
      window.engine().await(request);
    } catch (RonselException failure) {
      if (request.mayHaveMarked()) {
        returning(request::unmark);
      }
      returning(request::abandon);
      if (failure instanceof WaitInterruptedException told) {
        String what = "the " + request.describe() + ", which is not held; call it again";
        throw window.interrupted("lock", what, told);
      }
      throw window.raise(window.completions().named("lock", failure));
    }
  }

  /** Waits for a lock without blocking threads that operate on other targets. */
  private void lockLazily(WindowTarget target) {
    synchronized (target) {
      if (target.held() == null) {
        if (!LockRequest.takesAtOnce(LockType.SHARED, target, window.rank(), true)) {
          await(LockType.SHARED, target, true);
        }
        target.hold(LockType.SHARED, true);
      }
    }
  }

  /** Checks that a rank is locked. */
  void checkLocked(String call, WindowTarget target) {
    if (mode != Mode.LOCK_ALL && target.held() == null) {
      throw wrong(
          call,
          "rank "
              + target.rank()
              + " is not locked: this rank is in "
              + inWhat()
              + "; call lock or lockAll before");
    }
  }

  void checkUnlock(WindowTarget target) {
    if (mode == Mode.LOCK_ALL) {
      throw inEpoch("unlock");
    }
    if (target.held() == null) {
      throw wrong(
          "unlock", "rank " + target.rank() + " is not locked by this rank; call lock before");
    }
  }

  /** Releases a lock, after a flush. */
  void unlock(WindowTarget target) {
    LockType type = target.held();
    boolean wasAsked = target.isAsked();
    target.release();
    if (type == null || !wasAsked) {
      return;
    }
    if (!LockRequest.givesBackAtOnce(type, target, window.rank())) {
      returning(told -> new LockRelease(window, target, type, told).begin());
    }
  }

  /** Begins something that returns a lock, and counts it as under way. */
  void returning(Consumer<Completion> begin) {
    underWay.incrementAndGet();
    try {
      begin.accept(returned);
    } catch (RonselException failed) {
      returned.fail(failed); // the target is gone: no rank waits for its lock
    }
  }

  void lockAll(Set<Assertion> assertions) {
    leaveFence("lockAll");
    checkNoLocks("lockAll");
    unchecked = assertions.contains(Assertion.NO_CHECK) || window.needsNoLocks();
    mode = Mode.LOCK_ALL;
  }

  /** Checks that all ranks are locked. */
  void checkAllLocked(String call) {
    if (mode != Mode.LOCK_ALL) {
      throw wrong(
          call, "this rank is in " + inWhat() + ", and lockAll was not called; call it before");
    }
  }

  /** Checks that some ranks, or all, are locked. */
  void checkPassive(String call) {
    if (mode != Mode.LOCK_ALL && !holdsLocks()) {
      throw wrong(call, "this rank is in " + inWhat() + "; call lock or lockAll before");
    }
  }

  /** Releases all locks, after a flush, or where the window is closed. */
  void unlockAll() {
    giveAllBack(false);
    mode = Mode.NONE;
  }

  /**
   * Called when the rank ends and none of its threads continues: releases its shared locks, so that
   * no rank waits for them.
   */
  void rankEnds() {
    giveAllBack(true);
  }

  private void giveAllBack(boolean sharedAlone) {
    WindowTargets all = window.targets();
    for (int rank = 0; rank < all.size(); rank++) {
      WindowTarget target = all.opened(rank);
      if (target != null && (!sharedAlone || target.held() == LockType.SHARED)) {
        unlock(target);
      }
    }
  }

  /** Whether a rank is locked, or all are and some have been operated on. */
  private boolean holdsLocks() {
    WindowTargets all = window.targets();
    for (int rank = 0; rank < all.size(); rank++) {
      WindowTarget target = all.opened(rank);
      if (target != null && target.held() != null) {
        return true;
      }
    }
    return false;
  }

  private void checkNoLocks(String call) {
    if (holdsLocks()) {
      throw inEpoch(call);
    }
  }

  /**
   * Makes {@link #isSettled} wait for the operations on a rank that are under way, and a lock under
   * which they are with it.
   */
  void settle(WindowTarget target) {
    LockType type = target.held();
    if (type == null || !target.isAsked() || !LockRelease.isPossibleWhenFlushed(target)) {
      underWay.incrementAndGet();
      target.memory().flush(returned);
      return;
    }
    target.release();
    returning(told -> new LockRelease(window, target, type, told).beginWhenFlushed());
  }

  /**
   * Whether nothing is under way: all releases of locks have arrived, and settled operations are
   * complete. Then the memory may be freed.
   */
  boolean isSettled() {
    return underWay.get() == 0;
  }
}
