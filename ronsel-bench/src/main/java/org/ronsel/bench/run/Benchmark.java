package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What can be asked for on the command line, with its defaults. */
public enum Benchmark {
  /** Half round trip between two ranks. */
  PINGPONG("half round trip", "8,1K,64K,1M,16M", false),
  /** Windows of nonblocking messages in one direction, as bandwidth. */
  STREAM("bandwidth, windows of messages in one direction", "64K,1M,16M", false),
  /** Windows of 64 small nonblocking messages, as messages per second. */
  RATE("message rate, windows of 64 messages in one direction", "8", false),
  /** Barriers one after the other. */
  BARRIER("time of one barrier", null, true),
  /** Sums of double arrays. */
  ALLREDUCE("time of one allReduce, sum of doubles", "8,1K,64K,1M", true),
  /** Broadcasts with a root that rotates. */
  BROADCAST("time of one broadcast, root rotating", "8,1K,64K,1M", true),
  /** Sums of double arrays at a root that rotates. */
  REDUCE("time of one reduce, sum of doubles, root rotating", "8,1K,64K,1M", true),
  /** AllGathers; sizes are of a block. */
  ALLGATHER("time of one allGather, size of a block", "8,1K,64K,1M", true),
  /** AllToAlls; sizes are of a block. */
  ALLTOALL("time of one allToAll, size of a block", "8,1K,64K,1M", true),
  /** Barrier and allReduce with more ranks than cores. */
  OVERSUBSCRIBE("time of one barrier or allReduce, more ranks than cores", "8", true);

  /** What "collectives" on the command line stands for. */
  public static final List<Benchmark> COLLECTIVES =
      List.of(BARRIER, BROADCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL);

  /** Windows up to this total get a buffer for each message. */
  private static final int DISTINCT_BYTES = 64 * 1024;

  private final String title;
  private final @Nullable String defaultSizes;
  private final boolean anyRanks;

  Benchmark(String title, @Nullable String defaultSizes, boolean anyRanks) {
    this.title = title;
    this.defaultSizes = defaultSizes;
    this.anyRanks = anyRanks;
  }

  /** Name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One line for a person. */
  public String title() {
    return title;
  }

  /** Whether message sizes can be chosen. */
  public boolean takesSizes() {
    return defaultSizes != null;
  }

  /** Whether the number of ranks can be chosen. */
  public boolean takesRanks() {
    return anyRanks;
  }

  /**
   * The workloads of this benchmark.
   *
   * @param sizes message sizes in bytes; empty for the defaults
   * @param ranks numbers of ranks; empty for the defaults
   * @param distinct a buffer for each message in flight, whatever its size
   */
  public List<Workload> workloads(List<Integer> sizes, List<Integer> ranks, boolean distinct) {
    List<Integer> chosen =
        sizes.isEmpty() && defaultSizes != null ? Sizes.parseList(defaultSizes) : sizes;
    return switch (this) {
      case PINGPONG -> chosen.stream().map(s -> simple("pingpong", s, 2, Metric.LATENCY)).toList();
      case STREAM ->
          chosen.stream().map(s -> window(s, streamWindow(s), distinct, Metric.BANDWIDTH)).toList();
      case RATE -> chosen.stream().map(s -> window(s, 64, distinct, Metric.RATE)).toList();
      case BARRIER -> collectives(ranks, List.of(2), List.of(), "barrier", "");
      case ALLREDUCE -> collectives(ranks, List.of(2), chosen, "", "allreduce");
      case BROADCAST -> collectives(ranks, List.of(2), chosen, "", "broadcast");
      case REDUCE -> collectives(ranks, List.of(2), chosen, "", "reduce");
      case ALLGATHER -> collectives(ranks, List.of(2), chosen, "", "allgather");
      case ALLTOALL -> collectives(ranks, List.of(2), chosen, "", "alltoall");
      case OVERSUBSCRIBE ->
          collectives(ranks, List.of(2, 4, 8, 16, 64), chosen, "barrier", "allreduce");
    };
  }

  private List<Workload> collectives(
      List<Integer> ranks,
      List<Integer> defaultRanks,
      List<Integer> sizes,
      String sizeless,
      String sized) {
    List<Workload> workloads = new ArrayList<>();
    for (int n : ranks.isEmpty() ? defaultRanks : ranks) {
      if (!sizeless.isEmpty()) {
        workloads.add(simple(sizeless, 0, n, Metric.LATENCY));
      }
      for (int size : sizes) {
        workloads.add(simple(sized, size, n, Metric.LATENCY));
      }
    }
    return workloads;
  }

  private Workload simple(String kernel, int size, int ranks, Metric metric) {
    return new Workload(this, kernel, size, ranks, 1, false, metric);
  }

  private Workload window(int size, int window, boolean distinct, Metric metric) {
    boolean own = distinct || (long) size * window <= DISTINCT_BYTES;
    return new Workload(this, "window", size, 2, window, own, metric);
  }

  private static int streamWindow(int size) {
    if (size <= 64 * 1024) {
      return 64;
    }
    return size <= 1024 * 1024 ? 16 : 4;
  }
}
