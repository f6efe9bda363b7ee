package org.ronsel.bench.run;

import java.util.List;
import org.ronsel.bench.kernel.KernelMain;
import org.ronsel.bench.method.BatchPlan;

/**
 * Ronsel in one placement.
 *
 * @param placement where the ranks live
 * @param jobs how jobs are started
 */
public record RonselEntrant(Placement placement, RonselJobs jobs) implements Entrant {
  /** Each JVM compiles for about this long, and where ranks outnumber cores one after the other. */
  private static final double COMPILE_MS = 1500;

  @Override
  public String label() {
    return placement.label();
  }

  @Override
  public Kind kind() {
    return Kind.RONSEL;
  }

  @Override
  public boolean takes(Workload workload) {
    return true;
  }

  @Override
  public Invocation invocation(Workload workload, BatchPlan plan) {
    double compileMs = placement == Placement.PROCESSES ? COMPILE_MS * workload.ranks() : 0;
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
        List.of(),
        KernelMain.class,
        workload.arguments(longer).toList());
  }
}
