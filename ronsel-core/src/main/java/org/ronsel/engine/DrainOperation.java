package org.ronsel.engine;

import org.ronsel.RonselException;
import org.ronsel.engine.request.Operation;

/** Waits until no send of the rank is under way any more. */
final class DrainOperation extends Operation {
  private final Engine rankEngine;

  DrainOperation(Engine engine) {
    super(engine);
    this.rankEngine = engine;
  }

  /** Fails with this when it completes, if with nothing else; any thread. */
  synchronized void noteFirst(RonselException failure) {
    if (error() == null) {
      noteError(failure);
    }
  }

  @Override
  protected void overdue() {
    rankEngine.endedRanks.askForAllSent();
  }

  @Override
  protected boolean helpPeer() {
    if (!isComplete() && !rankEngine.hasOutstandingSends()) {
      complete();
      return true;
    }
    return false;
  }

  @Override
  public String describe() {
    return "outstanding sends";
  }
}
