package org.ronsel.runtime;

import java.util.List;
import org.ronsel.job.JobLayout;

/** What a launcher may know of the transports, before there is a job. */
public final class TransportInfo {
  private TransportInfo() {}

  /** The names of all transports that are found as services, in the order of preference. */
  public static List<String> names() {
    return Transports.names();
  }

  /**
   * The most shared memory in bytes that a job of this layout can use on one host, all JVMs
   * together; 0 for a single JVM.
   */
  public static long sharedMemoryBound(JobLayout layout) {
    return Transports.sharedMemoryBound(layout);
  }
}
