package org.ronsel.engine;

import org.ronsel.DeadlockException;

/**
 * Finds the blocking send of a rank to itself that can never complete, because its receive is not
 * posted and the rank has been seen to communicate from one thread only.
 */
final class SelfDeadlock {
  /** How long another thread of the rank has to make its first call. */
  private static final long FIRST_CALL_NS = 500_000_000L;

  private final Engine engine;

  SelfDeadlock(Engine engine) {
    this.engine = engine;
  }

  /** Throws if nobody will receive what the calling thread sends to its own rank. */
  void check(SendOperation send) {
    boolean complete = engine.hasManyCallers() || engine.waiting.await(send, FIRST_CALL_NS);
    if (!complete && !engine.hasManyCallers() && withdraw(send)) {
      throw new DeadlockException(
          "rank "
              + engine.rank()
              + ": blocking "
              + send.describe()
              + " of "
              + send.length
              + " bytes to itself, tag "
              + send.tag
              + ", can never complete: post the receive first, or use iSend or sendReceive");
    }
  }

  /** Takes back a send to this rank that nobody has matched. */
  private boolean withdraw(SendOperation send) {
    engine.lock.acquire();
    try {
      while (engine.progress.step()) {
        // It may be on its way still.
      }
      if (!engine.inbound.withdraw(send)) {
        return false;
      }
      engine.outbound.withdraw(send);
      return true;
    } finally {
      engine.lock.release();
    }
  }
}
