package org.ronsel.comm;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Queue;
import org.ronsel.Request;

/** What a rank frees when the other ranks have said that they do not need it any more. */
final class DeferredFrees {
  private final Queue<Deferred> waiting = new ArrayDeque<>();

  private record Deferred(Request when, Runnable free) {}

  /** Has something freed after a request has completed. */
  synchronized void add(Request when, Runnable free) {
    waiting.add(new Deferred(when, free));
  }

  /** Frees what can be freed now. */
  synchronized void freeReady() {
    for (Iterator<Deferred> each = waiting.iterator(); each.hasNext(); ) {
      Deferred deferred = each.next();
      if (deferred.when.test()) {
        each.remove();
        deferred.free.run();
      }
    }
  }
}
