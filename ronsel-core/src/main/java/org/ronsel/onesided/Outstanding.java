package org.ronsel.onesided;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.transport.Completion;

/** Counts operations that are not complete, and signals when none is left. Any thread. */
final class Outstanding {
  private int count;
  private List<Completion> untilNone = new ArrayList<>(1);

  /** Counts one more operation. */
  synchronized void begins() {
    count++;
  }

  /** Counts one operation less. */
  void ends() {
    List<Completion> told;
    synchronized (this) {
      if (--count > 0) {
        return;
      }
      told = untilNone;
      untilNone = new ArrayList<>(1);
    }
    told.forEach(each -> each.complete(0));
  }

  synchronized boolean any() {
    return count > 0;
  }

  /** Completes {@code done} when there is none. */
  void whenNone(Completion done) {
    synchronized (this) {
      if (count > 0) {
        untilNone.add(done);
        return;
      }
    }
    done.complete(0);
  }
}
