package org.ronsel.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;

/** How long threads have run, and been awake. */
public final class ThreadTime {
  /** Nanoseconds on a processor, nanoseconds in wait for one, and a count (Linux). */
  private static final Path SCHEDULED = Path.of("/proc/thread-self/schedstat");

  private ThreadTime() {}

  /**
   * How long the calling thread has run or, as far as the system tells, wanted to: what remains of
   * the time it has slept. On a machine under load that is much more than the processor time.
   *
   * @return nanoseconds; -1 if that is not known
   */
  public static long awake() {
    if (Thread.currentThread().isVirtual()) {
      return -1;
    }
    try {
      String[] numbers = Files.readString(SCHEDULED).strip().split(" ", -1);
      long ran = Long.parseLong(numbers[0]);
      if (ran > 0) {
        return ran + Long.parseLong(numbers[1]);
      }
    } catch (IOException | NumberFormatException e) {
      return ran();
    }
    return ran();
  }

  /**
   * How long the calling thread has run.
   *
   * @return nanoseconds of processor time; -1 if that is not known
   */
  public static long ran() {
    if (Thread.currentThread().isVirtual()) {
      return -1;
    }
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return threads.isCurrentThreadCpuTimeSupported() ? threads.getCurrentThreadCpuTime() : -1;
  }
}
