package org.ronsel.runtime.control;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Notices that the agent of a host says nothing any more: if it was stopped, the launcher gives the
 * host up, and nobody is left to end the JVMs there. There is no watch before an agent has said how
 * often it speaks, and so none of a launcher, which has to be continued to end the job.
 */
final class SilenceWatch {
  /**
   * Number of checks in a row without a frame after which the agent is lost. The launcher makes 24
   * at the same distance, so it has given up the host by then. Checks are counted, not time, so
   * that a JVM that was stopped itself does not end.
   */
  private static final int SILENT_LOOKS = 36;

  private final AtomicInteger silentLooks = new AtomicInteger();
  private final AtomicBoolean started = new AtomicBoolean();
  private final Runnable lost;

  /**
   * Creates a watch that has not begun.
   *
   * @param lost what is done, on another thread, when the agent is lost
   */
  SilenceWatch(Runnable lost) {
    this.lost = lost;
  }

  /** Notes that a frame has arrived. */
  void heard() {
    silentLooks.set(0);
  }

  /** Begins to watch, unless it has begun. */
  void begin(int everyMs) {
    if (started.compareAndSet(false, true)) {
      long everyNs = TimeUnit.MILLISECONDS.toNanos(Math.max(1, everyMs));
      Thread.ofPlatform().daemon().name("ronsel-silence").start(() -> watch(everyNs));
    }
  }

  private void watch(long everyNs) {
    while (silentLooks.incrementAndGet() <= SILENT_LOOKS) {
      long lookedNs = System.nanoTime();
      for (long left = everyNs; left > 0; left = everyNs - (System.nanoTime() - lookedNs)) {
        // A program may interrupt all threads of its group, and no thread parks while interrupted.
        var _ = Thread.interrupted();
        LockSupport.parkNanos(this, left);
      }
    }
    lost.run();
  }
}
