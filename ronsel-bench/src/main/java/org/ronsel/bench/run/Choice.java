package org.ronsel.bench.run;

import java.util.List;
import org.ronsel.bench.method.Settings;

/**
 * A user's choice of workloads of a benchmark.
 *
 * @param sizes message sizes in bytes; empty for the benchmark's own
 * @param ranks numbers of ranks; empty for its own
 * @param kernels loops, of a benchmark that has several; empty for its own
 * @param window messages in flight; 0 for its own
 * @param distinct whether each message in flight has its own buffer, regardless of its size
 * @param settings further choices
 */
public record Choice(
    List<Integer> sizes,
    List<Integer> ranks,
    List<String> kernels,
    int window,
    boolean distinct,
    Settings settings) {
  /** Copies the lists. */
  public Choice {
    sizes = List.copyOf(sizes);
    ranks = List.copyOf(ranks);
    kernels = List.copyOf(kernels);
  }

  /** The same with other loops. */
  public Choice of(List<String> other) {
    return new Choice(sizes, ranks, other, window, distinct, settings);
  }
}
