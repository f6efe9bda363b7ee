package org.ronsel.bench.run;

import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;

/**
 * One thing to measure, the same for everybody who takes part.
 *
 * @param benchmark it belongs to
 * @param kernel name of the loop
 * @param size message size in bytes; 0 where there is none
 * @param ranks number of ranks
 * @param window messages in flight
 * @param distinct whether each message in flight has its own buffer
 * @param metric how to show it
 */
public record Workload(
    Benchmark benchmark,
    String kernel,
    int size,
    int ranks,
    int window,
    boolean distinct,
    Metric metric) {

  /** Checks the number of ranks. */
  public Workload {
    if (ranks < 2) {
      throw new IllegalArgumentException("a benchmark needs at least 2 ranks, not " + ranks);
    }
  }

  /** Short name such as {@code pingpong 64K} or {@code oversubscribe barrier, 16 ranks}. */
  public String label() {
    StringBuilder text = new StringBuilder(benchmark.label());
    if (benchmark == Benchmark.OVERSUBSCRIBE) {
      text.append(' ').append(kernel);
    }
    if (!"barrier".equals(kernel)) {
      text.append(' ').append(Sizes.format(size));
    }
    if (benchmark.takesRanks()) {
      text.append(", ").append(ranks).append(" ranks");
    }
    return text.toString();
  }

  /** Arguments for a measuring process. */
  public KernelArguments arguments(BatchPlan plan) {
    return new KernelArguments(kernel, size, plan, window, distinct);
  }

  /** Whether there are more ranks than this machine has processors. */
  public boolean oversubscribes() {
    return ranks > Runtime.getRuntime().availableProcessors();
  }
}
