package org.ronsel.job;

/** The kind of thread that a rank is. */
public enum RankKind {
  /** Virtual if the JVM holds more ranks than its share of the cores, else platform. */
  AUTO,
  /** Platform threads: the operating system divides the cores; a rank can be bound to one. */
  PLATFORM,
  /**
   * Virtual threads: a switch between ranks costs a tenth. The one condition: a rank that neither
   * waits nor ends keeps its core, so that a loop that watches a variable starves others.
   */
  VIRTUAL;

  /**
   * Whether ranks are virtual threads.
   *
   * @param ranks number of ranks of this JVM
   * @param cores number of cores that this JVM may use
   */
  public boolean isVirtual(int ranks, int cores) {
    return this == VIRTUAL || this == AUTO && ranks > cores;
  }
}
