package org.ronsel.engine.message;

import java.util.function.IntPredicate;
import java.util.function.IntUnaryOperator;
import org.ronsel.engine.request.ProgressEngine;

/**
 * Asks some ranks, one after another, whether they have ended: the next one when the one before
 * has. So a rank that waits for any of many asks one of them now and then, as long as one of them
 * runs. Guarded by the engine's lock.
 */
public final class Inquiry {
  private final ProgressEngine engine;
  private final IntPredicate asker;
  private final int size;
  private final IntUnaryOperator endpoints;

  /** Which one is asked; those before have ended or failed. */
  private int next;

  private boolean own;

  /**
   * Makes an inquiry that has not asked any rank.
   *
   * @param asker asks an endpoint to tell when it has ended; false if it has failed
   * @param size how many are to be asked
   * @param endpoints the endpoint of each; this rank's own is passed over
   */
  public Inquiry(ProgressEngine engine, IntPredicate asker, int size, IntUnaryOperator endpoints) {
    this.engine = engine;
    this.asker = asker;
    this.size = size;
    this.endpoints = endpoints;
  }

  /** Asks the rank whose turn it is, also if it has been asked before. */
  public void ask() {
    while (next < size) {
      int endpoint = endpoints.applyAsInt(next);
      if (endpoint == engine.rank()) {
        own = true;
      } else if (asker.test(endpoint)) {
        return;
      }
      next++;
    }
    engine.noteFailure(); // the waiting threads find out what that means for them
    engine.waiting.wakeAllLocked();
  }

  /** A rank has ended. */
  public void ended(int endpoint) {
    if (next < size && endpoints.applyAsInt(next) == endpoint) {
      next++;
      ask();
    }
  }

  /** Whether an endpoint is among those that are to be asked. */
  public boolean isAbout(int endpoint) {
    for (int i = 0; i < size; i++) {
      if (endpoints.applyAsInt(i) == endpoint) {
        return true;
      }
    }
    return false;
  }

  /** Whether all of them have ended, and there were any. */
  public boolean isOver() {
    return next == size && size > (own ? 1 : 0);
  }

  /** Whether the rank itself is one of them; known when {@link #isOver()}. */
  public boolean includesThisRank() {
    return own;
  }
}
