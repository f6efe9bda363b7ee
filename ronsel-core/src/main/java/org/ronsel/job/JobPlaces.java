package org.ronsel.job;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The host of each rank of a job, and the part of the host's memory, the same on all ranks.
 * Immutable.
 */
public final class JobPlaces {
  /** Stands for the region of a rank that is not bound to one. */
  public static final int ANY_REGION = -1;

  private final JobLayout layout;

  /** By JVM the number of its host, in the order in which hosts appear; empty for a single host. */
  private final int[] hosts;

  /** By JVM the regions of its ranks; empty if no rank is bound. */
  private final int[][] regions;

  private JobPlaces(JobLayout layout, int[] hosts, int[][] regions) {
    this.layout = layout;
    this.hosts = hosts;
    this.regions = regions;
  }

  /** All ranks on one host, none of them bound. */
  public static JobPlaces ofOneHost(JobLayout layout) {
    return new JobPlaces(layout, new int[0], new int[0][]);
  }

  /** Computes the places from the locations that the JVMs of the job have sent. */
  public static JobPlaces of(JobLayout layout, List<JvmLocation> locations) {
    Map<String, Integer> numbers = new HashMap<>();
    int[] hosts = new int[locations.size()];
    int[][] regions = new int[locations.size()][];
    for (int jvm = 0; jvm < hosts.length; jvm++) {
      JvmLocation location = locations.get(jvm);
      hosts[jvm] = numbers.computeIfAbsent(location.host(), name -> numbers.size());
      regions[jvm] = location.regions();
    }
    boolean bound = Arrays.stream(regions).anyMatch(ofJvm -> ofJvm.length > 0);
    return new JobPlaces(
        layout, numbers.size() == 1 ? new int[0] : hosts, bound ? regions : new int[0][]);
  }

  /** Whether some ranks are bound, so that regions differ. */
  public boolean hasRegions() {
    return regions.length > 0;
  }

  /** The number of a rank's JVM. */
  public int jvm(int rank) {
    return layout.jvmOf(rank);
  }

  /** The number of a rank's host. */
  public int host(int rank) {
    return hosts.length == 0 ? 0 : hosts[layout.jvmOf(rank)];
  }

  /** Whether the job has ranks on several hosts. */
  public boolean hasHosts() {
    return hosts.length > 0;
  }

  /** How many JVMs of the job are on the host of a rank. */
  public int jvmsOnHostOf(int rank) {
    int host = host(rank);
    return hosts.length == 0
        ? layout.jvms()
        : (int) Arrays.stream(hosts).filter(each -> each == host).count();
  }

  /** How many ranks of the job are on the host of a rank. */
  public int ranksOnHostOf(int rank) {
    if (hosts.length == 0) {
      return layout.size();
    }
    int sum = 0;
    for (int jvm = 0; jvm < hosts.length; jvm++) {
      sum += hosts[jvm] == host(rank) ? ranksOf(jvm) : 0;
    }
    return sum;
  }

  private int ranksOf(int jvm) {
    int first = layout.firstRank(jvm);
    return layout.isGhost(first) ? 0 : layout.firstRank(jvm + 1) - first;
  }

  /**
   * The ghosts of the job that are on the host of a rank. The first one is of the rank's {@link
   * #region}, if there is one, and the ranks of a region are dealt to its ghosts in turn; where
   * there is none, the ranks of the host are dealt to all ghosts of the host.
   */
  public int[] ghostsOf(int rank) {
    int[] onHost =
        IntStream.range(layout.size(), layout.endpoints())
            .filter(ghost -> host(ghost) == host(rank))
            .toArray();
    int[] near = IntStream.of(onHost).filter(ghost -> sharesRegion(ghost, rank)).toArray();
    boolean anyNear = near.length > 0;
    int before =
        (int)
            IntStream.range(0, rank)
                .filter(other -> host(other) == host(rank))
                .filter(other -> !anyNear || sharesRegion(other, rank))
                .count();
    int[] dealt = anyNear ? near : onHost;
    int[] rest =
        anyNear
            ? IntStream.of(onHost).filter(ghost -> !sharesRegion(ghost, rank)).toArray()
            : new int[0];
    return IntStream.concat(
            IntStream.range(0, dealt.length).map(i -> dealt[(before + i) % dealt.length]),
            IntStream.of(rest))
        .toArray();
  }

  private boolean sharesRegion(int one, int other) {
    return region(one) != ANY_REGION && region(one) == region(other);
  }

  /**
   * The part of the host's memory that a rank, or ghost, is bound to, as a number that means
   * something on its host only, or {@link #ANY_REGION}.
   */
  public int region(int rank) {
    if (regions.length == 0) {
      return ANY_REGION;
    }
    int jvm = layout.jvmOf(rank);
    int at = rank - layout.firstRank(jvm);
    return at < regions[jvm].length ? regions[jvm][at] : ANY_REGION;
  }
}
