package org.ronsel.engine.failure;

import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.ErrorPlace;
import org.ronsel.ProcessFailedException;
import org.ronsel.RonselException;
import org.ronsel.engine.message.Inquiry;
import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.TestLoop;

/**
 * Finds out, for a rank that waits for one of several requests, or tests or probes in a loop, that
 * it is the last one of its job: then messages that have not come never will. As long as another
 * rank runs nothing is said, because what is waited for together with others, or tested now and
 * then, may be meant to be cancelled.
 */
public final class LastRank {
  private final FailureEngine engine;

  /** The inquiry to the other ranks; under the engine's lock. */
  private @Nullable Inquiry others;

  private volatile BooleanSupplier otherThreads = () -> false;

  private volatile boolean alone;

  LastRank(FailureEngine engine) {
    this.engine = engine;
  }

  /**
   * Says how large the job is, and how to find out whether threads of the program are alive besides
   * those of the ranks.
   */
  public void inJob(int ranks, BooleanSupplier threads) {
    engine.lock.acquire();
    try {
      otherThreads = threads;
      if (others == null) {
        others = new Inquiry(engine, engine.endedRanks()::askIfAlive, ranks, rank -> rank);
      }
    } finally {
      engine.lock.release();
    }
  }

  /** Whether another thread might call for this rank. Any thread, without the lock. */
  public boolean hasOtherThreads() {
    return otherThreads.getAsBoolean();
  }

  /** A peer says that it has ended; under the engine's lock. */
  void ended(int source) {
    if (others != null) {
      others.ended(source);
      alone = others.isOver();
    }
  }

  /** Whether all others have been found to have ended. Any thread. */
  public boolean isAlone() {
    return alone;
  }

  /** Asks the other ranks to tell when they have ended. Without the lock. */
  public void askOthers() {
    if (alone) {
      return;
    }
    engine.lock.acquire();
    try {
      if (others != null) {
        others.ask();
        alone = others.isOver();
      }
    } finally {
      engine.lock.release();
    }
  }

  /**
   * Throws if the rank is the last one and none of the operations for which a thread waits can
   * complete. Without the lock.
   */
  public void throwIfUnsatisfiable(String what, List<? extends Operation> pending) {
    if (!alone || pending.isEmpty() || engine.mayBeCalledElsewhere()) {
      return;
    }
    engine.lock.acquire();
    try {
      if (!engine.messages().settlesOwnMessages()
          || !pending.stream().allMatch(Operation::needsMessage)) {
        return;
      }
    } finally {
      engine.lock.release();
    }
    throw failure(what, pending.getFirst());
  }

  /**
   * Tests have found these operations pending for long: the same, if the thread does nothing else.
   */
  public void testedInVain(TestLoop loop, String what, List<? extends Operation> pending) {
    pending.forEach(Operation::testedInVain);
    if (!alone) {
      askOthers();
    } else if (loop.isIdle()) {
      throwIfUnsatisfiable(what, pending);
    }
  }

  private RonselException failure(String what, Operation first) {
    int tag = first.awaitedTag();
    int source = first.awaitedPeer();
    return new ProcessFailedException(
        ErrorPlace.of(engine.rank())
            .message(
                what
                    + " of a "
                    + first.describe()
                    + (source < 0 ? " from any source" : " from rank " + source)
                    + (tag < 0 ? ", any tag" : ", tag " + tag)
                    + ", on "
                    + engine.communicators().of(first.awaitedContext())
                    + ": all other ranks of the job have ended, and all that they have sent has"
                    + " been received or is of another tag or communicator; let one of them send"
                    + " before its main returns, or do not wait for it"));
  }
}
