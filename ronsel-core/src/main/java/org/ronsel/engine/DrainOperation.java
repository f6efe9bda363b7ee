package org.ronsel.engine;

import org.ronsel.RonselException;
import org.ronsel.engine.request.Operation;

/** Waits until no send of the rank is under way any more. */
final class DrainOperation extends Operation {
  private final Engine rank;

  DrainOperation(Engine engine) {
    super(engine);
    this.rank = engine;
  }

  /** Fails with this when it completes, if with nothing else; any thread. */
  synchronized void noteFirst(RonselException failure) {
    if (error() == null) {
      noteError(failure);
    }
  }

  @Override
  protected void overdue() {
    rank.endedRanks().askForAllSent();
  }

  @Override
  protected boolean helpPeer() {
    if (!isComplete() && !rank.hasOutstandingSends()) {
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
