package org.ronsel.engine;

/**
 * A nonblocking send whose message has been handed over at once: complete from the start, and
 * smaller than one that is under way.
 */
final class EagerSend extends Operation {
  EagerSend(Engine engine) {
    super(engine);
    beginComplete();
  }

  @Override
  public String describe() {
    return "send";
  }
}
