package org.ronsel.bench.command;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.peer.NativePeer;
import org.ronsel.bench.run.Choice;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.Sizes;
import org.ronsel.launch.spi.Bytes;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.Ghosts;
import org.ronsel.launch.spi.ParsingConverter;
import org.ronsel.launch.spi.PlacementConverter;
import org.ronsel.launch.spi.RankPlacement;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/**
 * The options of {@code ronsel bench} that say how to measure; those for the results are elsewhere.
 */
final class MeasureOptions {
  private static final int DEFAULT_ROUNDS = 3;

  /**
   * With two rounds the interval of a ratio has what differs from job to job, which is more than
   * the tolerance of the gate.
   */
  private static final int ROUNDS_OF_VERSIONS = 2;

  /** Time for two versions in the rows of the gate, so that it ends within 3 minutes. */
  private static final Duration OF_VERSIONS = Duration.ofSeconds(140);

  /** As many as {@code ronsel run} takes. */
  private static final double SHORT_WARMUP_MS = 50;

  private static final String SHORT_SIZES = "8,1K,64K,1M";

  /** Time for the whole set, so that it ends within 10 minutes with its report. */
  private static final Duration OF_ALL = Duration.ofMinutes(9);

  @Compared
  @Option(
      names = "--placement",
      split = ",",
      paramLabel = "PLACEMENT",
      converter = PlacementConverter.class,
      description =
          "Where the ranks live: threads, processes (default: both), tcp (processes without"
              + " shared memory) or tls (tcp with --encrypt). With tcp and tls, native libraries"
              + " are measured over the loopback interface.")
  List<RankPlacement> placements =
      new ArrayList<>(List.of(RankPlacement.THREADS, RankPlacement.PROCESSES));

