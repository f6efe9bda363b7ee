package org.ronsel.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/**
 * Asserts that threads sleep. That something does not happen can only be watched for a while: this
 * is the exception from the rule that tests wait for conditions. The while is a number of naps of
 * the calling thread, so that a busy machine stretches it, and nothing of it is a time that must
 * not be exceeded: the wake-ups of the threads are counted, and how often they are found awake.
 */
final class Asleep {
  private static final int NAPS = 300;
  private static final long NAP_NS = 1_000_000;

  /** In a second of naps a rank that waits wakes five times; in a minute twenty times. */
  private static final int MOST_WAKE_UPS = NAPS / 10;

  /** On a busy machine a thread that has woken waits long for a core, as the calling one does. */
  private static final int MOST_FOUND_AWAKE = NAPS / 2;

  private Asleep() {}

  /** Asserts that each of these platform threads, all of which have begun to park, sleeps on. */
  static void assertAsleep(List<Thread> threads) {
    long[] before = threads.stream().mapToLong(Asleep::waits).toArray();
    int[] foundAwake = new int[threads.size()];
    for (int nap = 0; nap < NAPS; nap++) {
      LockSupport.parkNanos(NAP_NS);
      for (int i = 0; i < foundAwake.length; i++) {
        foundAwake[i] += threads.get(i).getState() == Thread.State.RUNNABLE ? 1 : 0;
      }
    }
    for (int i = 0; i < foundAwake.length; i++) {
      assertThat(waits(threads.get(i)) - before[i])
          .as("wake-ups of thread %d in %d naps", i, NAPS)
          .isLessThanOrEqualTo(MOST_WAKE_UPS);
      assertThat(foundAwake[i])
          .as("how often thread %d was awake, of %d looks", i, NAPS)
          .isLessThanOrEqualTo(MOST_FOUND_AWAKE);
    }
  }

  /** How many times a thread has gone to sleep. */
  private static long waits(Thread thread) {
    ThreadMXBean bean = ManagementFactory.getThreadMXBean();
    ThreadInfo info = bean.getThreadInfo(thread.threadId());
    assertThat(info).as("a thread that has ended").isNotNull();
    return info.getWaitedCount();
  }
}
