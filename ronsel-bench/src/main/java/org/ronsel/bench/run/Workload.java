package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.launch.spi.Bytes;

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
    if (benchmark.hasSeveralKernels()) {
      text.append(' ').append(kernel);
    }
    if (hasSize()) {
      text.append(' ').append(Bytes.format(size));
    }
    if (benchmark.takesRanks()) {
      text.append(", ").append(ranks).append(" ranks");
    }
    return text.toString();
  }

  /** What distinguishes it from the others of its benchmark, such as {@code allreduce 8 on 16}. */
  public String detail() {
    List<String> parts = new ArrayList<>();
    if (benchmark.hasSeveralKernels()) {
      parts.add(kernel);
    }
    if (hasSize()) {
      parts.add(Bytes.format(size));
    }
    if (benchmark.takesRanks()) {
      parts.add("on " + ranks);
    }
    return String.join(" ", parts);
  }

  private boolean hasSize() {
    return !kernel.endsWith("barrier") && !"tail".equals(kernel);
  }

  /** Whether it operates on memory that the library has allocated. */
  public boolean isOnAllocatedWindow() {
    return benchmark == Benchmark.RMA && !OneSidedCase.parse(kernel).created();
  }

  /** Whether it is about a target that computes meanwhile. */
  boolean hasBusyTarget() {
    return benchmark == Benchmark.RMA && OneSidedCase.parse(kernel).busy();
  }

  /** Arguments for a measuring process. */
  public KernelArguments arguments(BatchPlan plan, Path turns) {
    return new KernelArguments(kernel, size, plan, window, distinct, turns);
  }

  /** Whether there are more ranks than this machine has processors. */
  public boolean oversubscribes() {
    return ranks > Runtime.getRuntime().availableProcessors();
  }
}
