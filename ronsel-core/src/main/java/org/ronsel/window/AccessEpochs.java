package org.ronsel.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.LockType;
import org.ronsel.RonselException;
import org.ronsel.Window.Assertion;
import org.ronsel.transport.Completion;
import org.ronsel.transport.RemoteOp;

/**
 * In which access epoch of a window a rank is, and the locks that it holds (MPI-4.1, section 12.5).
 * Any thread; calls that begin and end epochs are ordered by the program.
 */
final class AccessEpochs {
  private enum Mode {
    NONE,
    /** Between two fences. */
    FENCE,
    /** Between start and complete. */
    START,
    /** Some ranks are locked. */
    LOCK,
    LOCK_ALL
  }

  /** Locks that are on their way back, and what else a free waits for. */
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
  private volatile Mode mode = Mode.NONE;

  /** Whether operations have been made since the last fence; without any it has begun nothing. */
  private volatile boolean used;

  private volatile @Nullable BitSet started;

  /** Whether a lock of all asks for no lock of each. */
  private volatile boolean unchecked;

  /** Those that are locked; guarded by this object. */
  private final List<WindowTarget> locked = new ArrayList<>();

  /** Those of them whose lock was not asked for. */
  private final Set<WindowTarget> unasked = new HashSet<>();

  AccessEpochs(RankWindow window) {
    this.window = window;
  }

  private InvalidArgumentException wrong(String call, String what) {
    return window.raise(
        new InvalidArgumentException(ErrorClass.RMA_SYNC, window.prefix(call) + what));
  }

  private String inWhat() {
    return switch (mode) {
      case NONE -> "no epoch";
      case FENCE -> "an epoch between fences, which fence(Assertion.NO_SUCCEED) ends";
      case START -> "an epoch of start, which complete ends";
      case LOCK -> "an epoch of locks, which unlock ends";
      case LOCK_ALL -> "an epoch of lockAll, which unlockAll ends";
    };
  }

  boolean isBetweenFences() {
    return mode == Mode.FENCE;
  }

