package org.ronsel.engine;

/** Waits until no send of the rank is under way any more. */
final class DrainOperation extends Operation {
  DrainOperation(Engine engine) {
    super(engine);
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
