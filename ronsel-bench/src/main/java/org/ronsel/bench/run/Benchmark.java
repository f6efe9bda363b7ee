package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.Collective;
import org.ronsel.bench.method.Collective.Form;
import org.ronsel.bench.method.Layout;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;

/** The benchmarks of the command line, with their defaults. */
public enum Benchmark {
  /** Half round trip between two ranks. */
  PINGPONG("half round trip", "8,1K,64K,1M,16M", Ranks.TWO),
  /** Half round trip with persistent requests. */
  LATENCY_PERSISTENT("half round trip, persistent requests", "8,1K,64K,1M", Ranks.TWO),
  /** Half round trip in several pairs of ranks at once. */
  MULTI_LAT("half round trip, all pairs of ranks at once", "8,1K,64K,1M", Ranks.EVEN),
  /** Half round trip between several threads of each rank at once. */
  LATENCY_MT("half round trip of each thread, all threads at once", "8,1K,64K,1M", Ranks.TWO),
  /** Windows of nonblocking messages in one direction, as bandwidth. */
  STREAM("bandwidth, windows of messages in one direction", "64K,1M,16M", Ranks.TWO),
  /** Windows of nonblocking messages in both directions, as bandwidth. */
  BIBW("bandwidth, windows of messages in both directions", "8,1K,64K,1M,16M", Ranks.TWO),
  /** Windows of nonblocking messages in several pairs of ranks at once, as bandwidth. */
  MBW_MR("bandwidth of all pairs of ranks at once, one direction", "8,1K,64K,1M", Ranks.EVEN),
  /** Windows of 64 small nonblocking messages, as messages per second. */
  RATE("message rate, windows of 64 messages in one direction", "8", Ranks.TWO),
  /** Messages of both ranks that cross. */
  PINGPING("time of two messages that cross", "8,1K,64K,1M", Ranks.EVEN),
  /** Messages around a ring. */
  SENDRECV("time of one sendReceive, all ranks in a ring", "8,1K,64K,1M", Ranks.ANY),
  /** Messages to both sides in a ring. */
  EXCHANGE("time of messages to and from both sides in a ring", "8,1K,64K,1M", Ranks.ANY),
  /** Barriers one after the other. */
  BARRIER("time of one barrier", null, Ranks.ANY),
  /** Broadcasts with a root that rotates. */
  BROADCAST("time of one broadcast", Defaults.COLLECTIVE, Ranks.ANY),
  /** Sums of double arrays at a root that rotates. */
  REDUCE("time of one reduce, sum of doubles", Defaults.COLLECTIVE, Ranks.ANY),
  /** Sums of double arrays. */
  ALLREDUCE("time of one allReduce, sum of doubles", Defaults.COLLECTIVE, Ranks.ANY),
  /** AllGathers; sizes are of a block. */
  ALLGATHER("time of one allGather, size of a block", Defaults.COLLECTIVE, Ranks.ANY),
  /** AllToAlls; sizes are of a block. */
  ALLTOALL("time of one allToAll, size of a block", Defaults.COLLECTIVE, Ranks.ANY),
  /** Gathers; sizes are of a block. */
  GATHER("time of one gather, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** Scatters; sizes are of a block. */
  SCATTER("time of one scatter, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** Gathers by lengths and places. */
  GATHERV("time of one gatherv, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** Scatters by lengths and places. */
  SCATTERV("time of one scatterv, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** AllGathers by lengths and places. */
  ALLGATHERV("time of one allGatherv, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** AllToAlls by lengths and places. */
  ALLTOALLV("time of one allToAllv, size of a block", Defaults.OTHERS, Ranks.ANY),
  /** Sums, of which each rank gets a part. */
  REDUCESCATTER("time of one reduceScatter, size of the summands", Defaults.OTHERS, Ranks.ANY),
  /** The same in equal parts. */
  REDUCESCATTERBLOCK(
      "time of one reduceScatterBlock, size of the summands", Defaults.OTHERS, Ranks.ANY),
  /** Sums over the ranks up to one. */
  SCAN("time of one scan, sum of doubles", Defaults.OTHERS, Ranks.ANY),
  /** Sums over the ranks before one. */
  EXSCAN("time of one exscan, sum of doubles", Defaults.OTHERS, Ranks.ANY),
  /** Operations of neighbours. */
  NEIGHBORS("time of one operation of the neighbours in a ring", Defaults.OTHERS, Ranks.ANY),
  /** Persistent collectives. */
  PERSISTENT("time of one collective that was prepared, start to end", "8,64K", Ranks.ANY),
  /** Barrier and allReduce with more ranks than cores. */
  OVERSUBSCRIBE("time of one barrier or allReduce, more ranks than cores", "8", Ranks.ANY),
  /** Nonblocking collectives while the ranks compute. */
  OVERLAP(
      "what part of a nonblocking collective goes on while the ranks compute as long",
      "8,64K,1M",
      Ranks.ANY),
  /** Barriers, each timed by itself. */
  TAIL(
      "single barriers, each from when the last rank left the one before till it leaves",
      null,
      Ranks.ANY),
  /** Operations on the memory of another rank. */
  RMA("time of one operation on another rank's memory, completed", "8,1K,64K,1M", Ranks.TWO);

  /** The numbers of ranks that a benchmark accepts. */
  private enum Ranks {
    TWO,
    EVEN,
    ANY
  }

  private static final class Defaults {
    static final String COLLECTIVE = "8,1K,64K,1M,16M";
    static final String OTHERS = "8,1K,64K,1M";
  }

  /** The collectives for which there are targets. */
  public static final List<Benchmark> COLLECTIVES =
      List.of(BARRIER, BROADCAST, REDUCE, ALLREDUCE, ALLGATHER, ALLTOALL);

  /** Nonblocking operations whose overlap is measured by default. */
  private static final List<Collective> OVERLAPPED =
      List.of(
          Collective.BARRIER,
          Collective.BROADCAST,
          Collective.REDUCE,
          Collective.ALLREDUCE,
          Collective.ALLGATHER,
          Collective.ALLTOALL);

  /** The default sizes with more than two ranks. */
  private static final List<Integer> SIZES_OF_MANY = List.of(8, 64 * 1024);

  /** The default number of ranks where several pairs are needed. */
  private static final List<Integer> SEVERAL = List.of(4);

  private static final List<Integer> TWO = List.of(2);

  private static final List<Collective> KNOWN = List.of(Collective.values());

  /** Number of tests in a computation; another computation has none. */
  public static final int TESTS = 10;

  /** Time for which a busy target computes, in microseconds. */
  private static final int BUSY_US = 100;

  /** The smallest block, of 2 by 2 by 2 doubles, in bytes. */
  private static final int LEAST_BLOCK = 64;

  /** Largest total size of a window with a buffer for each message, in bytes. */
  private static final int DISTINCT_BYTES = 64 * 1024;

  private final String title;
  private final @Nullable String defaultSizes;
  private final Ranks takes;

  Benchmark(String title, @Nullable String defaultSizes, Ranks takes) {
    this.title = title;
    this.defaultSizes = defaultSizes;
    this.takes = takes;
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
    return takes != Ranks.TWO;
  }

  /**
   * Whether it measures blocking operations of all ranks, which take data in each kind of memory.
   */
  boolean isBlockingCollective() {
    return Collective.loop(label()).isPresent();
  }

  /** Whether the time to hand over a cache line is shown beside its results. */
  boolean isShownByHandOver() {
    return switch (this) {
      case PINGPONG, STREAM, RATE, PINGPING, OVERSUBSCRIBE, RMA -> true;
      default -> COLLECTIVES.contains(this);
    };
  }

  /** Whether its messages are few enough to be objects. */
  private boolean takesObjects() {
    return switch (this) {
      case PINGPONG, MULTI_LAT, LATENCY_MT, PINGPING, SENDRECV -> true;
      default -> isBlockingCollective() && Collective.valueOf(name()).takesObjects();
    };
  }

  /** Whether its messages may have gaps. */
  private boolean takesDatatypes() {
    return switch (this) {
      case RMA, TAIL, BARRIER, OVERSUBSCRIBE, OVERLAP, PERSISTENT -> false;
      default -> !isBlockingCollective() || !Collective.valueOf(name()).reduces();
    };
  }

  /** Whether the name of a workload needs the name of its loop too. */
  public boolean hasSeveralKernels() {
    return switch (this) {
      case OVERSUBSCRIBE, OVERLAP, RMA, NEIGHBORS, PERSISTENT -> true;
      default -> false;
    };
  }

  /** The workloads of this benchmark at some sizes and numbers of ranks. */
  public List<Workload> workloads(List<Integer> sizes, List<Integer> ranks, boolean distinct) {
    return workloads(new Choice(sizes, ranks, List.of(), 0, distinct, Settings.DEFAULT));
  }

  /**
   * The workloads of this benchmark.
   *
   * @throws IllegalArgumentException if the benchmark does not allow the choice
   */
  public List<Workload> workloads(Choice choice) {
    check(choice);
    List<Integer> all =
        choice.sizes().isEmpty() && defaultSizes != null
            ? Sizes.parseList(defaultSizes)
            : choice.sizes();
    List<Integer> chosen = fitting(all, choice);
    boolean distinct = choice.distinct();
    Settings settings =
        this == LATENCY_MT && choice.settings().threads() == 1
            ? choice.settings().withThreads(2)
            : choice.settings();
    List<Workload> workloads =
        switch (this) {
          case PINGPONG -> each(chosen, s -> simple("pingpong", s, 2));
          case LATENCY_PERSISTENT -> each(chosen, s -> simple("pingpong-persistent", s, 2));
          case LATENCY_MT -> each(chosen, s -> simple("pingpong-threads", s, 2));
          case MULTI_LAT ->
              each(choice.ranks(), SEVERAL, n -> each(chosen, s -> simple("pingpong-pairs", s, n)));
          case STREAM ->
              each(chosen, s -> window("window", s, 2, streamWindow(s, choice), distinct));
          case BIBW ->
              each(chosen, s -> window("window-both", s, 2, streamWindow(s, choice), distinct));
          case MBW_MR ->
              each(
                  choice.ranks(),
                  SEVERAL,
                  n ->
                      each(
                          chosen,
                          s -> window("window-pairs", s, n, streamWindow(s, choice), distinct)));
          case RATE ->
              each(
                  chosen,
                  s ->
                      window("window", s, 2, choice.window() > 0 ? choice.window() : 64, distinct));
          case PINGPING, SENDRECV, EXCHANGE ->
              each(choice.ranks(), TWO, n -> each(chosen, s -> simple(label(), s, n)));
          case BARRIER -> each(choice.ranks(), TWO, n -> List.of(simple("barrier", 0, n)));
          case OVERSUBSCRIBE ->
              each(
                  choice.ranks(),
                  List.of(2, 4, 8, 16, 64),
                  n ->
                      Stream.concat(
                              Stream.of(simple("barrier", 0, n)),
                              chosen.stream().map(size -> simple("allreduce", size, n)))
                          .toList());
          case OVERLAP ->
              each(
                  choice.ranks(), TWO, n -> forms(Form.NONBLOCKING, OVERLAPPED, choice, chosen, n));
          case PERSISTENT ->
              each(choice.ranks(), TWO, n -> forms(Form.PERSISTENT, KNOWN, choice, chosen, n));
          case NEIGHBORS ->
              each(
                  choice.ranks(),
                  TWO,
                  n -> forms(Form.BLOCKING, Collective.neighbors(), choice, chosen, n));
          case TAIL -> each(choice.ranks(), List.of(16), n -> List.of(simple("tail", 0, n)));
          case RMA ->
              Stream.concat(
                      OneSidedCase.AT_EACH_SIZE.stream().flatMap(name -> oneSided(name, chosen)),
                      OneSidedCase.AT_SMALLEST.stream()
                          .flatMap(name -> oneSided(name, List.of(Collections.min(chosen)))))
                  .toList();
          default ->
              each(
                  choice.ranks(),
                  TWO,
                  n ->
                      each(
                          choice.sizes().isEmpty() && n > 2
                              ? fitting(SIZES_OF_MANY, choice)
                              : chosen,
                          size -> simple(label(), size, n)));
        };
    workloads.forEach(workload -> checkRoot(workload, settings));
    return workloads.stream().map(workload -> workload.with(settings)).toList();
  }

  private static void checkRoot(Workload workload, Settings settings) {
    if (workload.isRooted() && settings.root() >= workload.ranks()) {
      throw new IllegalArgumentException(
          "there is no root " + settings.root() + " among " + workload.ranks() + " ranks");
    }
  }

  /** The default sizes that fit the datatype; others are left out. */
  private List<Integer> fitting(List<Integer> sizes, Choice choice) {
    Layout layout = choice.settings().layout();
    for (int size : choice.sizes()) {
      if (!layout.fits(size)) {
        throw new IllegalArgumentException(
            "a message of " + size + " bytes has no whole blocks of the datatype " + layout);
      }
    }
    return sizes.stream().filter(layout::fits).toList();
  }

  private void check(Choice choice) {
    if (takes == Ranks.EVEN) {
      for (int ranks : choice.ranks()) {
        if (ranks % 2 != 0) {
          throw new IllegalArgumentException(
              label() + " is of pairs of ranks: there are no " + ranks);
        }
      }
    }
    if (choice.settings().memory() == Settings.Memory.OBJECT && !takesObjects()) {
      throw new IllegalArgumentException(label() + " has no form for objects");
    }
    if (!choice.settings().layout().isDense() && !takesDatatypes()) {
      throw new IllegalArgumentException(label() + " takes no derived datatypes");
    }
    if (this == RMA && choice.settings().memory() != Settings.Memory.ARRAY) {
      throw new IllegalArgumentException("rma has --cases for the memory of windows");
    }
  }

  private List<Workload> forms(
      Form form, List<Collective> usual, Choice choice, List<Integer> sizes, int ranks) {
    List<Workload> workloads = new ArrayList<>();
    for (Collective collective : choice.kernels().isEmpty() ? usual : KNOWN) {
      String kernel = collective.kernel(form);
      if (choice.kernels().isEmpty() || choice.kernels().contains(kernel)) {
        List<Integer> own = collective == Collective.BARRIER ? List.of(0) : sizes;
        int window = form == Form.NONBLOCKING ? TESTS : 1;
        own.forEach(
            size ->
                workloads.add(
                    new Workload(this, kernel, size, ranks, window, false, Metric.LATENCY)));
      }
    }
    return workloads;
  }

  /**
   * Workloads of {@link #RMA} that were chosen by name, such as {@code get-fence}.
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

  private static List<Workload> each(List<Integer> sizes, IntFunction<Workload> workload) {
    return sizes.stream().map(workload::apply).toList();
  }

  private Workload simple(String kernel, int size, int ranks) {
    return new Workload(this, kernel, size, ranks, 1, false, Metric.LATENCY);
  }

  private Workload window(String kernel, int size, int ranks, int window, boolean distinct) {
    boolean own = distinct || (long) size * window <= DISTINCT_BYTES;
    Metric metric = this == RATE ? Metric.RATE : Metric.BANDWIDTH;
    return new Workload(this, kernel, size, ranks, window, own, metric);
  }

  private static int streamWindow(int size, Choice choice) {
    if (choice.window() > 0) {
      return choice.window();
    }
    if (size <= 64 * 1024) {
      return 64;
    }
    return size <= 1024 * 1024 ? 16 : 4;
  }
}
