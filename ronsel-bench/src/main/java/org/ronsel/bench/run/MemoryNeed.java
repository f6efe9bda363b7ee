package org.ronsel.bench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** About how much memory a job takes, so that one that does not fit is skipped by name. */
public final class MemoryNeed {
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final String AVAILABLE = "MemAvailable:";
  private static final long MIB = 1 << 20;

  /** What a JVM takes without any message. */
  public static final long JVM_BYTES = 90 * MIB;

  /** The same of a native process with its queues. */
  public static final long NATIVE_BYTES = 30 * MIB;

  /** The system needs some memory too. */
  private static final double SHARE = 0.8;

  private MemoryNeed() {}

  /**
   * Bytes of all buffers of all ranks, with room for one more copy of what they receive, which
   * algorithms stage and heaps leave behind.
   */
  static long ofBuffers(Workload workload) {
    long ranks = workload.ranks();
    long size = workload.size();
    long all = ranks * size;
    return ranks
        * switch (workload.kernel()) {
          case "alltoall", "ialltoall" -> 3 * all;
          case "allgather", "iallgather" -> size + 2 * all;
          case "window" -> 2 * (workload.distinct() ? size * workload.window() : size);
          default -> 3 * size;
        };
  }

  /**
   * Checks that a job fits.
   *
   * @param processes how many processes it has
   * @param each what each of them takes without messages, in bytes
   * @throws UnavailableException naming what it needs and what there is
   */
  public static void check(Workload workload, int processes, long each)
      throws UnavailableException {
    check(ofBuffers(workload) + processes * each);
  }

  /**
   * Checks that so many bytes are free.
   *
   * @throws UnavailableException naming what is needed and what there is
   */
  public static void check(long need) throws UnavailableException {
    long available = available();
    if (need > SHARE * available) {
      throw new UnavailableException(
          String.format(
              Locale.ROOT,
              "needs about %.1f GiB of memory, of which %.1f GiB are free",
              need / (double) (1 << 30),
              available / (double) (1 << 30)));
    }
  }

  /** Memory that could be had now, in bytes; without end where the system does not say. */
  private static long available() {
    try {
      List<String> lines = Files.isReadable(MEMORY) ? Files.readAllLines(MEMORY) : List.of();
      for (String line : lines) {
        if (line.startsWith(AVAILABLE)) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) * 1024;
        }
      }
      return Long.MAX_VALUE;
    } catch (IOException e) {
      return Long.MAX_VALUE;
    }
  }
}
