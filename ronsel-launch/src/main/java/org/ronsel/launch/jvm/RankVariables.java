package org.ronsel.launch.jvm;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.launch.plan.JobPlan;

/**
 * The environment variables by which Open MPI tells a process its rank, which programs read before
 * they initialize MPI, or where they do not. Only a JVM of one rank has them: ranks that share a
 * JVM share its environment.
 */
final class RankVariables {
  private static final String SIZE = "OMPI_COMM_WORLD_SIZE";
  private static final String RANK = "OMPI_COMM_WORLD_RANK";
  private static final String LOCAL_SIZE = "OMPI_COMM_WORLD_LOCAL_SIZE";
  private static final String LOCAL_RANK = "OMPI_COMM_WORLD_LOCAL_RANK";
  private static final String NODE_RANK = "OMPI_COMM_WORLD_NODE_RANK";
  private static final String UNIVERSE_SIZE = "OMPI_UNIVERSE_SIZE";

  private static final List<String> NAMES =
      List.of(SIZE, RANK, LOCAL_SIZE, LOCAL_RANK, NODE_RANK, UNIVERSE_SIZE);

  private RankVariables() {}

  /** The variables for a JVM of a job; empty unless it has exactly one rank. */
  static Map<String, String> of(JobPlan plan, int jvm) {
    if (plan.ranksIn(jvm) != 1) {
      return Map.of();
    }
    String size = Integer.toString(plan.size());
    String localRank = Integer.toString(plan.ranksBeside(jvm, jvm));
    return Map.of(
        SIZE,
        size,
        RANK,
        Integer.toString(plan.firstRank()[jvm]),
        LOCAL_SIZE,
        Integer.toString(plan.ranksBeside(jvm, plan.jvms())),
        LOCAL_RANK,
        localRank,
        NODE_RANK,
        localRank,
        UNIVERSE_SIZE,
        size);
  }

  /** Adds them to other variables, which they replace. */
  static Map<String, String> addTo(Map<String, String> others, JobPlan plan, int jvm) {
    Map<String, String> all = new HashMap<>(others);
    all.putAll(of(plan, jvm));
    return all;
  }

  /** Removes the variables of another job, to which the starting process may belong. */
  static void removeFrom(Map<String, String> environment) {
    NAMES.forEach(environment::remove);
  }
}
