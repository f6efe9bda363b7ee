package org.ronsel.transport;

import org.jspecify.annotations.Nullable;

/**
 * A kind of transport. Providers are found by {@link java.util.ServiceLoader}; they have a public
 * constructor without parameters.
 *
 * <p>All JVMs of a job have the same providers. Each opens its part; then the JVMs tell each other
 * the {@linkplain JvmTransport#address addresses} of these parts. A peer is served by the transport
 * with the smallest {@linkplain #preference number} that {@linkplain JvmTransport#reaches reaches}
 * its JVM.
 */
public interface TransportProvider {
  /** Name as in {@code ronsel info}: {@code thread}, {@code shm}, ... */
  String name();

  /**
   * The place in the order of preference: the smallest number serves a peer. Within one JVM 100,
   * within one host 200, between hosts 300 to 500, other than these as a user wishes.
   */
  int preference();

  /**
   * Opens this JVM's part for a job.
   *
   * @return null if it can be of no use to the job
   * @throws org.ronsel.RonselException if it would be, but this machine lacks something
   */
  @Nullable JvmTransport open(TransportContext context);

  /** Whether it can only reach JVMs of this host, and so is told the addresses of no others. */
  default boolean isWithinHost() {
    return false;
  }

  /** Most shared memory, in bytes, that all JVMs of such a job together can use on one host. */
  default long sharedMemoryBound(JobShape shape) {
    return 0;
  }
}
