package org.ronsel.bench.run;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.MessageLayout;
import org.ronsel.bench.method.Settings;

/**
 * The benchmarks of the command line, each with all that distinguishes it from others: names,
 * ranks, sizes, loops, and what it takes.
 */
public enum Benchmark {
  /** Half round trip between two ranks. */
  PINGPONG(
      "half round trip",
      List.of("latency"),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      Defaults.LONG,
      WorkloadMaker.loop("pingpong"),
      Trait.OBJECTS,
      Trait.DATATYPES,
      Trait.HAND_OVER),
  /** Half round trip with persistent requests. */
  LATENCY_PERSISTENT(
      "half round trip, persistent requests",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      Defaults.USUAL,
      WorkloadMaker.loop("pingpong-persistent"),
      Trait.DATATYPES),
  /** Half round trip in several pairs of ranks at once. */
  MULTI_LAT(
      "half round trip, all pairs of ranks at once",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.even(4),
      Defaults.USUAL,
      WorkloadMaker.loop("pingpong-pairs"),
      Trait.OBJECTS,
      Trait.DATATYPES),
  /** Half round trip between several threads of each rank at once. */
  LATENCY_MT(
      "half round trip of each thread, all threads at once",
      List.of("pingpongmt"),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      Defaults.USUAL,
      WorkloadMaker.loop("pingpong-threads"),
      Trait.OBJECTS,
      Trait.DATATYPES,
      Trait.THREADS),
  /** Windows of nonblocking messages in one direction, as bandwidth. */
  STREAM(
      "bandwidth, windows of messages in one direction",
      List.of("bw", "bandwidth", "uniband"),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      "64K,1M,16M",
      WorkloadMaker.windows("window", Metric.BANDWIDTH, WorkloadMaker::fewerIfLong),
      Trait.WINDOWS,
      Trait.DATATYPES,
      Trait.HAND_OVER),
  /** Windows of nonblocking messages in both directions, as bandwidth. */
  BIBW(
      "bandwidth, windows of messages in both directions",
      List.of("biband"),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      Defaults.LONG,
      WorkloadMaker.windows("window-both", Metric.BANDWIDTH, WorkloadMaker::fewerIfLong),
      Trait.WINDOWS,
      Trait.DATATYPES),
  /** Windows of nonblocking messages in several pairs of ranks at once, as bandwidth. */
  MBW_MR(
      "bandwidth of all pairs of ranks at once, one direction",
      List.of("multibw"),
      Group.POINT_TO_POINT,
      Ranks.even(4),
      Defaults.USUAL,
      WorkloadMaker.windows("window-pairs", Metric.BANDWIDTH, WorkloadMaker::fewerIfLong),
      Trait.WINDOWS,
      Trait.DATATYPES),
  /** Windows of 64 small nonblocking messages, as messages per second. */
  RATE(
      "message rate, windows of 64 messages in one direction",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.TWO,
      "8",
      WorkloadMaker.windows("window", Metric.RATE, size -> 64),
      Trait.WINDOWS,
      Trait.DATATYPES,
      Trait.HAND_OVER),
  /** Messages of both ranks that cross. */
  PINGPING(
      "time of two messages that cross",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.even(2),
      Defaults.USUAL,
      WorkloadMaker.loop("pingping"),
      Trait.OBJECTS,
      Trait.DATATYPES,
      Trait.HAND_OVER),
  /** Messages around a ring. */
  SENDRECV(
      "time of one sendReceive, all ranks in a ring",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.any(2),
      Defaults.USUAL,
      WorkloadMaker.loop("sendrecv"),
      Trait.OBJECTS,
      Trait.DATATYPES),
  /** Messages to both sides in a ring. */
  EXCHANGE(
      "time of messages to and from both sides in a ring",
      List.of(),
      Group.POINT_TO_POINT,
      Ranks.any(2),
      Defaults.USUAL,
      WorkloadMaker.loop("exchange"),
      Trait.DATATYPES),
  /** Barriers one after the other. */
  BARRIER("time of one barrier", null, MeasuredCollective.BARRIER, Trait.HAND_OVER),
  /** Broadcasts with a root that rotates. */
  BROADCAST(
      "time of one broadcast",
      List.of("bcast"),
      Defaults.LONG,
      MeasuredCollective.BROADCAST,
      Trait.HAND_OVER),
  /** Sums of double arrays at a root that rotates. */
  REDUCE(
      "time of one reduce, sum of doubles",
      Defaults.LONG,
      MeasuredCollective.REDUCE,
      Trait.HAND_OVER),
  /** Sums of double arrays. */
  ALLREDUCE(
      "time of one allReduce, sum of doubles",
      Defaults.LONG,
      MeasuredCollective.ALLREDUCE,
      Trait.HAND_OVER),
  /** AllGathers; sizes are of a block. */
  ALLGATHER(
      "time of one allGather, size of a block",
      Defaults.LONG,
      MeasuredCollective.ALLGATHER,
      Trait.HAND_OVER),
  /** AllToAlls; sizes are of a block. */
  ALLTOALL(
      "time of one allToAll, size of a block",
      Defaults.LONG,
      MeasuredCollective.ALLTOALL,
      Trait.HAND_OVER),
  /** Gathers; sizes are of a block. */
  GATHER("time of one gather, size of a block", Defaults.USUAL, MeasuredCollective.GATHER),
  /** Scatters; sizes are of a block. */
  SCATTER("time of one scatter, size of a block", Defaults.USUAL, MeasuredCollective.SCATTER),
  /** Gathers by lengths and places. */
  GATHERV("time of one gatherv, size of a block", Defaults.USUAL, MeasuredCollective.GATHERV),
  /** Scatters by lengths and places. */
  SCATTERV("time of one scatterv, size of a block", Defaults.USUAL, MeasuredCollective.SCATTERV),
  /** AllGathers by lengths and places. */
  ALLGATHERV(
      "time of one allGatherv, size of a block", Defaults.USUAL, MeasuredCollective.ALLGATHERV),
  /** AllToAlls by lengths and places. */
  ALLTOALLV("time of one allToAllv, size of a block", Defaults.USUAL, MeasuredCollective.ALLTOALLV),
  /** Sums, of which each rank gets a part. */
  REDUCESCATTER(
      "time of one reduceScatter, size of the summands",
      Defaults.USUAL,
      MeasuredCollective.REDUCESCATTER),
  /** The same in equal parts. */
  REDUCESCATTERBLOCK(
      "time of one reduceScatterBlock, size of the summands",
      Defaults.USUAL,
      MeasuredCollective.REDUCESCATTERBLOCK),
  /** Sums over the ranks up to one. */
  SCAN("time of one scan, sum of doubles", Defaults.USUAL, MeasuredCollective.SCAN),
  /** Sums over the ranks before one. */
  EXSCAN("time of one exscan, sum of doubles", Defaults.USUAL, MeasuredCollective.EXSCAN),
  /** Operations of neighbours. */
  NEIGHBORS(
      "time of one operation of the neighbours in a ring",
      List.of("neighbours"),
      Group.OTHER,
      Ranks.any(2),
      Defaults.USUAL,
      WorkloadMaker.collectives(CallKind.BLOCKING, MeasuredCollective.neighbors()),
      Trait.DATATYPES,
      Trait.SEVERAL_LOOPS),
  /** Persistent collectives. */
  PERSISTENT(
      "time of one collective that was prepared, start to end",
      List.of(),
      Group.OTHER,
      Ranks.any(2),
      "8,64K",
      WorkloadMaker.collectives(CallKind.PERSISTENT, List.of(MeasuredCollective.values())),
      Trait.SEVERAL_LOOPS,
      Trait.NOT_OF_PEERS),
  /** Barrier and allReduce with more ranks than cores. */
  OVERSUBSCRIBE(
      "time of one barrier or allReduce, more ranks than cores",
      List.of(),
      Group.OTHER,
      Ranks.any(2, 4, 8, 16, 64),
      "8",
      WorkloadMaker.barrierAndAllReduce(),
      Trait.SEVERAL_LOOPS,
      Trait.HAND_OVER),
  /** Nonblocking collectives while the ranks compute. */
  OVERLAP(
      "what part of a nonblocking collective goes on while the ranks compute as long",
      List.of(),
      Group.OTHER,
      Ranks.any(2),
      "8,64K,1M",
      WorkloadMaker.collectives(CallKind.NONBLOCKING, Defaults.OVERLAPPED),
      Trait.SEVERAL_LOOPS,
      Trait.OVERLAP),
  /** Barriers, each timed by itself. */
  TAIL(
      "single barriers, each from when the last rank left the one before till it leaves",
      List.of(),
      Group.OTHER,
      Ranks.any(16),
      null,
      WorkloadMaker.loop("tail"),
      Trait.SINGLE_TIMES),
  /** Operations on the memory of another rank. */
  RMA(
      "time of one operation on another rank's memory, completed",
      List.of(),
      Group.OTHER,
      Ranks.TWO,
      Defaults.USUAL,
      WorkloadMaker.oneSided(),
      Trait.SEVERAL_LOOPS,
      Trait.ONE_SIDED,
      Trait.HAND_OVER),
  /** Operations on the memory of another rank, many completed together, as bandwidth. */
  RMA_BW(
      "bandwidth of operations on another rank's memory, many completed together",
      List.of(),
      Group.OTHER,
      Ranks.TWO,
      Defaults.USUAL,
      WorkloadMaker.oneSidedWindows(),
      Trait.SEVERAL_LOOPS,
      Trait.ONE_SIDED,
      Trait.HAND_OVER);

