package org.ronsel.job;

import java.util.Arrays;
import org.ronsel.transport.JobShape;

/**
 * Which JVM of a job holds which ranks, seen from one of the JVMs. Ranks are dealt in contiguous
 * blocks: JVM {@code j} holds ranks {@code firstRank[j]} (inclusive) to {@code firstRank[j + 1]}
 * (exclusive). The last JVMs may be those of ghosts, which carry out one-sided operations and are
 * in no communicator: each has one endpoint, with a number behind those of the ranks.
 *
 * @param jobId identifies the job on this host; shows up in messages and thread names
 * @param firstRank {@code jvms + 1} ascending numbers, the last of which is the number of endpoints
 * @param jvm index of the JVM that this layout was made for
 * @param ghosts how many of the JVMs, the last ones, are those of ghosts
 */
public record JobLayout(String jobId, int[] firstRank, int jvm, int ghosts) implements JobShape {
  /** Checks that every JVM has at least one rank. */
  public JobLayout {
    firstRank = firstRank.clone();
    if (firstRank.length < 2 || firstRank[0] != 0) {
      throw new IllegalArgumentException("no ranks: " + Arrays.toString(firstRank));
    }
    for (int j = 1; j < firstRank.length; j++) {
      if (firstRank[j] <= firstRank[j - 1]) {
        throw new IllegalArgumentException("JVM " + (j - 1) + " would have no rank");
      }
    }
    if (jvm < 0 || jvm >= firstRank.length - 1) {
      throw new IllegalArgumentException("no JVM " + jvm);
    }
    int jvms = firstRank.length - 1;
    if (ghosts < 0 || ghosts >= jvms || firstRank[jvms] - firstRank[jvms - ghosts] != ghosts) {
      throw new IllegalArgumentException(ghosts + " ghosts in " + Arrays.toString(firstRank));
    }
  }

  /** A job without ghosts. */
  public JobLayout(String jobId, int[] firstRank, int jvm) {
    this(jobId, firstRank, jvm, 0);
  }

  /** A job of {@code ranks} ranks that all live in this JVM. */
  public static JobLayout embedded(String jobId, int ranks) {
    return new JobLayout(jobId, new int[] {0, ranks}, 0);
  }

  /**
   * Deals {@code ranks} ranks to {@code jvms} JVMs as evenly as possible, seen from {@code jvm}.
   */
  public static JobLayout even(String jobId, int ranks, int jvms, int jvm) {
    int[] first = new int[jvms + 1];
    for (int j = 0; j <= jvms; j++) {
      first[j] = (int) ((long) ranks * j / jvms);
    }
    return new JobLayout(jobId, first, jvm);
  }

  @Override
  public int endpoints() {
    return firstRank[firstRank.length - 1];
  }

  /** Number of ranks of the job. */
  public int size() {
    return firstRank[jvms() - ghosts];
  }

  /** Whether this JVM is that of a ghost. */
  public boolean isGhost() {
    return isGhost(firstLocalRank());
  }

  /** Whether an endpoint is a ghost. */
  public boolean isGhost(int endpoint) {
    return endpoint >= size() && endpoint < endpoints();
  }

  @Override
  public int jvms() {
    return firstRank.length - 1;
  }

  @Override
  public int firstRank(int ofJvm) {
    return firstRank[ofJvm];
  }

  /** First rank of this JVM, or the endpoint of its ghost. */
  public int firstLocalRank() {
    return firstRank[jvm];
  }

  /** Number of ranks, or ghosts, of this JVM. */
  public int localRanks() {
    return firstRank[jvm + 1] - firstRank[jvm];
  }

  @Override
  public int jvmOf(int rank) {
    int at = Arrays.binarySearch(firstRank, rank);
    return at >= 0 ? at : -at - 2;
  }

  /** Whether {@code rank} lives in this JVM. */
  public boolean isLocal(int rank) {
    return rank >= firstRank[jvm] && rank < firstRank[jvm + 1];
  }

  @Override
  public int[] firstRank() {
    return firstRank.clone();
  }
}
