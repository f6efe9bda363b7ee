package org.ronsel.job;

import org.jspecify.annotations.Nullable;

/**
 * How the JVMs of a job learn of each other before any transport exists. Implemented by the control
 * connection to the launcher, and by process managers of any kind.
 */
public interface WireUp {
  /**
   * Gives {@code mine} to every JVM of the job and returns what each of them gave, by JVM index.
   * Collective over the JVMs of the job; called by one thread at a time; blocks until all have
   * called.
   */
  byte[][] allGather(byte[] mine);

  /** The secret of the job, which no stranger has; shared memory and connections prove it. */
  byte[] secret();

  /** The agreements of the job's ranks, or null if they cannot agree. */
  default @Nullable Agreements agreements() {
    return null;
  }

  /** Whether all JVMs of the job are known to be on one host. */
  default boolean oneHost() {
    return false;
  }
}