  /** The group of a benchmark in the list of names. */
  public enum Group {
    /** Messages between pairs of ranks. */
    POINT_TO_POINT,
    /** Blocking collective operations, which have few default sizes on more than two ranks. */
    COLLECTIVES,
    /** None. */
    OTHER
  }

  /** What a benchmark takes or is, besides its sizes and numbers of ranks. */
  private enum Trait {
    /** Its messages may be objects. */
    OBJECTS,
    /** Its messages may have gaps. */
    DATATYPES,
    /** It has several messages in flight, as many as a user chooses. */
    WINDOWS,
    /** It is of several threads of each rank; two if not told otherwise. */
    THREADS,
    /** It has several loops, so that a workload is named by its loop too. */
    SEVERAL_LOOPS,
    /** It operates on windows, whose memory is part of the names of its loops. */
    ONE_SIDED,
    /** Its value is the part of an operation that is hidden behind a computation. */
    OVERLAP,
    /** It reports on single operations, of which result files have no times. */
    SINGLE_TIMES,
    /** The time to hand over a cache line is shown beside its results. */
    HAND_OVER,
    /**
     * It is not measured with native libraries: of persistent collectives, Open MPI 4 has none, and
     * MPICH 4.0 gives wrong data in some.
     */
    NOT_OF_PEERS
  }

