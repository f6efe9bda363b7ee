package org.ronsel.launch.supervise;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Actions to be run later by the thread that owns this object. */
final class Deadlines {
  private record Entry(long atNs, Runnable action) {}

  private final PriorityQueue<Entry> entries =
      new PriorityQueue<>(Comparator.comparingLong(Entry::atNs));
  private final long originNs = System.nanoTime();

  /** Runs the action once after this time. */
  void in(Duration delay, Runnable action) {
    entries.add(new Entry(nowNs() + delay.toNanos(), action));
  }

  /** Nanoseconds until the next action, 0 if it is due. */
  long nextNs() {
    Entry next = entries.peek();
    return next == null ? Long.MAX_VALUE : Math.max(0, next.atNs() - nowNs());
  }

  /** Runs the actions that are due. */
  void run() {
    while (!entries.isEmpty() && entries.peek().atNs() <= nowNs()) {
      entries.remove().action().run();
    }
  }

  private long nowNs() {
    return System.nanoTime() - originNs;
  }
}
