package org.ronsel.bench.command;

import java.util.List;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Workload;

/**
 * What a command line asks for.
 *
 * @param workloads that are measured in turns
 * @param startUp whether starts of jobs are measured too
 * @param plan how long and how often
 */
record BenchRequest(List<Workload> workloads, boolean startUp, BatchPlan plan) {
  BenchRequest {
    workloads = List.copyOf(workloads);
  }
}
