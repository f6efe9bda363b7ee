package org.ronsel.bench.kernel;

import java.util.HashMap;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.PipeTurns;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.Turns;
import org.ronsel.launch.spi.CompilerWatch;

/**
 * Entry point of every measuring rank. In each turn rank 0 decides what is done and tells the
 * others, which wait for the turn in the kernel as it does.
 */
public final class KernelMain {
  private static final int STOP = 0;
  private static final int BATCH = 1;
  private static final int CHECKED_BATCH = 2;
  private static final int COMPILED = 3;
  private static final int PAUSE = 4;

  /** One untimed iteration in so many, and four at least, brings the caches back. */
  private static final int SETTLE_SHARE = 16;

  private static final int SETTLE = 4;

  private KernelMain() {}

  /** Runs as a rank of a job; arguments as {@link KernelArguments#toList} makes them. */
  public static void main(String... args) {
    KernelArguments arguments = KernelArguments.parse(args);
    Comm world = Ronsel.world();
    try (PipeTurns turns = new PipeTurns(arguments.turns(), world.rank())) {
      run(world, arguments, turns);
    }
  }

  /** Measures, turn after turn; collective over {@code world}. */
  public static void run(Comm world, KernelArguments arguments, Turns turns) {
    try (Kernel kernel = create(world, arguments)) {
      if (world.rank() == 0) {
        Lead lead = new Lead(world, kernel);
        Batches.measure(arguments.plan(), kernel.operationsPerIteration(), lead, turns);
        lead.command(STOP, 0);
      } else {
        serve(world, kernel, turns);
      }
    }
  }

  /**
   * The window of a nonblocking kernel is the number of tests in a computation, that of a one-sided
   * kernel how many microseconds a busy target computes.
   */
  private static Kernel create(Comm world, KernelArguments arguments) {
    int size = arguments.size();
    return switch (arguments.kernel()) {
      case "pingpong" -> new PingPong(pair(world), size);
      case "window" ->
          new MessageWindow(pair(world), size, arguments.window(), arguments.distinct());
      case "barrier" -> new BarrierLoop(world);
      case "tail" -> new TailLoop(world);
      case "allreduce" -> new SumLoop(world, size, false);
      case "reduce" -> new SumLoop(world, size, true);
      case "allgather" -> new BlocksLoop(world, size, false);
      case "alltoall" -> new BlocksLoop(world, size, true);
      case "broadcast" -> new BroadcastLoop(world, size);
      case String name when OneSidedCase.isOne(name) ->
          oneSided(pair(world), OneSidedCase.parse(name), size, arguments.window());
      default ->
          new Overlap(
              world, StartedCollective.of(arguments.kernel(), world, size), arguments.window());
    };
  }

  private static Kernel oneSided(Comm world, OneSidedCase which, int size, int busyUs) {
    return which.operation().isOfCalls()
        ? new WindowCalls(world, which, size)
        : new OneSidedLoop(world, which, size, busyUs);
  }

  private static Comm pair(Comm world) {
    if (world.size() != 2) {
      throw new IllegalArgumentException("this kernel needs 2 ranks, not " + world.size());
    }
    return world;
  }

  /** The turns as rank 0 sees them; the others follow in {@link #serve}. */
  private static final class Lead implements TimedLoop {
    private final Comm world;
    private final Kernel kernel;

    Lead(Comm world, Kernel kernel) {
      this.world = world;
      this.kernel = kernel;
    }

    void command(int what, int iterations) {
      int[] message = {what, iterations};
      for (int r = 1; r < world.size(); r++) {
        world.send(message, r, Kernel.TAG_CONTROL);
      }
    }

    @Override
    public long run(int iterations, boolean checked) {
      command(checked ? CHECKED_BATCH : BATCH, iterations);
      return batch(kernel, iterations, checked);
    }

    @Override
    public long compiledMs() {
      command(COMPILED, 0);
      return sumOverJvms(world);
    }

    @Override
    public Map<String, double[]> parts() {
      return kernel.parts();
    }

    @Override
    public void pause() {
      command(PAUSE, 0);
    }
  }

  private static long batch(Kernel kernel, int iterations, boolean checked) {
    if (checked) {
      kernel.check();
    }
    if (kernel.settles()) {
      kernel.run(Math.min(iterations, SETTLE + iterations / SETTLE_SHARE));
    }
    return kernel.run(iterations);
  }

  private static void serve(Comm world, Kernel kernel, Turns turns) {
    int[] message = new int[2];
    do {
      turns.await();
      do {
        world.receive(message, 0, Kernel.TAG_CONTROL);
        switch (message[0]) {
          case BATCH, CHECKED_BATCH -> batch(kernel, message[1], message[0] == CHECKED_BATCH);
          case COMPILED -> sumOverJvms(world);
          default -> {}
        }
      } while (message[0] != PAUSE && message[0] != STOP);
    } while (message[0] != STOP);
  }

  /** What the JVMs of all ranks have spent compiling; at rank 0. */
  private static long sumOverJvms(Comm world) {
    long[] mine = {ProcessHandle.current().pid(), CompilerWatch.compiledMs()};
    long[] all = new long[2 * world.size()];
    world.gather(mine, all, 0);
    Map<Long, Long> byProcess = new HashMap<>();
    for (int rank = 0; rank < world.size(); rank++) {
      byProcess.merge(all[2 * rank], all[2 * rank + 1], Math::max);
    }
    return byProcess.values().stream().mapToLong(Long::longValue).sum();
  }
}
