package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.OneSidedCase;

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
  ALLREDUCE("time of one allReduce, sum of doubles", "8,1K,64K,1M,16M", true),
  /** Broadcasts with a root that rotates. */
  BROADCAST("time of one broadcast, root rotating", "8,1K,64K,1M,16M", true),
  /** Sums of double arrays at a root that rotates. */
  REDUCE("time of one reduce, sum of doubles, root rotating", "8,1K,64K,1M,16M", true),
  /** AllGathers; sizes are of a block. */
  ALLGATHER("time of one allGather, size of a block", "8,1K,64K,1M,16M", true),
  /** AllToAlls; sizes are of a block. */
  ALLTOALL("time of one allToAll, size of a block", "8,1K,64K,1M,16M", true),
  /** Barrier and allReduce with more ranks than cores. */
  OVERSUBSCRIBE("time of one barrier or allReduce, more ranks than cores", "8", true),
  /** Nonblocking collectives while the ranks compute. */
  OVERLAP(
      "what part of a nonblocking collective goes on while the ranks compute as long",
      "8,64K,1M",
      true),
  /** Barriers, each timed by itself. */
  TAIL(
      "single barriers, each from when the last rank left the one before till it leaves",
      null,
      true),
  /** Operations on the memory of another rank. */
  RMA("time of one operation on another rank's memory, completed", "8,1K,64K,1M", false);

  /** What "collectives" on the command line stands for. */
  public static final List<Benchmark> COLLECTIVES =
      List.of(BARRIER, BROADCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL);

  /** With more than two ranks, sizes are these by default. */
  private static final List<Integer> SIZES_OF_MANY = List.of(8, 64 * 1024);

  /** How many tests there are in a computation; beside it there is one without any. */
  public static final int TESTS = 10;

  /** How long a busy target computes, in microseconds. */
  private static final int BUSY_US = 100;

  /** The smallest block, of 2 by 2 by 2 doubles, in bytes. */
  private static final int LEAST_BLOCK = 64;

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

  /** Whether it is shown in a table of its own, without ratios. */
  public boolean hasOwnTable() {
    return this == OVERLAP || this == TAIL;
  }

  /** Whether one of its workloads has to be called by its loop too. */
  public boolean hasSeveralKernels() {
    return this == OVERSUBSCRIBE || this == OVERLAP || this == RMA;
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
      case BARRIER -> each(ranks, List.of(2), n -> List.of(simple("barrier", 0, n)));
      case ALLREDUCE, BROADCAST, REDUCE, ALLGATHER, ALLTOALL ->
          each(
              ranks,
              List.of(2),
              n ->
                  (sizes.isEmpty() && n > 2 ? SIZES_OF_MANY : chosen)
                      .stream().map(size -> simple(label(), size, n)).toList());
      case OVERSUBSCRIBE ->
          each(
              ranks,
              List.of(2, 4, 8, 16, 64),
              n ->
                  Stream.concat(
                          Stream.of(simple("barrier", 0, n)),
                          chosen.stream().map(size -> simple("allreduce", size, n)))
                      .toList());
      case OVERLAP -> each(ranks, List.of(2), n -> overlap(chosen, n));
      case TAIL -> each(ranks, List.of(16), n -> List.of(simple("tail", 0, n)));
      case RMA ->
          Stream.concat(
                  OneSidedCase.AT_EACH_SIZE.stream().flatMap(name -> oneSided(name, chosen)),
                  OneSidedCase.AT_SMALLEST.stream()
                      .flatMap(name -> oneSided(name, List.of(Collections.min(chosen)))))
              .toList();
    };
  }

  /**
   * Workloads of {@link #RMA} that were asked for by name, such as {@code get-fence}.
   *
   * @param sizes in bytes; empty for the defaults
   * @throws IllegalArgumentException if there is no such case
   */
  public static List<Workload> oneSided(List<String> cases, List<Integer> sizes) {
    List<Integer> chosen = sizes.isEmpty() ? Sizes.parseList("" + RMA.defaultSizes) : sizes;
    return cases.stream().flatMap(name -> RMA.oneSided(name, chosen)).toList();
  }

  private Stream<Workload> oneSided(String name, List<Integer> sizes) {
    OneSidedCase which = OneSidedCase.parse(name);
    boolean isOfOneValue =
        which.operation().isOfOneValue() || which.operation() == OneSidedCase.Operation.SELFLOCK;
    List<Integer> own =
        isOfOneValue
            ? List.of(Long.BYTES)
            : which.inBlocks()
                ? sizes.stream().map(size -> Math.max(size, LEAST_BLOCK)).distinct().toList()
                : sizes;
    int window = which.busy() ? BUSY_US : 1;
    return own.stream()
        .map(size -> new Workload(this, name, size, 2, window, false, Metric.LATENCY));
  }

  private static List<Workload> each(
      List<Integer> ranks, List<Integer> defaultRanks, IntFunction<List<Workload>> workloads) {
    return (ranks.isEmpty() ? defaultRanks : ranks)
        .stream().flatMap(n -> workloads.apply(n).stream()).toList();
  }

  private List<Workload> overlap(List<Integer> sizes, int ranks) {
    List<Workload> workloads = new ArrayList<>();
    workloads.add(overlap("ibarrier", 0, ranks));
    for (String kernel :
        List.of("ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall")) {
      sizes.forEach(size -> workloads.add(overlap(kernel, size, ranks)));
    }
    return workloads;
  }

  private Workload overlap(String kernel, int size, int ranks) {
    return new Workload(this, kernel, size, ranks, TESTS, false, Metric.LATENCY);
  }

  private Workload simple(String kernel, int size, int ranks) {
    return simple(kernel, size, ranks, Metric.LATENCY);
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
