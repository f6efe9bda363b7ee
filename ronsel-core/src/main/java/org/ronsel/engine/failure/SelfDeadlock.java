package org.ronsel.engine.failure;

import org.ronsel.Advice;
import org.ronsel.DeadlockException;
import org.ronsel.ErrorPlace;
import org.ronsel.WaitInterruptedException;
import org.ronsel.engine.message.SendOperation;

/**
 * Finds the blocking send of a rank to itself that can never complete, because its receive is not
 * posted, the rank has been seen to communicate from one thread only, and no other thread of the
 * program is known to be alive.
 */
public final class SelfDeadlock {
  /** How long another thread of the rank has to make its first call; then twice as long. */
  private static final long FIRST_CALL_NS = 500_000_000L;

  private static final long LONGEST_NS = 4_000_000_000L;

  private final FailureEngine engine;

  public SelfDeadlock(FailureEngine engine) {
    this.engine = engine;
  }

  /** Waits for a send to the own rank; throws if no thread will receive the message. */
  public void check(SendOperation send) {
    long ns = FIRST_CALL_NS;
    while (!engine.waiting.await(send, ns)) {
      if (withdrawIfUnsatisfiable(send)) {
        throw new DeadlockException(
            ErrorPlace.of(engine.rank())
                .message(
                    "blocking "
                        + send.describe()
                        + " of "
                        + send.length
                        + " bytes to itself, tag "
                        + send.tag
                        + ", can never complete",
                    Advice.POST_RECEIVE));
      }
      ns = Math.min(2 * ns, LONGEST_NS);
    }
  }

  /**
   * Waits for a send to the own rank whose caller has been interrupted, until a thread has received
   * the message, or it is taken back since no thread will. A further interrupt is kept for later.
   */
  public void awaitOrWithdraw(SendOperation send) {
    long ns = FIRST_CALL_NS;
    boolean interrupted = false;
    while (!withdrawIfUnsatisfiable(send)) {
      try {
        if (engine.waiting.await(send, ns)) {
          break;
        }
      } catch (WaitInterruptedException again) {
        interrupted = true;
      }
      ns = Math.min(2 * ns, LONGEST_NS);
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Takes back a send to this rank if it is unmatched and no other thread is known that might
   * receive it.
   */
  private boolean withdrawIfUnsatisfiable(SendOperation send) {
    // In this order: a thread that has ended before the look at the threads may have received it.
    return !engine.mayBeCalledElsewhere() && withdraw(send);
  }

  /** Takes back an unmatched send to this rank. */
  private boolean withdraw(SendOperation send) {
    engine.lock.acquire();
    try {
      while (engine.messages().pollTransports()) {
        // It may be on its way still.
      }
      return engine.messages().withdrawOwn(send);
    } finally {
      engine.lock.release();
    }
  }
}
