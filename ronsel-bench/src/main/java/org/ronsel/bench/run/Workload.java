package org.ronsel.bench.run;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ronsel.Window;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;
import org.ronsel.memory.ByteSize;

/**
 * One measurement, the same for all entrants.
 *
 * @param benchmark it belongs to
 * @param kernel name of the loop
 * @param size message size in bytes; 0 where there is none
 * @param ranks number of ranks
 * @param window messages in flight
 * @param distinct whether each message in flight has its own buffer
 * @param metric in which it is shown
 * @param settings further choices
 */
public record Workload(
    Benchmark benchmark,
    String kernel,
    int size,
    int ranks,
    int window,
    boolean distinct,
    Metric metric,
    Settings settings) {

  /** Creates a workload with default settings. */
  public Workload(
      Benchmark benchmark,
      String kernel,
      int size,
      int ranks,
      int window,
      boolean distinct,
      Metric metric) {
    this(benchmark, kernel, size, ranks, window, distinct, metric, Settings.DEFAULT);
  }

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
      text.append(' ').append(ByteSize.format(size));
    }
    if (benchmark.takesRanks()) {
      text.append(", ").append(ranks).append(" ranks");
    }
    settings.options().forEach((name, value) -> text.append(", ").append(name + " " + value));
    return text.toString();
  }

  /**
   * The name that distinguishes it from the others of its benchmark, such as {@code allreduce 8 on
   * 16}.
   */
  public String detail() {
    List<String> parts = new ArrayList<>();
    if (benchmark.hasSeveralKernels()) {
      parts.add(kernel);
    }
    if (hasSize()) {
      parts.add(ByteSize.format(size));
    }
    if (benchmark.takesRanks()) {
      parts.add("on " + ranks);
    }
    settings.options().forEach((name, value) -> parts.add(name + "=" + value));
    return String.join(" ", parts);
  }

  /** Whether there is a message of some size. */
  public boolean hasSize() {
    return !kernel.contains("barrier") && !"tail".equals(kernel);
  }

  /** The same with other settings. */
  Workload with(Settings other) {
    return new Workload(benchmark, kernel, size, ranks, window, distinct, metric, other);
  }

  /** Its properties besides kernel, size and ranks, by name. */
  public Map<String, Object> options() {
    Map<String, Object> options = new LinkedHashMap<>();
    if (kernel.contains("window")) {
      options.put("window", window);
      if (distinct) {
        options.put("distinctBuffers", true);
      }
    }
    options.putAll(settings.options());
    return options;
  }

  /** Whether it operates on memory that the library has allocated. */
  public boolean isOnAllocatedWindow() {
    return benchmark.isOneSided() && OneSidedCase.parse(kernel).isAllocatedByLibrary();
  }

  /** Whether its ranks load and store in each other's memory, for which they share a host. */
  public boolean isOnSharedWindow() {
    return benchmark.isOneSided() && OneSidedCase.parse(kernel).window() == Window.Kind.SHARED;
  }

  /** Whether it is a collective operation with a root. */
  public boolean isRooted() {
    return MeasuredCollective.loop(kernel).filter(loop -> loop.collective().isRooted()).isPresent();
  }

  /** Whether its target computes meanwhile. */
  boolean hasBusyTarget() {
    return benchmark.isOneSided() && OneSidedCase.parse(kernel).busy();
  }

  /** Arguments for a process that measures workloads that differ by their sizes. */
  public static KernelArguments arguments(List<Workload> workloads, BatchPlan plan, Path turns) {
    Workload first = workloads.getFirst();
    List<Step> steps =
        workloads.stream().map(w -> new Step(w.size(), w.window(), w.distinct())).toList();
    return new KernelArguments(first.kernel(), steps, plan, first.settings(), turns);
  }

  /** Whether one job can measure both, one after the other. */
  public boolean sharesJobsWith(Workload other) {
    return benchmark == other.benchmark
        && !benchmark.isOneSided()
        && kernel.equals(other.kernel)
        && ranks == other.ranks
        && settings.equals(other.settings);
  }

  /** Whether there are more ranks than this machine has processors. */
  public boolean oversubscribes() {
    return ranks > Runtime.getRuntime().availableProcessors();
  }
}
