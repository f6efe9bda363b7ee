package org.ronsel.runtime;

import org.ronsel.transport.shm.ShmHost;

/** How much shared memory a job can use on one host. */
public final class SharedMemoryBound {
  private SharedMemoryBound() {}

  /** The most bytes that a job of this layout can use, all JVMs together; 0 for a single JVM. */
  public static long bytes(JobLayout layout) {
    if (layout.jvms() == 1) {
      return 0;
    }
    int[] first = layout.firstRank();
    return ShmHost.boundBytes(
        new ShmHost.Directory() {
          @Override
          public int jvms() {
            return layout.jvms();
          }

          @Override
          public int jvmOf(int rank) {
            return layout.jvmOf(rank);
          }

          @Override
          public int firstRank(int jvm) {
            return first[jvm];
          }

          @Override
          public String handle(int jvm) {
            throw new IllegalStateException("a job that is only planned has no segments");
          }
        });
  }
}
