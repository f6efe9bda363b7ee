package org.ronsel.bench.kernel;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Samples;
import org.ronsel.bench.method.TimedLoop;

/**
 * Entry point of every measuring rank. Rank 0 decides how many iterations a batch has and tells the
 * others before each; at the end it prints one line of JSON.
 */
public final class KernelMain {
  private static final int BATCH = 1;
  private static final int STOP = 0;

  /** Untimed iterations that bring the caches back after the checked exchange. */
  private static final int SETTLE = 4;

  /** So many single times are reported, which is enough for a 99th percentile. */
  private static final int MOST_SINGLES = 50_000;

  private static final Set<String> NONBLOCKING =
      Set.of("ibarrier", "ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall");

  private KernelMain() {}

  /** Runs as a rank of a job; arguments as {@link KernelArguments#toList} makes them. */
  public static void main(String... args) {
    String line = run(Ronsel.world(), KernelArguments.parse(args));
    if (!line.isEmpty()) {
      System.out.println(line);
    }
  }

  /**
   * Measures; collective over {@code world}.
   *
   * @return the result line on rank 0, an empty string elsewhere
   */
  public static String run(Comm world, KernelArguments arguments) {
    if (arguments.kernel().equals("tail")) {
      return tail(world, arguments);
    }
    if (NONBLOCKING.contains(arguments.kernel())) {
      return overlap(world, arguments);
    }
    Kernel kernel = create(world, arguments);
    if (world.rank() != 0) {
      serve(world, kernel);
      return "";
    }
    Batch batch = new Batch(world, kernel);
    Samples samples = Batches.measure(arguments.plan(), kernel.operationsPerIteration(), batch);
    command(world, STOP, 0);
    return samples.toJsonLine(arguments, world.size());
  }

  /** The window of a nonblocking kernel is the number of tests in a computation. */
  private static String overlap(Comm world, KernelArguments arguments) {
    StartedCollective operation = StartedCollective.of(arguments.kernel(), world, arguments.size());
    Overlap overlap = new Overlap(world, operation, arguments.window());
    if (world.rank() != 0) {
      overlap.serve();
      return "";
    }
    return overlap.measure(arguments).toJsonLine(arguments, world.size());
  }

  private static String tail(Comm world, KernelArguments arguments) {
    TailLoop kernel = new TailLoop(world);
    if (world.rank() != 0) {
      serve(world, kernel);
      return "";
    }
    List<double[]> batches = new ArrayList<>();
    Batch batch = new Batch(world, kernel);
    TimedLoop recorded =
        new TimedLoop() {
          @Override
          public long run(int iterations) {
            long elapsed = batch.run(iterations);
            batches.add(kernel.singles());
            return elapsed;
          }

          @Override
          public long compiledMs() {
            return batch.compiledMs();
          }
        };
    Samples samples = Batches.measure(arguments.plan(), 1, recorded);
    command(world, STOP, 0);
    int timed = samples.perOperationNs().length;
    double[] singles =
        batches.subList(batches.size() - timed, batches.size()).stream()
            .flatMapToDouble(Arrays::stream)
            .limit(MOST_SINGLES)
            .toArray();
    return samples.with(Map.of("singleNs", singles)).toJsonLine(arguments, world.size());
  }

  private static Kernel create(Comm world, KernelArguments arguments) {
    return switch (arguments.kernel()) {
      case "pingpong" -> new PingPong(pair(world), arguments.size());
      case "window" ->
          new Window(pair(world), arguments.size(), arguments.window(), arguments.distinct());
      case "barrier" -> new BarrierLoop(world);
      case "allreduce" -> new SumLoop(world, arguments.size(), false);
      case "reduce" -> new SumLoop(world, arguments.size(), true);
      case "allgather" -> new BlocksLoop(world, arguments.size(), false);
      case "alltoall" -> new BlocksLoop(world, arguments.size(), true);
      case "broadcast" -> new BroadcastLoop(world, arguments.size());
      default -> throw new IllegalArgumentException("no kernel is called " + arguments.kernel());
    };
  }

  private static Comm pair(Comm world) {
    if (world.size() != 2) {
      throw new IllegalArgumentException("this kernel needs 2 ranks, not " + world.size());
    }
    return world;
  }

  /** A batch as rank 0 sees it; the others follow in {@link #serve}. */
  private static final class Batch implements TimedLoop {
    private final Comm world;
    private final Kernel kernel;
    private long compiledMs;

    Batch(Comm world, Kernel kernel) {
      this.world = world;
      this.kernel = kernel;
    }

    @Override
    public long run(int iterations) {
      command(world, BATCH, iterations);
      long elapsed = batch(kernel, iterations);
      compiledMs = sumOverJvms(world);
      return elapsed;
    }

    @Override
    public long compiledMs() {
      return compiledMs;
    }
  }

  private static long batch(Kernel kernel, int iterations) {
    kernel.check();
    kernel.run(Math.min(iterations, SETTLE));
    return kernel.run(iterations);
  }

  /** What the JVMs of all ranks have spent compiling; at rank 0. */
  static long sumOverJvms(Comm world) {
    long[] mine = {ProcessHandle.current().pid(), Batches.compiledMs()};
    long[] all = new long[2 * world.size()];
    world.gather(mine, all, 0);
    Map<Long, Long> byProcess = new HashMap<>();
    for (int rank = 0; rank < world.size(); rank++) {
      byProcess.merge(all[2 * rank], all[2 * rank + 1], Math::max);
    }
    return byProcess.values().stream().mapToLong(Long::longValue).sum();
  }

  private static void command(Comm world, int mode, int iterations) {
    int[] message = {mode, iterations};
    for (int r = 1; r < world.size(); r++) {
      world.send(message, r, Kernel.TAG_CONTROL);
    }
  }

  private static void serve(Comm world, Kernel kernel) {
    int[] message = new int[2];
    while (true) {
      world.receive(message, 0, Kernel.TAG_CONTROL);
      if (message[0] == STOP) {
        return;
      }
      batch(kernel, message[1]);
      sumOverJvms(world);
    }
  }
}
