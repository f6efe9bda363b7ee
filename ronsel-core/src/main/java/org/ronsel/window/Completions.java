package org.ronsel.window;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorMessage;
import org.ronsel.ErrorPlace;
import org.ronsel.InvalidArgumentException;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.WaitInterruptedException;
import org.ronsel.observe.Observation;
import org.ronsel.onesided.PeerMemory;
import org.ronsel.onesided.RemoteOperation;

/**
 * Completes the operations of a window: waits for those that are under way, and makes progress for
 * other ranks where none are (MPI-4.1, sections 12.5.4 and 12.7.3). Any thread.
 */
final class Completions {
  /** The name of a call that needs completion at the origin only. */
  static final String FLUSH_LOCAL = "flushLocal";

  /** The most calls without waits between two of which no progress is made. */
  private static final int MOST_CALLS = 64;

  /** Progress is made less often if less time than this has passed since the last one. */
  private static final long OFTEN_NS = 4_000;

  /** Progress is made more often if more time than this has passed since the last one. */
  private static final long SELDOM_NS = 16_000;

  private final RankWindow window;

  // Written by any thread; it does no harm if some calls are not counted.
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
   * @return the failure of an operation, which the caller throws after its remaining work, or null
   * @throws WaitInterruptedException if the thread was interrupted; then operations may be
   *     incomplete, and the next flush reports the failures of those that have failed
   */
  @Nullable RonselException flush(String call, WindowTarget target) {
    if (Observation.CHECK && window.accesses() instanceof EpochAccesses accesses) {
      accesses.completed(call, target.rank());
    }
    PeerMemory of = target.memory();
    if (of.isFlushed()) {
      of.flushSeen();
      progressNowAndThen();
      return null;
    }
    RemoteOperation all = of.operation(call + " of rank " + target.rank() + " in " + window.name());
    try {
      if (call.startsWith(FLUSH_LOCAL)) {
        of.flushLocal(all);
      } else {
        of.flush(all);
      }
      all.awaitOrAbandon(window.engine());
      return null;
    } catch (WaitInterruptedException told) {
      String what = "operations on rank " + target.rank() + ", which go on; call it again";
      throw window.interrupted(call, what, told);
    } catch (RonselException failure) {
      return named(call, failure);
    }
  }

  /**
   * The failure with the place of the call that reports it, where it names none: what a target has
   * refused is found in whatever call makes progress.
   *
   * @param call name of the call, or null where it is not known
   */
  RonselException named(@Nullable String call, RonselException failure) {
    ErrorMessage parts = failure.parts();
    if (parts.place().rank() != null) {
      return failure;
    }
    ErrorPlace place =
        call == null ? ErrorPlace.of(window.rank()) : window.place(call).on(window.name());
    ErrorMessage message = new ErrorMessage(place, parts.reason(), parts.advice(), parts.outside());
    Class<?> type = failure.getClass();
    if (type == InvalidArgumentException.class) {
      return new InvalidArgumentException(failure.errorClass(), message);
    } else if (type == ProcessFailedException.class) {
      return new ProcessFailedException(message, failure.getCause());
    }
    return type == RonselException.class
        ? new RonselException(failure.errorClass(), message, failure.getCause())
        : failure;
  }

  /** As {@link #flush}, on all ranks that this one has operated on; returns the first failure. */
  @Nullable RonselException flushOpened(String call) {
    return flushOpened(call, null);
  }

  /** The same, on those of some ranks; null stands for all. */
  @Nullable RonselException flushOpened(String call, @Nullable BitSet among) {
    RonselException failure = null;
    WindowTarget failed = null;
    WindowTargets targets = window.targets();
    boolean none = true;
    for (int rank = next(among, 0);
        rank >= 0 && rank < targets.size();
        rank = next(among, rank + 1)) {
      WindowTarget target = targets.opened(rank);
      if (target != null) {
        none = false;
        RonselException next;
        try {
          next = flush(call, target);
        } catch (WaitInterruptedException told) {
          if (failed != null && failure != null) {
            failed.memory().failed(failure); // the program does not hear of it here
          }
          throw told;
        }
        if (failure == null && next != null) {
          failure = next;
          failed = target;
        }
      }
    }
    if (none) {
      progressNowAndThen();
    }
    return failure;
  }

  private static int next(@Nullable BitSet among, int from) {
    return among == null ? from : among.nextSetBit(from);
  }

  /**
   * Lets operations that are under way, perhaps after an exception, delay the freeing of the memory
   * and the release of locks.
   */
  void settleOpened() {
    WindowTargets targets = window.targets();
    for (int rank = 0; rank < targets.size(); rank++) {
      WindowTarget target = targets.opened(rank);
      if (target != null && !target.memory().isFlushed()) {
        window.access().settle(target);
      }
    }
  }

  /** Waits for an operation of a call. */
  void await(String call, RemoteOperation operation) {
    try {
      operation.awaitOrAbandon(window.engine());
    } catch (RonselException failure) {
      throw window.raise(named(call, failure));
    }
  }

  /**
   * Makes progress now and then, for calls that need no other rank. A rank that repeats them until
   * it sees a change by another rank would otherwise keep that rank waiting for its progress, or,
   * where ranks are virtual threads, for a carrier.
   */
  void progressNowAndThen() {
    if (++callsWithoutProgress >= callsBetween) {
      long now = System.nanoTime();
      long passed = now - lastProgressNs;
      if (passed < OFTEN_NS) {
        callsBetween = Math.min(2 * callsBetween, MOST_CALLS);
      } else if (passed > SELDOM_NS) {
        callsBetween = Math.max(1, (int) (callsBetween * SELDOM_NS / passed));
      }
      lastProgressNs = now;
      callsWithoutProgress = 0;
      window.engine().progressOrYield();
    }
  }
}
