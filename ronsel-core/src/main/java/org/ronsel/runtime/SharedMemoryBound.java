package org.ronsel.runtime;

import org.ronsel.job.JobLayout;

/** How much shared memory a job can use on one host. */
public final class SharedMemoryBound {
  private SharedMemoryBound() {}

  /** The most bytes that a job of this layout can use, all JVMs together; 0 for a single JVM. */
  public static long bytes(JobLayout layout) {
    return Transports.sharedMemoryBound(layout);
  }
}
