package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.List;
import org.ronsel.bench.kernel.KernelMain;
import org.ronsel.bench.method.BatchPlan;

/**
 * Ronsel in one placement.
 *
 * @param placement where the ranks live
 * @param progressThread whether each JVM has a progress thread
 * @param jobs how jobs are started
 */
public record RonselEntrant(RankPlacement placement, boolean progressThread, RonselJobs jobs)
    implements Entrant {
  /** Each JVM compiles for about this long, and where ranks outnumber cores one after the other. */
  private static final double COMPILE_MS = 1500;

  /** From this size on a progress thread is looked at, in bytes. */
  private static final int LARGE = 1 << 20;

  /** Nobody wants to wait longer for a row; what has not become stable then is marked. */
  private static final double LONGEST_COMPILE_MS = 30_000;

  /** What the label of another installation ends with. */
  public static final String OLDER = "-old";

  @Override
  public String label() {
    return placement.label()
        + (progressThread ? "+progress" : "")
        + (jobs.installation() != null ? OLDER : "");
  }

  @Override
  public Kind kind() {
    if (jobs.installation() != null) {
      return Kind.OLDER;
    }
    return progressThread ? Kind.OPTION : Kind.RONSEL;
  }

  /** Ranks that are virtual threads wait for rank 0, which does not take a core from others. */
  @Override
  public int pipes(Workload workload) {
    boolean virtual = placement == RankPlacement.THREADS && jobs.areVirtual(workload.ranks());
    return virtual ? 1 : workload.ranks();
  }

  @Override
  public boolean takes(Workload workload) {
    return !progressThread
        || workload.hasBusyTarget()
        || (workload.benchmark() == Benchmark.OVERLAP && workload.size() >= LARGE);
  }

  /** The progress thread of a busy target may take turns with it: its time is long. */
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
  public Invocation invocation(List<Workload> workloads, BatchPlan plan, Path turns)
      throws UnavailableException {
    Workload first = workloads.getFirst();
    checkCores(first);
    boolean processes = placement.hasProcesses();
    MemoryNeed.check(workloads, processes ? first.ranks() : 1, MemoryNeed.JVM_BYTES);
    double compileMs = processes ? Math.min(LONGEST_COMPILE_MS, COMPILE_MS * first.ranks()) : 0;
    BatchPlan longer = plan.withLongestWarmup(plan.maxWarmupMs() + compileMs);
    RonselJobs patient =
        jobs.of(jobs.installation(), jobs.limit().plusMillis((long) (2 * compileMs)));
    return patient.job(
        first.ranks(),
        placement,
        progressThread ? List.of("--progress-thread") : List.of(),
        KernelMain.class,
        Workload.arguments(workloads, longer, turns).toList());
  }
}
