package org.ronsel.bench.run;

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

  @Override
  public String label() {
    return placement.label() + (progressThread ? "+progress" : "");
  }

  @Override
  public Kind kind() {
    return progressThread ? Kind.OPTION : Kind.RONSEL;
  }

  @Override
  public boolean takes(Workload workload) {
    return !progressThread
        || (workload.benchmark() == Benchmark.OVERLAP && workload.size() >= LARGE);
  }

  private void checkCores(Workload workload) throws UnavailableException {
    int needed = workload.ranks() + (placement == RankPlacement.PROCESSES ? workload.ranks() : 1);
    int cores = Runtime.getRuntime().availableProcessors();
    if (progressThread && cores < needed) {
      throw new UnavailableException(
          "a progress thread wants a core of its own: "
              + needed
              + " cores, this machine has "
              + cores);
    }
  }

  @Override
  public Invocation invocation(Workload workload, BatchPlan plan) throws UnavailableException {
    checkCores(workload);
    boolean processes = placement == RankPlacement.PROCESSES;
    MemoryNeed.check(workload, processes ? workload.ranks() : 1, MemoryNeed.JVM_BYTES);
    double compileMs = processes ? Math.min(LONGEST_COMPILE_MS, COMPILE_MS * workload.ranks()) : 0;
    BatchPlan longer =
        new BatchPlan(
            plan.batches(), plan.batchMs(), plan.minWarmupMs(), plan.maxWarmupMs() + compileMs);
    RonselJobs patient =
        new RonselJobs(
            jobs.ranksAs(),
            jobs.pin(),
            jobs.jvmOptions(),
            jobs.limit().plusMillis((long) (2 * compileMs)));
    return patient.job(
        workload.ranks(),
        placement,
        progressThread ? List.of("--progress-thread") : List.of(),
        KernelMain.class,
        workload.arguments(longer).toList());
  }
}
