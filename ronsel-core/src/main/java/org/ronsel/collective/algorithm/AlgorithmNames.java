package org.ronsel.collective.algorithm;

/** Names of algorithms that are one phase on a tree after another. */
final class AlgorithmNames {
  private AlgorithmNames() {}

  /** The tree's name if both phases have the same, else as {@code flatReduce+binomialBroadcast}. */
  static String name(Arrangement first, String firstPhase, Arrangement second, String secondPhase) {
    String name = first.name();
    String other = second.name();
    return name.equals(other) ? name : name + firstPhase + "+" + other + secondPhase;
  }

  /** Such as {@code hierarchical-ring+binomial}: among leaders, and within hosts. */
  static String hierarchical(ScheduledAlgorithm among, Hierarchical within) {
    return Hierarchical.PREFIX
        + among.name()
        + "+"
        + within.name().substring(Hierarchical.PREFIX.length());
  }

  /** The words of a summary for a pipeline of several parts. */
  static String inParts(int parts) {
    return parts == 1 ? "" : ", a pipeline of " + parts + " parts";
  }
}
