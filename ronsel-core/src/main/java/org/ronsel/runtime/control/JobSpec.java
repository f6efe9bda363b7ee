package org.ronsel.runtime.control;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.job.RankKind;

/**
 * How the ranks of a job are run, the same for all its JVMs.
 *
 * @param layout which ranks are in which JVM on which host
 * @param ranks what a rank is
 * @param output where what ranks print goes
 * @param selection the table of collective algorithms
 * @param heartbeatMs milliseconds between two {@link Frame.Progress}, 0 for never
 * @param reportsFailures whether the job goes on when a JVM of it has failed
 */
public record JobSpec(
    Layout layout,
    Ranks ranks,
    Output output,
    Selection selection,
    int heartbeatMs,
    boolean reportsFailures) {
  /**
   * Which ranks are in which JVM on which host.
   *
   * @param jobId identifies the job on its hosts
   * @param firstRank as in {@link org.ronsel.job.JobLayout}
   * @param ghosts how many of the JVMs, the last ones, are those of ghosts
   * @param hosts by JVM the name of its host; empty if all JVMs are on the launcher's
   */
  public record Layout(String jobId, int[] firstRank, int ghosts, List<String> hosts) {
    /** Copies the list. */
    public Layout {
      hosts = List.copyOf(hosts);
    }
  }

  /**
   * What a rank is.
   *
   * @param kind the kind of thread that it is
   * @param sharedClasses whether the ranks of a JVM share one class loader
   * @param binding {@code "core"}, {@code "numa"} or {@code "none"}
   */
  public record Ranks(RankKind kind, boolean sharedClasses, String binding) {
    /**
     * What ranks are if nothing is said: threads, as fits, with classes of their own, not bound.
     */
    public static final Ranks DEFAULT = new Ranks(RankKind.AUTO, false, "none");
  }

  /**
   * Where what ranks print goes.
   *
   * @param tagged whether lines start with the rank
   * @param directory directory of a file per rank, or null for standard output
   */
  public record Output(boolean tagged, @Nullable String directory) {
    /** Standard output, as it is printed. */
    public static final Output PLAIN = new Output(false, null);
  }

  /**
   * The table of collective algorithms.
   *
   * @param name what it is called in messages
   * @param table its text, or null for the built-in one alone
   */
  public record Selection(String name, @Nullable String table) {}

  /** Whether two JVMs are on one host. */
  public boolean shareHost(int jvm, int other) {
    return layout.hosts.isEmpty() || layout.hosts.get(jvm).equals(layout.hosts.get(other));
  }

  /** How many JVMs with ranks are on the host of this one. */
  public int jvmsBeside(int jvm) {
    return jvmsBeside(jvm, layout.firstRank.length - 1 - layout.ghosts);
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
    int jvms = layout.firstRank.length - 1;
    int count = 0;
    for (int ghost = jvms - layout.ghosts; ghost < jvms; ghost++) {
      count += shareHost(jvm, ghost) ? 1 : 0;
    }
    return count;
  }

  /** How many ranks and ghosts of the job are on the host of this JVM. */
  public int ranksBeside(int jvm) {
    return ranksBeside(jvm, layout.firstRank.length - 1);
  }

  /** How many ranks on the host of this JVM are in front of its own. */
  public int ranksBefore(int jvm) {
    return ranksBeside(jvm, jvm);
  }

  private int ranksBeside(int jvm, int end) {
    int count = 0;
    for (int other = 0; other < end; other++) {
      count += shareHost(jvm, other) ? layout.firstRank[other + 1] - layout.firstRank[other] : 0;
    }
    return count;
  }
}
