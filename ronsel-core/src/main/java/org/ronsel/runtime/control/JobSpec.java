package org.ronsel.runtime.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;

/**
 * How the ranks of a job are run, the same for all its JVMs.
 *
 * @param jobId identifies the job on its hosts
 * @param firstRank as in {@link org.ronsel.job.JobLayout}
 * @param ghosts how many of the JVMs, the last ones, are those of ghosts
 * @param hosts by JVM the name of its host; empty if all JVMs are on the launcher's
 * @param rankKind the kind of thread that a rank is
 * @param sharedClasses whether the ranks of a JVM share one class loader
 * @param tagOutput whether lines of output start with the rank
 * @param outputDirectory directory of the files that output goes to, or null for standard output
 * @param binding {@code "core"}, {@code "numa"} or {@code "none"}
 * @param heartbeatMs milliseconds between two {@link Frame.Progress}, 0 for never
 * @param reportsFailures whether the job goes on when a JVM of it has failed
 * @param tableName what the table of collective algorithms is called in messages
 * @param table its text, or null for the built-in one alone
 */
public record JobSpec(
    String jobId,
    int[] firstRank,
    int ghosts,
    List<String> hosts,
    RankKind rankKind,
    boolean sharedClasses,
    boolean tagOutput,
    @Nullable String outputDirectory,
    String binding,
    int heartbeatMs,
    boolean reportsFailures,
    String tableName,
    @Nullable String table) {
  /** Copies the list. */
  public JobSpec {
    hosts = List.copyOf(hosts);
  }

  /** Whether two JVMs are on one host. */
  public boolean shareHost(int jvm, int other) {
    return hosts.isEmpty() || hosts.get(jvm).equals(hosts.get(other));
  }

  /** How many JVMs with ranks are on the host of this one. */
  public int jvmsBeside(int jvm) {
    return jvmsBeside(jvm, firstRank.length - 1 - ghosts);
  }

  /** How many JVMs on the host of this one are in front of it. */
  public int jvmsBefore(int jvm) {
    return jvmsBeside(jvm, jvm);
  }

  private int jvmsBeside(int jvm, int end) {
    int count = 0;
    for (int other = 0; other < end; other++) {
      count += shareHost(jvm, other) ? 1 : 0;
    }
    return count;
  }

  /** How many ghosts are on the host of this JVM. */
  public int ghostsBeside(int jvm) {
    int jvms = firstRank.length - 1;
    int count = 0;
    for (int ghost = jvms - ghosts; ghost < jvms; ghost++) {
      count += shareHost(jvm, ghost) ? 1 : 0;
    }
    return count;
  }

  /** How many ranks and ghosts of the job are on the host of this JVM. */
  public int ranksBeside(int jvm) {
    return ranksBeside(jvm, firstRank.length - 1);
  }

  /** How many ranks on the host of this JVM are in front of its own. */
  public int ranksBefore(int jvm) {
    return ranksBeside(jvm, jvm);
  }

  private int ranksBeside(int jvm, int end) {
    int count = 0;
    for (int other = 0; other < end; other++) {
      count += shareHost(jvm, other) ? firstRank[other + 1] - firstRank[other] : 0;
    }
    return count;
  }
}
