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
    return jobs.job(
        workload.ranks(),
        placement,
        List.of(),
        KernelMain.class,
        workload.arguments(plan).toList());
  }
}
