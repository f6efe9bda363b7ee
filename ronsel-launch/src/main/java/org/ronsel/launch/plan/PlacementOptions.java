package org.ronsel.launch.plan;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.UsageException;

/**
 * The placement of ranks in JVMs. At most one of the three is given; none means that all ranks are
 * threads of one JVM.
 *
 * @param processes whether every rank has a JVM of its own
 * @param jvms number of JVMs, or null
 * @param ranksPerJvm number of ranks of a JVM, or null
 */
public record PlacementOptions(
    boolean processes, @Nullable Integer jvms, @Nullable Integer ranksPerJvm) {
  public PlacementOptions {
    int given = (processes ? 1 : 0) + (jvms != null ? 1 : 0) + (ranksPerJvm != null ? 1 : 0);
    if (given > 1) {
      throw new UsageException("give only one of --processes, --jvms and --ranks-per-jvm");
    }
    if (jvms != null && jvms < 1) {
      throw new UsageException("--jvms " + jvms + ": a job needs at least 1 JVM");
    }
    if (ranksPerJvm != null && ranksPerJvm < 1) {
      throw new UsageException("--ranks-per-jvm " + ranksPerJvm + ": a JVM needs at least 1 rank");
    }
  }

  /** Whether no option about JVMs is given. */
  boolean isDefault() {
    return !processes && jvms == null && ranksPerJvm == null;
  }

  /** The device of MPJ Express that places ranks like this. */
  public String mpjDevice() {
    if (processes) {
      return "niodev";
    }
    return ranksPerJvm == null && (jvms == null || jvms == 1) ? "multicore" : "hybdev";
  }

  /**
   * Deals ranks to JVMs.
   *
   * @param blocks sizes of blocks of ranks that cannot share a JVM
   * @return first rank of each JVM, and at the end the number of ranks
   */
  int[] deal(List<Integer> blocks) {
    if (jvms != null) {
      requireOneBlock("--jvms", blocks);
    }
    List<Integer> first = new ArrayList<>();
    int rank = 0;
    for (int ranks : blocks) {
      int count = jvmsOf(ranks);
      for (int j = 0; j < count; j++) {
        first.add(rank + (int) ((long) ranks * j / count));
      }
      rank += ranks;
    }
    first.add(rank);
    return first.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * Refuses an option for the number of JVMs of all ranks where not all of these can share a JVM.
   */
  static void requireOneBlock(String option, List<Integer> blocks) {
    if (blocks.size() > 1) {
      throw new UsageException(
          option
              + " does not say which program gets how many: programs with --env, --wdir or -J of"
              + " their own need --processes or --ranks-per-jvm");
    }
  }

  /** The number of JVMs for these blocks of ranks. */
  long jvms(List<Integer> blocks) {
    return blocks.stream().mapToLong(this::jvmsOf).sum();
  }

  private int jvmsOf(int ranks) {
    if (processes) {
      return ranks;
    }
    if (ranksPerJvm != null) {
      return Math.ceilDiv(ranks, ranksPerJvm);
    }
    if (jvms == null) {
      return 1;
    }
    if (jvms > ranks) {
      throw new UsageException(
          "--jvms "
              + jvms
              + " is more than the "
              + ranks
              + " rank"
              + (ranks == 1 ? "" : "s")
              + " of -n: a JVM needs at least 1 rank");
    }
    return jvms;
  }
}
