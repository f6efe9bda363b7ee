package org.ronsel.window;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.Advice;
import org.ronsel.Datatype;
import org.ronsel.ErrorClass;
import org.ronsel.InvalidArgumentException;
import org.ronsel.Request;
import org.ronsel.RonselException;
import org.ronsel.SendMode;
import org.ronsel.WaitInterruptedException;
import org.ronsel.comm.Communicator;
import org.ronsel.engine.request.Operation;

/**
 * Synchronisation between groups of ranks, by empty messages in the window's own communicator: a
 * rank that posts tells the origins, and each of them tells that rank when it has completed
 * (MPI-4.1, section 12.5.2).
 */
final class ExposureEpoch {
  private static final int POSTED = 1;
  private static final int COMPLETED = 2;
  private static final byte[] EMPTY = {};

  private final RankWindow window;
  private final Communicator comm;

  /** Receives of posts from the targets of a start; the program orders such calls. */
  private final Map<Integer, Request> posts = new HashMap<>();

  /** Receives of the origins' completions; null outside an epoch. */
  private @Nullable List<Request> completions;

  ExposureEpoch(RankWindow window, Communicator comm) {
    this.window = window;
    this.comm = comm;
  }

  /**
   * Sends messages to ranks. An interrupt is kept for later, and a rank that has failed is passed
   * over: a rank without its message would wait for ever.
   *
   * @return the first failure
   */
  private @Nullable RonselException tell(BitSet ranks, int tag) {
    RonselException failure = null;
    boolean interrupted = false;
    for (int rank = ranks.nextSetBit(0); rank >= 0; rank = ranks.nextSetBit(rank + 1)) {
      try {
        comm.untyped().send(SendMode.STANDARD, EMPTY, Datatype.BYTE, 0, 0, rank, tag);
      } catch (WaitInterruptedException sent) {
        interrupted = true; // sent: a send completes before it throws
      } catch (RonselException failed) {
        failure = Completions.first(failure, failed);
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return failure;
  }

  private Request hear(int rank, int tag) {
    return comm.untyped().iReceive(EMPTY, Datatype.BYTE, 0, 0, rank, tag);
  }

  /** Describes a wait for a message of a rank, which is internal to the window. */
  static String describe(String window, int tag, int rank) {
    return tag == POSTED
        ? "start of " + window + ": waits for post of rank " + rank
        : "await of " + window + ": waits for complete of rank " + rank;
  }

  private InvalidArgumentException wrong(String call, String what) {
    return window.raise(
        new InvalidArgumentException(ErrorClass.RMA_SYNC, window.place(call).message(what)));
  }

  synchronized boolean isOpen() {
    return completions != null;
  }

  /**
   * Lets ranks operate on the memory of this one.
   *
   * @return the failure of a rank, without which the epoch has begun
   */
  synchronized @Nullable RonselException post(BitSet origins, boolean tells) {
    if (completions != null) {
      throw window.raise(
          new InvalidArgumentException(
              ErrorClass.RMA_SYNC,
              window
                  .place("post")
                  .message("this rank has posted already", Advice.AWAIT_COMPLETION)));
    }
    List<Request> made = new ArrayList<>();
    RonselException failure = null;
    for (int rank = origins.nextSetBit(0); rank >= 0; rank = origins.nextSetBit(rank + 1)) {
      try {
        made.add(hear(rank, COMPLETED));
      } catch (RonselException failed) {
        failure = Completions.first(failure, failed);
      }
    }
    completions = made;
    return tells ? Completions.first(failure, tell(origins, POSTED)) : failure;
  }

  /**
   * Waits until ranks have posted. If it throws, the receives are kept for the next call: otherwise
   * a post, which is sent once, would be missed.
   */
  void awaitPosts(BitSet targets) {
    targets.stream().forEach(rank -> posts.computeIfAbsent(rank, from -> hear(from, POSTED)));
    try {
      Request.awaitAll(targets.stream().mapToObj(posts::get).toArray(Request[]::new));
    } catch (WaitInterruptedException told) {
      throw window.interrupted("start", "posts; call it again", told);
    } catch (RonselException failed) {
      posts.values().removeIf(each -> each instanceof Operation post && hasFailed(post));
      throw failed;
    }
    targets.stream().forEach(posts::remove);
  }

  private static boolean hasFailed(Operation post) {
    return post.isComplete() && !post.hasSucceeded();
  }

  /** Tells ranks that this one has completed; returns the failure of one that cannot be told. */
  @Nullable RonselException complete(BitSet targets) {
    return tell(targets, COMPLETED);
  }

  private List<Request> awaited(String call) {
    List<Request> awaited = completions;
    if (awaited == null) {
      throw wrong(call, "this rank has called no post; call it before");
    }
    return awaited;
  }

  /** Waits until all origins have completed, or one has failed; both end the epoch. */
  void await() {
    Request[] awaited;
    synchronized (this) {
      awaited = awaited("await").toArray(Request[]::new);
    }
    try {
      Request.awaitAll(awaited);
    } catch (WaitInterruptedException told) {
      throw window.interrupted("await", "complete of the origins; call it again", told);
    } catch (RonselException failed) {
      over();
      throw failed;
    }
    over();
  }

  private synchronized void over() {
    completions = null;
  }

  /** Whether all origins have completed; a failure of one ends the epoch, too. */
  synchronized boolean test() {
    Request[] awaited = awaited("test").toArray(Request[]::new);
    boolean all = false;
    try {
      all = Request.testAll(awaited);
      if (all) {
        Request.awaitAll(awaited); // are complete: throws their failure, which testAll does not
      }
    } catch (WaitInterruptedException told) {
      throw told;
    } catch (RonselException failed) {
      completions = null;
      throw failed;
    }
    if (all) {
      completions = null;
    }
    return all;
  }
}
