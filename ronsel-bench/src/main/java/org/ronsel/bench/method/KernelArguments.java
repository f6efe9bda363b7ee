package org.ronsel.bench.method;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/**
 * The command line of a measuring process, the same for Java kernels, limits and the native peer.
 *
 * @param kernel name of the loop
 * @param size message size in bytes
 * @param plan how long; the number of batches is decided by who gives the turns
 * @param window messages in flight (kernel {@code window}), else 1
 * @param distinct whether each message in flight has its own buffer
 * @param turns folder of the pipes of {@link PipeTurns}
 */
public record KernelArguments(
    String kernel, int size, BatchPlan plan, int window, boolean distinct, Path turns) {
  /** The largest message that a kernel takes. */
  public static final int MAX_SIZE = 1 << 30;

  private static final int COUNT = 8;

  /** Checks the ranges. */
  public KernelArguments {
    if (size < 0 || size > MAX_SIZE) {
      throw new IllegalArgumentException("size must be 0 to " + MAX_SIZE + ", not " + size);
    }
    if (window < 1) {
      throw new IllegalArgumentException("window must be at least 1, not " + window);
    }
  }

  /** Reads what {@link #toList} made. */
  public static KernelArguments parse(String... args) {
    if (args.length != COUNT) {
      throw new IllegalArgumentException(
          "expected KERNEL SIZE BATCH_MS MIN_WARMUP_MS MAX_WARMUP_MS WINDOW DISTINCT TURNS, got "
              + List.of(args));
    }
    BatchPlan plan =
        new BatchPlan(
            BatchPlan.DEFAULT_BATCHES,
            Double.parseDouble(args[2]),
            Double.parseDouble(args[3]),
            Double.parseDouble(args[4]));
    return new KernelArguments(
        args[0],
        Integer.parseInt(args[1]),
        plan,
        Integer.parseInt(args[5]),
        "1".equals(args[6]),
        Path.of(args[7]));
  }

  /** The arguments as a measuring process takes them. */
  public List<String> toList() {
    return List.of(
        kernel,
        Integer.toString(size),
        decimal(plan.batchMs()),
        decimal(plan.minWarmupMs()),
        decimal(plan.maxWarmupMs()),
        Integer.toString(window),
        distinct ? "1" : "0",
        turns.toString());
  }

  private static String decimal(double value) {
    return String.format(Locale.ROOT, "%s", value);
  }
}
