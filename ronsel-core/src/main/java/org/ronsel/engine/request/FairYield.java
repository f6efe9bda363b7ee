package org.ronsel.engine.request;

import java.util.concurrent.locks.LockSupport;

/**
 * {@link Thread#yield} for threads that look again and again for something that other threads do.
 *
 * <p>Virtual threads that only yield can keep others out for ever: a carrier takes threads from one
 * submission queue until that is empty, a thread that yields joins the end of the same queue, and a
 * thread that a platform thread has woken stands in another one. Where the virtual threads that
 * yield are as many as the carriers, it never runs. So now and then a virtual thread parks for a
 * moment, which empties the queue.
 */
public final class FairYield {
  /** Between two moments of the JVM's virtual threads: parking takes some 50 us. */
  private static final long PARK_EVERY_NS = 1_000_000;

  private static final long MOMENT_NS = 1_000;

  /** Plain: a lost update makes one thread more park. */
  private static long parkedNs = System.nanoTime();

  private FairYield() {}

  /** Lets other threads run, all of them in the end. Keeps the interrupt of the calling thread. */
  public static void yieldNow() {
    if (Thread.currentThread().isVirtual()) {
      long now = System.nanoTime();
      if (now - parkedNs >= PARK_EVERY_NS) {
        parkedNs = now;
        park();
        return;
      }
    }
    Thread.yield();
  }

  /**
   * The first call may find a permit, and not park. It may come from the thread that completes the
   * operation this thread is about to wait for, so there is a permit afterwards: then a wait looks
   * once more.
   */
  private static void park() {
    // A thread that is interrupted does not park.
    boolean interrupted = Thread.interrupted();
    LockSupport.parkNanos(MOMENT_NS);
    LockSupport.parkNanos(MOMENT_NS);
    LockSupport.unpark(Thread.currentThread());
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
