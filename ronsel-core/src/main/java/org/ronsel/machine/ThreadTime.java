package org.ronsel.machine;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/** The processor time of threads. */
public final class ThreadTime {
  private ThreadTime() {}

  /** What the calling thread has used, in nanoseconds; -1 if that is not known. */
  public static long ofCurrentThread() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return !Thread.currentThread().isVirtual() && threads.isCurrentThreadCpuTimeSupported()
        ? threads.getCurrentThreadCpuTime()
        : -1;
  }
}
