package org.ronsel.bench.method;

import static java.util.stream.Collectors.joining;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The command line of a measuring process, the same for Java kernels, limits and the native peer.
 *
 * @param kernel name of the loop
 * @param steps sizes to measure, one after the other
 * @param plan durations; the number of batches is decided by the process that gives the turns
 * @param settings further choices
 * @param turns folder of the pipes of {@link PipeTurns}
 */
public record KernelArguments(
    String kernel, List<Step> steps, BatchPlan plan, Settings settings, Path turns) {
  /** The largest message that a kernel takes. */
  public static final int MAX_SIZE = 1 << 30;

  private static final int COUNT = 9;

  /**
   * One size to measure.
   *
   * @param size message size in bytes
   * @param window messages in flight (kernel {@code window}), else 1
   * @param distinct whether each message in flight has its own buffer
   */
  public record Step(int size, int window, boolean distinct) {
    /** Checks the ranges. */
    public Step {
      if (size < 0 || size > MAX_SIZE) {
        throw new IllegalArgumentException("size must be 0 to " + MAX_SIZE + ", not " + size);
      }
      if (window < 1) {
        throw new IllegalArgumentException("window must be at least 1, not " + window);
      }
    }

    private static Step parse(String text) {
      String[] parts = text.split(":", -1);
      return new Step(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), "1".equals(parts[2]));
    }

    @Override
    public String toString() {
      return size + ":" + window + ":" + (distinct ? "1" : "0");
    }
  }

  /** Checks that there is at least one step. */
  public KernelArguments {
    steps = List.copyOf(steps);
    if (steps.isEmpty()) {
      throw new IllegalArgumentException("there is no size to measure");
    }
  }

  /** Reads what {@link #toList} made. */
  public static KernelArguments parse(String... args) {
    if (args.length != COUNT) {
      throw new IllegalArgumentException(
          "expected KERNEL SIZE:WINDOW:DISTINCT,... BATCH_MS MIN_WARMUP_MS MAX_WARMUP_MS ITERATIONS"
              + " WARMUP_ITERATIONS SETTINGS TURNS, got "
              + List.of(args));
    }
    BatchPlan plan =
        new BatchPlan(
            BatchPlan.DEFAULT_BATCHES,
            Double.parseDouble(args[2]),
            Double.parseDouble(args[3]),
            Double.parseDouble(args[4]),
            Integer.parseInt(args[5]),
            Integer.parseInt(args[6]),
            BatchPlan.DEFAULT_LIMIT_MS);
    return new KernelArguments(
        args[0],
        Stream.of(args[1].split(",", -1)).map(Step::parse).toList(),
        plan,
        Settings.parse(args[7]),
        Path.of(args[8]));
  }

  /** The arguments as a measuring process takes them. */
  public List<String> toList() {
    return List.of(
        kernel,
        steps.stream().map(Step::toString).collect(joining(",")),
        decimal(plan.batchMs()),
        decimal(plan.minWarmupMs()),
        decimal(plan.maxWarmupMs()),
        Integer.toString(plan.iterations()),
        Integer.toString(plan.warmupIterations()),
        settings.toWord(),
        turns.toString());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%s", value);
  }
}
