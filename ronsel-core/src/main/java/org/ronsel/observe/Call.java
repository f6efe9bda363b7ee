package org.ronsel.observe;

import java.util.ArrayList;
import java.util.List;

/** A call of the program that is under way. Used by its thread only. */
public final class Call {
  final CallSite site;
  final long startNs = System.nanoTime();
  final List<Span.Passage> messages = new ArrayList<>(1);

  /** The bytes of a collective operation, whose messages are not counted; -1 for other calls. */
  long contribution;

  long waitNs;

  Call(long contribution) {
    this.site = CallSite.current();
    this.contribution = contribution;
  }

  boolean countsMessages() {
    return contribution < 0;
  }
}