  @Compared
  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of ranks, for collectives, overlap, tail, oversubscribe and startup"
              + " (defaults: 2; tail 16; oversubscribe 2,4,8,16,64; startup 1000,10000).")
  List<Integer> ranks = new ArrayList<>();

  @Compared
  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = Bytes.MESSAGE_SIZES + " (defaults depend on the benchmark).")
  List<Integer> sizes = new ArrayList<>();

  @Compared
  @Option(
      names = "--cases",
      split = ",",
      paramLabel = "CASE",
      description =
          "Cases of rma to measure in place of its own. A case begins with an operation: put,"
              + " get, accumulate, getaccumulate, fetchandop or compareandswap. Behind it may"
              + " follow: longs or shorts (elements; default: doubles); flushlocal, lock, lockall,"
              + " fence or pscw (synchronization; default: flush); shared, created (a window on"
              + " memory of the program) or dynamic (kind of window; default: allocated); busy (the"
              + " target computes meanwhile); blocks (accumulate into a box of the target); x2 to"
              + " x1000 (so many operations in an epoch); both (put with fence or pscw, by both"
              + " ranks at once). Examples: get-fence, put-pscw-dynamic-x64,"
              + " accumulate-shorts-busy. Also selflock and selflock-nocheck (lock the own memory),"
              + " allocate (make and close a window).")
  List<String> cases = new ArrayList<>();

  @Compared
  @Option(
      names = "--ghosts",
      paramLabel = "K",
      defaultValue = "0",
      description =
          "Also measure one-sided operations with K ghosts beside the ranks, as ronsel run"
              + " --ghosts starts them (default: none).")
  int ghosts;

  @Compared
  @Option(
      names = "--vs",
      split = ",",
      paramLabel = "PEER",
      converter = PeerConverter.class,
      description = "Native libraries to compare with: openmpi, mpich.")
  List<NativePeer> peers = new ArrayList<>();

  @Option(
      names = "--self",
      paramLabel = "DIR",
      description =
          "Another installation of Ronsel to compare this one with; with --gate, in place of Open"
              + " MPI.")
  @Nullable Path self;

  @Option(
      names = "--batches",
      paramLabel = "N",
      defaultValue = "" + BatchPlan.DEFAULT_BATCHES,
      description = "Timed batches that each entrant runs in a round (default: ${DEFAULT-VALUE}).")
  int batches;

  @Option(
      names = "--batch-ms",
      paramLabel = "MS",
      defaultValue = "3",
      description = "Duration of a batch in milliseconds (default: ${DEFAULT-VALUE}).")
  double batchMs;

  @Option(
      names = "--warmup-ms",
      defaultValue = "500",
      paramLabel = "MS",
      description = "Shortest warm-up in milliseconds (default: ${DEFAULT-VALUE}).")
  double minWarmupMs;

  @Option(
      names = "--max-warmup-ms",
      defaultValue = "10000",
      paramLabel = "MS",
      description =
          "Longest warm-up in milliseconds; it ends earlier once the times are stable"
              + " (default: ${DEFAULT-VALUE}).")
  double maxWarmupMs;

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "Time for everything but startup together, such as 30m. It is shared out among"
              + " sizes and entrants: warm-ups and batches are cut to fit, and batches end early where medians are"
              + " known within 5 %% (default: none; all 9m, --gate --self 140s).")
  @Nullable Duration budget;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description =
          "How often each workload is measured, each time with new jobs (default: 3; with --gate"
              + " 1, with --gate --self 2).")
  @Nullable Integer rounds;

  @Mixin private MeasuredJobOptions job = new MeasuredJobOptions();

  @Option(
      names = "--ranks-as",
      paramLabel = "KIND",
      description = "Run ranks as platform or virtual threads (default: as ronsel run chooses).")
  @Nullable String ranksAs;

  @Compared
  @Option(
      names = "--distinct-buffers",
      description =
          "In tests of bandwidth and rate, give each message in flight a buffer of its own. Without this option"
              + " one buffer is reused, as bandwidth tests usually do, and stays in the cache.")
  boolean distinct;

  @Option(
      names = "--fresh-jobs",
      description =
          "Start new jobs for each size. Without this option the same jobs measure all sizes"
              + " of a benchmark.")
  boolean freshJobs;

  @Option(
      names = "--job-limit",
      defaultValue = "60s",
      paramLabel = "TIME",
      converter = Durations.class,
      description =
          "End a job whose warm-up, or one batch, takes longer than this; its row then says"
              + " so (default: ${DEFAULT-VALUE}).")
  Duration jobLimit = Duration.ofMinutes(1);

  @Option(
      names = "--peer-limit",
      defaultValue = "30s",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "The same for jobs of native libraries (default: ${DEFAULT-VALUE}).")
  Duration peerLimit = Duration.ofSeconds(30);

  /**
   * The durations and repetitions of the measurement. All batches are of the same length; so where
   * iterations are asked for that fill no whole batches, there are a few less, and never more.
   */
  BatchPlan plan(SuiteOptions suite) {
    double longest = Math.max(minWarmupMs, maxWarmupMs);
    int most = batches;
    int inner = 0;
    if (suite.iterations != null) {
      inner = Math.ceilDiv(suite.iterations, Math.min(batches, suite.iterations));
      most = suite.iterations / inner;
    }
    return new BatchPlan(
        most,
        batchMs,
        minWarmupMs,
        longest,
        inner,
        suite.warmup == null ? -1 : suite.warmup,
        suite.seconds == null ? BatchPlan.DEFAULT_LIMIT_MS : suite.seconds * 1000);
  }

  /** The choice of sizes, ranks and settings for each benchmark. */
  Choice choice(SuiteOptions suite) {
    return new Choice(
        suite.sizes(sizes),
        suite.ranks(ranks),
        List.of(),
        suite.window == null ? 0 : suite.window,
        distinct,
        suite.settings());
  }

  /** Sets options that are not given, so that the whole set takes no more than its time. */
  void shorten(ParseResult parsed) {
    minWarmupMs = parsed.hasMatchedOption("--warmup-ms") ? minWarmupMs : SHORT_WARMUP_MS;
    rounds = rounds == null ? Integer.valueOf(1) : rounds;
    budget = budget == null ? OF_ALL : budget;
    if (Stream.of("--sizes", "-m", "-msglog", "-msglen").noneMatch(parsed::hasMatchedOption)) {
      sizes = Sizes.parseList(SHORT_SIZES);
    }
  }

  /** Sets the time of a gate of two versions, if it is not given. */
  void shortenGate() {
    if (self != null && budget == null) {
      budget = OF_VERSIONS;
    }
  }

  /** The plan of the measurement, for a report. */
  Map<String, Object> planMap(boolean gate, SuiteOptions suite) {
    BatchPlan plan = plan(suite);
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("rounds", rounds(gate));
    map.put("batches", plan.batches());
    if (suite.iterations != null) {
      map.put("iterations", suite.iterations);
      map.put("iterationsPerBatch", plan.iterations());
    }
    if (suite.warmup != null) {
      map.put("warmupIterations", suite.warmup);
    }
    map.put("batchMs", batchMs);
    map.put("minWarmupMs", minWarmupMs);
    map.put("maxWarmupMs", maxWarmupMs);
    if (budget != null) {
      map.put("budgetSeconds", budget.toMillis() / 1e3);
    }
    return map;
  }

  /** Finds mistakes that no other method finds. */
  void check() {
    if (ghosts < 0 || ghosts > Ghosts.MOST) {
      throw new IllegalArgumentException("--ghosts takes 0 to " + Ghosts.MOST + ", not " + ghosts);
    }
    if (batches < 1) {
      throw new IllegalArgumentException("--batches must be at least 1, not " + batches);
    }
    if (rounds != null && rounds < 1) {
      throw new IllegalArgumentException("--rounds must be at least 1, not " + rounds);
    }
    if (budget != null && budget.isZero()) {
      throw new IllegalArgumentException("--budget must be more than 0");
    }
    checkLimit(jobLimit, "--job-limit");
    checkLimit(peerLimit, "--peer-limit");
    if (self != null && !Files.isExecutable(self.resolve("bin").resolve("ronsel"))) {
      throw new IllegalArgumentException(
          "--self: " + self + " is no installation of Ronsel: it has no bin/ronsel");
    }
  }

  private static void checkLimit(Duration given, String option) {
    if (given.toSeconds() < 1) {
      throw new IllegalArgumentException(
          option + " must be at least 1s, not " + Durations.seconds(given));
    }
  }

  /** The number of rounds of each workload. */
  int rounds(boolean gate) {
    if (rounds != null) {
      return rounds;
    }
    int ofGate = self == null ? 1 : ROUNDS_OF_VERSIONS;
    return gate ? ofGate : DEFAULT_ROUNDS;
  }

  RonselJobs jobs() {
    return new RonselJobs(null, ranksAs, job.pin(), job.jvmOptions(), jobLimit);
  }

  /** The jobs of the other installation; null if there is none. */
  @Nullable RonselJobs otherJobs() {
    return self == null ? null : jobs().of(self.toAbsolutePath(), jobLimit);
  }

  boolean pin() {
    return job.pin();
  }

  static final class PeerConverter extends ParsingConverter<NativePeer> {
    PeerConverter() {
      super(NativePeer::parse);
    }
  }

  static final class SizeConverter extends ParsingConverter<Integer> {
    SizeConverter() {
      super(Sizes::parse);
    }
  }
}
