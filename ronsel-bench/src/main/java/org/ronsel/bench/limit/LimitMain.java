package org.ronsel.bench.limit;

import java.io.IOException;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Samples;

/** Measures one limit in a JVM of its own and prints one line of JSON, as the kernels do. */
public final class LimitMain {
  private LimitMain() {}

  /**
   * Arguments as {@link KernelArguments#toList} makes them; kernel handover, copy or socket, or
   * gather-copies or exchange-copies with the number of ranks as window.
   */
  public static void main(String... args) throws InterruptedException {
    KernelArguments arguments = KernelArguments.parse(args);
    Samples samples = measure(arguments);
    System.out.println(samples.toJsonLine(arguments, "copy".equals(arguments.kernel()) ? 1 : 2));
  }

  /** Measures on pinned threads of its own. */
  static Samples measure(KernelArguments arguments) throws InterruptedException {
    return PinnedThreads.join(PinnedThreads.start("limit", 0, () -> run(arguments)));
  }

  private static Samples run(KernelArguments arguments) throws IOException {
    switch (arguments.kernel()) {
      case "handover" -> {
        try (HandOver loop = new HandOver()) {
          return Batches.measure(arguments.plan(), 2, loop);
        }
      }
      case "copy" -> {
        return Batches.measure(arguments.plan(), 1, new ArrayCopy(arguments.size()));
      }
      case "gather-copies", "exchange-copies" -> {
        boolean toAll = "exchange-copies".equals(arguments.kernel());
        try (BlockCopies loop = new BlockCopies(arguments.window(), arguments.size(), toAll)) {
          return Batches.measure(arguments.plan(), 1, loop);
        }
      }
      case "socket" -> {
        try (LoopbackSocket loop = new LoopbackSocket(arguments.size())) {
          return Batches.measure(arguments.plan(), 2, loop);
        }
      }
      default -> throw new IllegalArgumentException("no limit is called " + arguments.kernel());
    }
  }
}