  /**
   * The numbers of ranks that a benchmark accepts.
   *
   * @param chosen whether a user can choose
   * @param multiple they are multiples of this number
   * @param usual the numbers, if none are chosen
   */
  private record Ranks(boolean chosen, int multiple, List<Integer> usual) {
    static final Ranks TWO = new Ranks(false, 2, List.of(2));

    static Ranks even(int usual) {
      return new Ranks(true, 2, List.of(usual));
    }

    static Ranks any(Integer... usual) {
      return new Ranks(true, 1, List.of(usual));
    }
  }

  private static final class Defaults {
    static final String USUAL = "8,1K,64K,1M";
    static final String LONG = "8,1K,64K,1M,16M";

    /** The sizes of blocking collectives with more than two ranks. */
    static final List<Integer> SIZES_OF_MANY = List.of(8, 64 * 1024);

    /** Nonblocking operations whose overlap is measured. */
    static final List<MeasuredCollective> OVERLAPPED =
        List.of(
            MeasuredCollective.BARRIER,
            MeasuredCollective.BROADCAST,
            MeasuredCollective.REDUCE,
            MeasuredCollective.ALLREDUCE,
            MeasuredCollective.ALLGATHER,
            MeasuredCollective.ALLTOALL);
  }

  /** Number of tests in a computation; another computation has none. */
  public static final int TESTS = 10;

