package org.ronsel.comm;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;

/** What a rank does when other ranks have said something, and nobody waits for it. */
final class DeferredFrees {
  private final List<Deferred> waiting = new ArrayList<>();

  private record Deferred(BooleanSupplier when, Runnable then) {}

  /** Has something done when a condition holds: when it is looked at next. */
  synchronized void add(BooleanSupplier when, Runnable then) {
    waiting.add(new Deferred(when, then));
  }

  /** Does what can be done now. */
  synchronized void freeReady() {
    for (Deferred each : List.copyOf(waiting)) {
      if (each.when.getAsBoolean()) {
        waiting.remove(each);
        each.then.run(); // which may add another
      }
    }
  }
}
