package org.ronsel.conformance;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Collections of garbage that ranks ask for. Ranks of one JVM that ask at the same time share one.
 */
final class Garbage {
  private static final Object LOCK = new Object();
  private static final AtomicInteger BEGUN = new AtomicInteger();

  private Garbage() {}

  /** Makes garbage, and returns after a collection that began during this call. */
  static void makeAndCollect() {
    collect(true);
  }

  /** Returns after a collection that began during this call. */
  static void collect() {
    collect(false);
  }

  private static void collect(boolean make) {
    int before = BEGUN.get();
    synchronized (LOCK) {
      if (BEGUN.get() == before) {
        if (make) {
          make();
        }
        BEGUN.incrementAndGet();
        System.gc();
      }
    }
  }

  private static void make() {
    byte[][] garbage = new byte[64][];
    for (int i = 0; i < 1000; i++) {
      garbage[i % 64] = new byte[20_000];
    }
    Check.that(garbage[5].length == 20_000, "garbage is kept");
  }
}
