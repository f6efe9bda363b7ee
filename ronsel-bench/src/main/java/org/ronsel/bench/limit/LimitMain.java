package org.ronsel.bench.limit;

import java.io.IOException;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.PipeTurns;
import org.ronsel.bench.method.Turns;

/** Measures one limit in a JVM of its own, in turns like the kernels. */
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
    Turns.Turn turn = turns.await() == Turns.Turn.BATCH ? Turns.Turn.NEXT : Turns.Turn.END;
    for (Step step : arguments.steps()) {
      if (turn == Turns.Turn.NEXT) {
        turn = run(arguments, step, turns);
      }
    }
  }

  private static Turns.Turn run(KernelArguments arguments, Step step, Turns turns)
      throws IOException {
    BatchPlan plan = arguments.plan();
    switch (arguments.kernel()) {
      case "handover" -> {
        try (HandOver loop = new HandOver()) {
          return Batches.measure(plan, 2, loop, turns);
        }
      }
      case "copy" -> {
        return Batches.measure(plan, 1, new ArrayCopy(step.size()), turns);
      }
      case "gather-copies", "exchange-copies" -> {
        boolean toAll = "exchange-copies".equals(arguments.kernel());
        try (BlockCopies loop = new BlockCopies(step.window(), step.size(), toAll)) {
          return Batches.measure(plan, 1, loop, turns);
        }
      }
      case "socket" -> {
        try (LoopbackSocket loop = new LoopbackSocket(step.size())) {
          return Batches.measure(plan, 2, loop, turns);
        }
      }
      default -> throw new IllegalArgumentException("no limit is called " + arguments.kernel());
    }
  }
}
