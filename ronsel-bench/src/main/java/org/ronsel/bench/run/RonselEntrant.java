package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ronsel.bench.kernel.KernelMain;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.JvmFootprint;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.RankPlacement;

/**
 * Ronsel in one placement.
 *
 * @param placement of the ranks
 * @param progressThread whether each JVM has a progress thread
 * @param ghosts number of processes beside those of the ranks that carry out one-sided operations
 * @param jobs that are started
 */
public record RonselEntrant(
    RankPlacement placement, boolean progressThread, int ghosts, RonselJobs jobs)
    implements Entrant {
  /**
   * Time for which each JVM compiles, roughly; where ranks outnumber cores, JVMs compile one after
   * the other.
   */
  private static final double COMPILE_MS = 1500;

  /** Smallest size at which a progress thread is measured, in bytes. */
  private static final int LARGE = 1 << 20;

  /** Longest time to wait for compilation; a row that has not become stable by then is marked. */
  private static final double LONGEST_COMPILE_MS = 30_000;

  /** What a JVM or a launcher says that is older than what it is to run. */
  private static final Pattern LACKS =
      Pattern.compile(
          "\\b(NoSuchMethodError|NoSuchFieldError|NoClassDefFoundError|AbstractMethodError"
              + "|IncompatibleClassChangeError|IllegalAccessError|UnsupportedClassVersionError)\\b"
              + "|(?i:unknown option)");

  private static final Pattern UNBOUND =
      Pattern.compile("cannot be bound to the processors .*not permitted");

  /** Suffix of the label of another installation. */
  public static final String OLDER = "-old";

  /** Without a progress thread and without ghosts. */
  public RonselEntrant(RankPlacement placement, RonselJobs jobs) {
    this(placement, false, 0, jobs);
  }

  @Override
  public String label() {
    return placement.label()
        + (progressThread ? "+progress" : "")
        + (ghosts > 0 ? "+" + ghosts + (ghosts == 1 ? "ghost" : "ghosts") : "")
        + (jobs.installation() != null ? OLDER : "");
  }

  @Override
  public Kind kind() {
    if (jobs.installation() != null) {
      return Kind.OLDER;
    }
    return progressThread || ghosts > 0 ? Kind.OPTION : Kind.RONSEL;
  }

  /** One pipe for ranks that are virtual threads: the others wait for rank 0 and take no core. */
  @Override
  public int pipes(Workload workload) {
    boolean virtual = placement == RankPlacement.THREADS && jobs.areVirtual(workload.ranks());
    return virtual ? 1 : workload.ranks();
  }

  @Override
  public double warmupNeed() {
    return placement.hasProcesses() ? 6 : 3;
  }

  @Override
  public boolean takes(Workload workload) {
    if (placement.usesNetwork() && workload.isOnSharedWindow()) {
      return false; // its ranks are as if on different hosts
    }
    if (ghosts > 0) {
      return workload.benchmark().isOneSided();
    }
    return !progressThread
        || workload.hasBusyTarget()
        || (workload.benchmark().measuresOverlap() && workload.size() >= LARGE);
  }

  /**
   * Why its job ended, for which another installation has reasons of its own: it may lack an option
   * that it is given, or what the benchmarks of this one call.
   */
  @Override
  public String failure(ProcessRunner.Result result) {
    Path other = jobs.installation();
    Optional<String> lacks = first(result, LACKS);
    if (other != null && lacks.isPresent()) {
      return result.failure(
          "the installation in "
              + other
              + " cannot run the benchmarks of this one: "
              + lacks.get());
    }
    Optional<String> unbound = first(result, UNBOUND);
    if (unbound.isPresent()) {
      return result.failure(
          "it may not bind its ranks to cores here; --no-pin measures all without that: "
              + unbound.get());
    }
    return result.failure();
  }

  private static Optional<String> first(ProcessRunner.Result result, Pattern wanted) {
    return result.errors().stream()
        .map(String::strip)
        .filter(line -> wanted.matcher(line).find())
        .findFirst();
  }

  /** Options of {@code ronsel run}. */
  private List<String> options() {
    if (ghosts > 0) {
      return List.of("--ghosts", Integer.toString(ghosts));
    }
    return progressThread ? List.of("--progress-thread") : List.of();
  }

  /**
   * Checks that there are enough cores. The progress thread of a busy target may share its core,
   * since the target computes for long.
   */
  private void checkCores(Workload workload) throws UnavailableException {
    int needed = workload.ranks() + (placement.hasProcesses() ? workload.ranks() : 1);
    int cores = Runtime.getRuntime().availableProcessors();
    if (progressThread && !workload.hasBusyTarget() && cores < needed) {
      throw new UnavailableException(
          "a progress thread wants a core of its own: "
              + needed
              + " cores, this machine has "
              + cores);
    }
  }

  @Override
  public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException {
    Workload first = workloads.getFirst();
    checkCores(first);
    boolean processes = placement.hasProcesses();
    MemoryCheck.check(workloads, (processes ? first.ranks() : 1) + ghosts, JvmFootprint.BYTES);
    double compileMs =
        processes && !plan.isShared()
            ? Math.min(LONGEST_COMPILE_MS, COMPILE_MS * first.ranks())
            : 0;
    BatchPlan longer = plan.withLongestWarmup(plan.maxWarmupMs() + compileMs);
    RonselJobs patient =
        jobs.of(jobs.installation(), jobs.limit().plusMillis((long) (2 * compileMs)));
    return patient.job(
        first.ranks(),
        placement,
        options(),
        KernelMain.class,
        Workload.arguments(workloads, longer, turns).toList());
  }
}