  /** An operation on a rank begins. */
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
      case LOCK -> {
        if (target.held() == null) {
          throw wrong(
              call,
              "rank " + target.rank() + " is not locked; call lock(type, " + target.rank() + ")");
        }
      }
      case START -> {
        BitSet targets = started;
        if (targets == null || !targets.get(target.rank())) {
          throw wrong(call, "rank " + target.rank() + " is not in the group given to start");
        }
      }
      case NONE ->
          throw wrong(
              call,
              "this rank is in no epoch of "
                  + window.name()
                  + "; call fence, start, lock or lockAll before");
    }
  }

  // ---- fences ----

  /** A fence is called. */
  void checkFence() {
    if (mode != Mode.NONE && mode != Mode.FENCE) {
      throw wrong("fence", "this rank is in " + inWhat());
    }
  }

  /** A fence ends. */
  void fenced(boolean begins) {
    used = false;
    mode = begins ? Mode.FENCE : Mode.NONE;
  }

  /** Leaves an epoch between fences in which nothing was done. */
  private void leaveFence(String call) {
    if (mode == Mode.FENCE && !used) {
      mode = Mode.NONE;
    }
    if (mode != Mode.NONE) {
      throw wrong(call, "this rank is in " + inWhat());
    }
  }

  // ---- start and complete ----

  void started(BitSet targets) {
    leaveFence("start");
    started = targets;
    mode = Mode.START;
  }

  /** The targets of the epoch that ends. */
  BitSet completing() {
    BitSet targets = started;
    if (mode != Mode.START || targets == null) {
      throw wrong("complete", "this rank has called no start");
    }
    return targets;
  }

  void completed() {
    started = null;
    mode = Mode.NONE;
  }

  // ---- locks ----

  void lock(LockType type, WindowTarget target, Set<Assertion> assertions) {
    synchronized (this) {
      if (mode != Mode.LOCK) {
        leaveFence("lock");
      }
      if (target.held() != null) {
        throw wrong("lock", "rank " + target.rank() + " is locked by this rank already");
      }
      if (assertions.contains(Assertion.NO_CHECK)) {
        unasked.add(target);
        locked(type, target);
        return;
      }
      if (LockRequest.takesAtOnce(type, target, window.rank(), false)) {
        locked(type, target);
        return;
      }
    }
    await(type, target, false);
    synchronized (this) {
      locked(type, target);
    }
  }

  private void locked(LockType type, WindowTarget target) {
    target.held(type);
    locked.add(target);
    mode = Mode.LOCK;
  }

  private void await(LockType type, WindowTarget target, boolean ofAll) {
    LockRequest request = new LockRequest(window.engine(), window, target, type, ofAll);
    try {
      window.engine().await(request);
    } catch (RonselException failure) {
      underWay.incrementAndGet();
      request.abandon(returned);
      throw window.raise(failure);
    }
  }

  /** Waits without keeping threads from it that operate on other targets. */
  private void lockLazily(WindowTarget target) {
    synchronized (target) {
      if (target.held() == null) {
        if (!LockRequest.takesAtOnce(LockType.SHARED, target, window.rank(), true)) {
          await(LockType.SHARED, target, true);
        }
        synchronized (this) {
          target.held(LockType.SHARED);
          locked.add(target);
        }
      }
    }
  }

  /** That a rank is locked. */
  void checkLocked(String call, WindowTarget target) {
    if (mode == Mode.LOCK && target.held() == null || mode != Mode.LOCK && mode != Mode.LOCK_ALL) {
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
    if (mode != Mode.LOCK || target.held() == null) {
      throw wrong("unlock", "rank " + target.rank() + " is not locked by this rank");
    }
  }

  /** Gives a lock back, after a flush. */
  synchronized void unlock(WindowTarget target) {
    giveBack(target);
    locked.remove(target);
    if (locked.isEmpty()) {
      mode = Mode.NONE;
    }
  }

  private void giveBack(WindowTarget target) {
    LockType type = target.held();
    target.held(null);
    if (type == null || !unasked.isEmpty() && unasked.remove(target)) {
      return;
    }
    if (!LockRequest.givesBackAtOnce(type, target, window.rank())) {
      underWay.incrementAndGet();
      try {
        target
            .control()
            .fetchAndOp(
                RemoteOp.ADD,
                Long.BYTES,
                target.controlOffset() + ControlBlock.LOCK,
                LockRequest.giveBack(type, window.rank()),
                returned);
      } catch (RonselException failed) {
        returned.fail(failed); // the target is gone: nobody waits for its lock
      }
    }
  }

  synchronized void lockAll(Set<Assertion> assertions) {
    leaveFence("lockAll");
    unchecked = assertions.contains(Assertion.NO_CHECK) || window.needsNoLocks();
    mode = Mode.LOCK_ALL;
  }

  /** That all ranks are locked. */
  void checkAllLocked(String call) {
    if (mode != Mode.LOCK_ALL) {
      throw wrong(call, "this rank is in " + inWhat() + ", and lockAll was not called");
    }
  }

  /** That some ranks are locked, or all. */
  void checkPassive(String call) {
    if (mode != Mode.LOCK && mode != Mode.LOCK_ALL) {
      throw wrong(call, "this rank is in " + inWhat() + "; call lock or lockAll before");
    }
  }

  /** Gives all locks back, after a flush, or where the window is closed. */
  synchronized void unlockAll() {
    for (int i = 0; i < locked.size(); i++) { // without an object
      giveBack(locked.get(i));
    }
    locked.clear();
    mode = Mode.NONE;
  }

  /** The rank ends, and none of its threads goes on: nobody waits for what it still holds. */
  synchronized void rankEnds() {
    for (WindowTarget target : List.copyOf(locked)) {
      if (target.held() == LockType.SHARED) {
        giveBack(target);
        locked.remove(target);
      }
    }
  }

  /** Has {@link #isSettled} wait for the operations on a rank that are under way. */
  void settle(WindowTarget target) {
    underWay.incrementAndGet();
    target.memory().flush(returned);
  }

  /**
   * Whether nothing is under way: all locks that were given back have arrived, and what was
   * settled. Then the memory may be freed.
   */
  boolean isSettled() {
    return underWay.get() == 0;
  }
}
