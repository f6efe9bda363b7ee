package org.ronsel.engine.message;

import org.ronsel.engine.request.Operation;
import org.ronsel.engine.request.ProgressEngine;

/**
 * A nonblocking send whose message has been handed over at once: complete from the start, and
 * smaller than one that is under way.
 */
public final class EagerSend extends Operation {
  public EagerSend(ProgressEngine engine) {
    super(engine);
    completeUnshared();
  }

  @Override
  public String describe() {
    return "send";
  }
}
