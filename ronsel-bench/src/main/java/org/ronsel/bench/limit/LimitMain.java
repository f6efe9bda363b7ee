package org.ronsel.bench.limit;

import java.io.IOException;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.PipeTurns;
import org.ronsel.bench.method.Turns;

/** Measures one limit in a JVM of its own, in turns as the kernels do. */
public final class LimitMain {
  private LimitMain() {}

  /**
   * Arguments as {@link KernelArguments#toList} makes them; kernel handover, copy or socket, or
   * gather-copies or exchange-copies with the number of ranks as window.
   */
  public static void main(String... args) throws InterruptedException {
    KernelArguments arguments = KernelArguments.parse(args);
    try (PipeTurns turns = new PipeTurns(arguments.turns(), 0)) {
      measure(arguments, turns);
    }
  }

  /** Measures on pinned threads of its own. */
  static void measure(KernelArguments arguments, Turns turns) throws InterruptedException {
    PinnedThreads.join(
        PinnedThreads.start(
            "limit",
            0,
            () -> {
              run(arguments, turns);
              return true;
            }));
  }

  private static void run(KernelArguments arguments, Turns turns) throws IOException {
    switch (arguments.kernel()) {
      case "handover" -> {
        try (HandOver loop = new HandOver()) {
          Batches.measure(arguments.plan(), 2, loop, turns);
        }
      }
      case "copy" -> Batches.measure(arguments.plan(), 1, new ArrayCopy(arguments.size()), turns);
      case "gather-copies", "exchange-copies" -> {
        boolean toAll = "exchange-copies".equals(arguments.kernel());
        try (BlockCopies loop = new BlockCopies(arguments.window(), arguments.size(), toAll)) {
          Batches.measure(arguments.plan(), 1, loop, turns);
        }
      }
      case "socket" -> {
        try (LoopbackSocket loop = new LoopbackSocket(arguments.size())) {
          Batches.measure(arguments.plan(), 2, loop, turns);
        }
      }
      default -> throw new IllegalArgumentException("no limit is called " + arguments.kernel());
    }
  }
}