  private final String title;
  private final List<String> aliases;
  private final Group group;
  private final Ranks takes;
  private final @Nullable String defaultSizes;
  private final WorkloadMaker maker;
  private final Set<Trait> traits = EnumSet.noneOf(Trait.class);

  Benchmark(
      String title,
      List<String> aliases,
      Group group,
      Ranks takes,
      @Nullable String defaultSizes,
      WorkloadMaker maker,
      Trait... traits) {
    this.title = title;
    this.aliases = aliases;
    this.group = group;
    this.takes = takes;
    this.defaultSizes = defaultSizes;
    this.maker = maker;
    this.traits.addAll(List.of(traits));
  }

  /** A blocking collective operation. */
  Benchmark(
      String title, @Nullable String defaultSizes, MeasuredCollective which, Trait... traits) {
    this(title, List.of(), defaultSizes, which, traits);
  }

  Benchmark(
      String title,
      List<String> aliases,
      @Nullable String defaultSizes,
      MeasuredCollective which,
      Trait... traits) {
    this(
        title,
        aliases,
        Group.COLLECTIVES,
        Ranks.any(2),
        defaultSizes,
        WorkloadMaker.loop(which.kernel(CallKind.BLOCKING)),
        traits);
    if (which.takesObjects()) {
      this.traits.add(Trait.OBJECTS);
    }
    if (which != MeasuredCollective.BARRIER && !which.reduces()) {
      this.traits.add(Trait.DATATYPES);
    }
  }

  /** Name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** One line for a person. */
  public String title() {
    return title;
  }

  /** Its names in other suites. */
  public List<String> aliases() {
    return aliases;
  }

  /** The benchmarks of a group. */
  public static List<Benchmark> of(Group group) {
    return List.of(values()).stream().filter(each -> each.group == group).toList();
  }

  /** Whether message sizes can be chosen. */
  public boolean takesSizes() {
    return defaultSizes != null;
  }

  /** Whether the number of ranks can be chosen. */
  public boolean takesRanks() {
    return takes.chosen();
  }

  /** Whether a user can choose how many messages are in flight, and in what buffers. */
  public boolean takesBuffers() {
    return traits.contains(Trait.WINDOWS);
  }

  /** Whether a user can choose how many messages, or one-sided operations, are in flight. */
  public boolean takesWindow() {
    return takesBuffers() || this == RMA_BW;
  }

  /** Whether it is of several threads of each rank. */
  public boolean takesThreads() {
    return traits.contains(Trait.THREADS);
  }

  /** Whether it operates on windows. */
  public boolean isOneSided() {
    return traits.contains(Trait.ONE_SIDED);
  }

  /** Whether its value is the part of an operation that is hidden behind a computation. */
  public boolean measuresOverlap() {
    return traits.contains(Trait.OVERLAP);
  }

  /**
   * Whether it reports on single operations: all that were planned are measured, and again after an
   * interruption, since result files do not have their times.
   */
  public boolean needsSingleTimes() {
    return traits.contains(Trait.SINGLE_TIMES);
  }

  /** Whether native libraries are measured with it. */
  public boolean isOfPeers() {
    return !traits.contains(Trait.NOT_OF_PEERS);
  }

