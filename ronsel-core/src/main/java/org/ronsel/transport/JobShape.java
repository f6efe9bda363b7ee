package org.ronsel.transport;

/**
 * Which JVM of a job holds which endpoints: ranks are dealt to the JVMs in contiguous blocks, and
 * JVMs of ghosts follow them, with an endpoint each. Immutable.
 */
public interface JobShape {
  /** Number of endpoints: of ranks and ghosts. */
  int endpoints();

  /** Number of JVMs. */
  int jvms();

  /** Index of the JVM that holds an endpoint. */
  int jvmOf(int endpoint);

  /** First endpoint of a JVM; for {@link #jvms()}, the number of endpoints. */
  int firstRank(int jvm);

  /** Names the endpoints of a JVM, in words. */
  default String ranksOf(int jvm) {
    int first = firstRank(jvm);
    int last = firstRank(jvm + 1) - 1;
    return first == last ? "rank " + first : "ranks " + first + " to " + last;
  }
}
