package org.ronsel.window;

import org.jspecify.annotations.Nullable;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.observe.Observation;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.onesided.RemoteOperation;

/**
 * Completes the operations of a window: waits for those that are under way, and lets others have
 * progress where none are (MPI-4.1, sections 12.5.4 and 12.7.3). Any thread.
 */
final class Completions {
  /** The name of a call that is content with completion at the origin. */
  static final String FLUSH_LOCAL = "flushLocal";

  /** Calls that need nobody, after which there is progress, where a rank makes many of them. */
  private static final int CALLS = 16;

  /** More time than that between two of them is seldom. */
  private static final long SELDOM_NS = 10_000;

  private final RankWindow window;

  // By any thread; that some calls are not counted does no harm.
  private int callsWithoutProgress;
  private int callsBetween = 1;
  private long lastProgressNs = System.nanoTime();

  Completions(RankWindow window) {
    this.window = window;
  }

  /** The first of two failures. */
  static @Nullable RonselException first(
      @Nullable RonselException first, @Nullable RonselException next) {
    return first == null ? next : first;
  }

  /**
   * Completes the operations on a rank.
   *
   * @return why some have failed, for a call that has more to do before it throws that, or null
   * @throws WaitInterruptedException if the thread was interrupted: then none is known to be done
   */
  @Nullable RonselException flush(String call, WindowTarget target) {
    EpochAccesses accesses = window.accesses();
    if (Observation.CHECK && accesses != null) {
      accesses.completed(call, target.rank());
    }
    PeerMemory of = target.memory();
    if (of.isFlushed()) {
      of.flushSeen();
      progressNowAndThen();
      return null;
    }
    RemoteOperation all = of.operation(call + " of rank " + target.rank() + " in " + window.name());
    if (call.startsWith(FLUSH_LOCAL)) {
      of.flushLocal(all);
    } else {
      of.flush(all);
    }
    try {
      window.engine().await(all);
      return null;
    } catch (WaitInterruptedException told) {
      String what = "operations on rank " + target.rank() + ", which go on; call it again";
      throw window.interrupted(call, what, told);
    } catch (RonselException failure) {
      return failure;
    }
  }

  /** As {@link #flush}, on all ranks that this one has operated on; the first failure. */
  @Nullable RonselException flushOpened(String call) {
    RonselException failure = null;
    WindowTargets targets = window.targets();
    for (int rank = 0; rank < targets.size(); rank++) {
      WindowTarget target = targets.opened(rank);
      if (target != null) {
        failure = first(failure, flush(call, target));
      }
    }
    return failure;
  }

  /** What is under way, after an exception perhaps, keeps the memory from being freed. */
  void settleOpened() {
    WindowTargets targets = window.targets();
    for (int rank = 0; rank < targets.size(); rank++) {
      WindowTarget target = targets.opened(rank);
      if (target != null && !target.memory().isFlushed()) {
        window.access().settle(target);
      }
    }
  }

  /** Waits for an operation. */
  void await(RemoteOperation operation) {
    try {
      window.engine().await(operation);
    } catch (RonselException failure) {
      throw window.raise(failure);
    }
  }

  /**
   * For calls that need nothing of others. A rank that makes them until it sees what others do
   * would keep these waiting for its progress.
   */
  void progressNowAndThen() {
    if (++callsWithoutProgress >= callsBetween) {
      long now = System.nanoTime();
      boolean seldom = now - lastProgressNs > SELDOM_NS * callsBetween;
      callsBetween = seldom ? 1 : CALLS;
      lastProgressNs = now;
      callsWithoutProgress = 0;
      window.engine().progressOnce();
    }
  }
}
