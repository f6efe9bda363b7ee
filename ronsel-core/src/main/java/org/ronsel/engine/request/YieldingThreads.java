package org.ronsel.engine.request;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Counts the virtual threads of this JVM that yield while they wait, which are no more than there
 * are cores. So many keep all carriers awake: a carrier that has gone to sleep takes a system call
 * to be woken, and tens of microseconds. Any further one would keep those from running that what
 * all wait for depends on, since threads that yield run in turn with them.
 */
final class YieldingThreads {
  private static final int MOST = Runtime.getRuntime().availableProcessors();

  private static final AtomicInteger COUNT = new AtomicInteger();

  private YieldingThreads() {}

  /** Counts the calling thread, if it may yield; then it has to {@link #leave()}. */
  static boolean enter() {
    if (COUNT.getOpaque() >= MOST) {
      return false;
    }
    if (COUNT.incrementAndGet() > MOST) {
      COUNT.decrementAndGet();
      return false;
    }
    return true;
  }

  /** The calling thread yields no more. */
  static void leave() {
    COUNT.decrementAndGet();
  }
}
