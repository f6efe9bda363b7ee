package org.ronsel.engine;

import org.ronsel.RonselException;

/** Waits until no send of the rank is under way any more. */
final class DrainOperation extends Operation {
  DrainOperation(Engine engine) {
    super(engine);
  }

  /** Fails with this when it completes, if with nothing else; any thread. */
  synchronized void noteFirst(RonselException failure) {
    if (error() == null) {
      noteError(failure);
    }
  }

  @Override
  protected void overdue() {
    engine.endedRanks.askForAllSent();
  }

  @Override
  boolean helpPeer() {
    if (!isComplete() && !engine.hasOutstandingSends()) {
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
