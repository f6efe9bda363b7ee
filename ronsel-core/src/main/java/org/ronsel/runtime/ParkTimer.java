package org.ronsel.runtime;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.ronsel.engine.request.Waiting;

/**
 * Wakes virtual ranks that have been parked for long, so that each finds out whether what it waits
 * for will ever come. One thread that looks at all ranks ten times a second takes the place of a
 * timer for each park ({@link Waiting#wakeNowAndThen}).
 */
final class ParkTimer {
  private ParkTimer() {}

  /**
   * Wakes the ranks of a job that live in this JVM, and run in these virtual threads, until these
   * have ended.
   */
  static void start(LocalJob job, List<Thread> ranks) {
    Thread.ofPlatform().daemon().name("ronsel-park-timer").start(() -> wake(job, ranks));
  }

  private static void wake(LocalJob job, List<Thread> ranks) {
    try {
      job.wakeNowAndThen(true);
      while (anyAlive(ranks, Waiting.WAKE_INTERVAL_MS)) {
        job.wakeLongParked();
      }
    } catch (OutOfMemoryError e) {
      // The rank that has filled the heap gets this error as well, and the job ends by it.
    } finally {
      // Without this thread each sets timers again.
      job.wakeNowAndThen(false);
    }
  }

  /**
   * Waits until all threads have ended, or for so long; whether one has not ended. Takes an
   * interrupt of the calling thread, which is one of Ronsel's: a program that interrupts all
   * threads of its JVM does not end it.
   */
  static boolean anyAlive(List<Thread> threads, long waitMs) {
    long deadlineNs = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMs);
    for (Thread thread : threads) {
      if (!hasEnded(thread, deadlineNs)) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasEnded(Thread thread, long deadlineNs) {
    while (true) {
      try {
        long leftNs = deadlineNs - System.nanoTime();
        return thread.join(Duration.ofNanos(Math.max(leftNs, 1)));
      } catch (InterruptedException taken) {
        // The deadline stays.
      }
    }
  }
}
