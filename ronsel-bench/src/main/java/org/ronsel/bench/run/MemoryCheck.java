package org.ronsel.bench.run;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.Settings;
import org.ronsel.machine.AvailableMemory;

/** Estimates the memory of a job, so that one that does not fit is skipped with a message. */
public final class MemoryCheck {
  private static final long MIB = 1 << 20;

  /** Bytes that a native process takes with its queues, without any message. */
  public static final long NATIVE_BYTES = 30 * MIB;

  /** The share of the memory that jobs may take; the system needs some too. */
  private static final double SHARE = 0.8;

  /** Some bytes less than that, as JVMs need. */
  private static final double MOST_IN_ARRAY = Integer.MAX_VALUE - 8.0;

  private MemoryCheck() {}

  /**
   * Bytes of all buffers of all ranks, with room for one more copy of what they receive, which
   * algorithms stage and heaps leave behind. Not a whole number, because that of many ranks would
   * not fit into one.
   */
  static double ofBuffers(Workload workload) {
    long ranks = workload.ranks();
    long size = workload.size();
    if (!workload.settings().layout().isDense()) {
      size = 2 * extent(workload); // packed for the check
    }
    Optional<MeasuredCollective.Loop> loop = MeasuredCollective.loop(workload.kernel());
    long blocks;
    if (loop.isPresent()) {
      MeasuredCollective which = loop.get().collective();
      blocks = which.blocksGiven(workload.ranks()) + 2 * which.blocksTaken(workload.ranks());
    } else if (workload.kernel().startsWith("window")) {
      blocks = 2L * (workload.distinct() ? workload.window() : 1);
    } else {
      blocks = 3L * workload.settings().threads();
    }
    int copies = workload.settings().memory() == Settings.Memory.OBJECT ? 3 : 1;
    return ranks * ((double) blocks * size * copies + workload.settings().coldBytes());
  }

  /**
   * Checks that a job fits.
   *
   * @param workloads that it measures, one after the other
   * @param processes its number of processes
   * @param each memory of each process without messages, in bytes
   * @throws UnavailableException naming the memory that it needs and the free memory
   */
  public static void check(List<Workload> workloads, int processes, long each)
      throws UnavailableException {
    for (Workload workload : workloads) {
      check(ofBuffers(workload) + (double) processes * each);
    }
  }

  /**
   * Checks that {@code need} bytes are free.
   *
   * @throws UnavailableException naming the memory that is needed and the free memory
   */
  public static void check(double need) throws UnavailableException {
    String tooMuch = tooMuch(need);
    if (tooMuch != null) {
      throw new UnavailableException(tooMuch);
    }
  }

  /** The reason why the data of a workload do not fit for any entrant; null if they do. */
  public static @Nullable String tooMuch(Workload workload) {
    double longest = (double) slots(workload) * extent(workload);
    if (longest > MOST_IN_ARRAY && workload.settings().memory() != Settings.Memory.OBJECT) {
      return String.format(
          Locale.ROOT,
          "needs messages of %.1f GiB beside each other, and an array has less than 2 GiB",
          longest / (1 << 30));
    }
    return tooMuch(ofBuffers(workload));
  }

  /** The largest number of messages that lie beside each other in memory of one rank. */
  private static long slots(Workload workload) {
    Optional<MeasuredCollective.Loop> loop = MeasuredCollective.loop(workload.kernel());
    if (loop.isPresent()) {
      MeasuredCollective which = loop.get().collective();
      return Math.max(which.blocksGiven(workload.ranks()), which.blocksTaken(workload.ranks()));
    }
    return workload.kernel().startsWith("window") && workload.distinct() ? workload.window() : 1;
  }

  private static long extent(Workload workload) {
    return workload.settings().layout().extent(workload.size());
  }

  private static @Nullable String tooMuch(double need) {
    long available = AvailableMemory.bytes();
    return need <= SHARE * available
        ? null
        : String.format(
            Locale.ROOT,
            "needs about %.1f GiB of memory, of which %.1f GiB are free",
            need / (1 << 30),
            available / (double) (1 << 30));
  }
}
