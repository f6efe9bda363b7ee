package org.ronsel.onesided;

import java.util.ArrayList;
import java.util.List;
import org.ronsel.RonselException;
import org.ronsel.transport.Completion;

/** Counts what is not done yet, and tells when nothing is left. Any thread. */
final class Outstanding {
  private int count;
  private List<Completion> untilNone = new ArrayList<>(1);

  /** One more. */
  synchronized void begins() {
    count++;
  }

  /** One less. */
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

  /** Nothing of it will ever be done: tells those who wait. */
  void abandon(RonselException why) {
    List<Completion> told;
    synchronized (this) {
      told = untilNone;
      untilNone = new ArrayList<>(1);
    }
    told.forEach(each -> each.fail(why));
  }

  synchronized boolean any() {
    return count > 0;
  }

  /** Tells when there is none. */
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