  /** Whether the time to hand over a cache line is shown beside its results. */
  boolean isShownByHandOver() {
    return traits.contains(Trait.HAND_OVER);
  }

  /** Whether the name of a workload needs the name of its loop too. */
  public boolean hasSeveralKernels() {
    return traits.contains(Trait.SEVERAL_LOOPS);
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
    Settings settings = choice.settings();
    if (!takesThreads()) {
      settings = settings.withThreads(1);
    } else if (settings.threads() == 1) {
      settings = settings.withThreads(2);
    }
    if (timesItself()) {
      settings = settings.timedTogether();
    }
    List<Workload> workloads = new ArrayList<>();
    for (int ranks : takes.chosen() && !choice.ranks().isEmpty() ? choice.ranks() : takes.usual()) {
      for (Workload workload : maker.make(this, sizes(choice, ranks), ranks, choice)) {
        checkRoot(workload, settings);
        workloads.add(workload.with(workload.isRooted() ? settings : settings.withRotatingRoot()));
      }
    }
    return workloads;
  }

  private static void checkRoot(Workload workload, Settings settings) {
    if (workload.isRooted() && settings.root() >= workload.ranks()) {
      throw new IllegalArgumentException(
          "--root must be a rank, 0 to " + (workload.ranks() - 1) + ", not " + settings.root());
    }
  }

  /** The sizes on a number of ranks: those that are chosen, or the default ones that fit. */
  private List<Integer> sizes(Choice choice, int ranks) {
    if (defaultSizes == null) {
      return List.of(0);
    }
    MessageLayout layout = choice.settings().layout();
    for (int size : choice.sizes()) {
      if (!layout.fits(size)) {
        throw new IllegalArgumentException(
            "a message of " + size + " bytes has no whole blocks of the datatype " + layout);
      }
    }
    if (!choice.sizes().isEmpty()) {
      return choice.sizes();
    }
    List<Integer> usual =
        group == Group.COLLECTIVES && ranks > 2
            ? Defaults.SIZES_OF_MANY
            : Sizes.parseList(defaultSizes);
    return usual.stream().filter(layout::fits).toList();
  }

  private void check(Choice choice) {
    if (takes.chosen()) {
      for (int ranks : choice.ranks()) {
        if (ranks % takes.multiple() != 0) {
          throw new IllegalArgumentException(
              label() + " needs an even number of ranks, not " + ranks);
        }
      }
    }
    String refusal = refusal(choice.settings());
    if (refusal != null) {
      throw new IllegalArgumentException(refusal);
    }
  }

  /**
   * Whether it takes times in a way of its own: each of its runs has times of several iterations,
   * which those of one iteration would replace.
   */
  public boolean timesItself() {
    return measuresOverlap() || needsSingleTimes();
  }

  /** Why it does not take some settings; null if it does. */
  public @Nullable String refusal(Settings settings) {
    if (settings.memory() == Settings.Memory.OBJECT && !traits.contains(Trait.OBJECTS)) {
      return label() + " has no form for objects";
    }
    if (!settings.layout().isDense() && !traits.contains(Trait.DATATYPES)) {
      return label() + " takes no derived datatypes";
    }
    if (isOneSided() && settings.memory() != Settings.Memory.ARRAY) {
      return label() + ": choose the memory of windows by --cases, not by --memory";
    }
    return null;
  }

  /**
   * Workloads of {@link #RMA} that were chosen by name, such as {@code get-fence}.
   *
   * @param sizes in bytes; empty for the defaults
   * @throws IllegalArgumentException if there is no such case
   */
  public static List<Workload> oneSided(List<String> cases, List<Integer> sizes) {
    List<Integer> chosen = sizes.isEmpty() ? Sizes.parseList(Defaults.USUAL) : sizes;
    return cases.stream().flatMap(name -> WorkloadMaker.oneSided(RMA, name, chosen)).toList();
  }
}
