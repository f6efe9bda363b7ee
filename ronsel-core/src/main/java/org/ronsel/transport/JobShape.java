package org.ronsel.transport;

/**
 * Which JVM of a job holds which ranks: ranks are dealt to the JVMs in contiguous blocks.
 * Immutable.
 */
public interface JobShape {
  /** Number of ranks. */
  int ranks();

  /** Number of JVMs. */
  int jvms();

  /** Index of the JVM that holds a rank. */
  int jvmOf(int rank);

  /** First rank of a JVM; for {@link #jvms()}, the number of ranks. */
  int firstRank(int jvm);
}
