package org.ronsel.bench.kernel;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ronsel.Comm;
import org.ronsel.Ronsel;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.KernelArguments.Step;
import org.ronsel.bench.method.MeasuredCollective;
import org.ronsel.bench.method.MeasuredCollective.CallKind;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.PipeTurns;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.Turns;
import org.ronsel.launch.spi.CompilerWatch;

/**
 * Entry point of every measuring rank. In each turn rank 0 chooses the command and sends it to the
 * other ranks, which wait for the turn in the kernel as it does.
 */
public final class KernelMain {
  private static final int STOP = 0;
  private static final int BATCH = 1;
  private static final int CHECKED_BATCH = 2;
  private static final int COMPILED = 3;
  private static final int PAUSE = 4;
  private static final int NEXT = 5;

  /**
   * Divisor of the warm-up of later sizes: the JVMs have compiled most of the code with the first
   * one.
   */
  private static final int LATER = 3;

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
    if (world.rank() == 0) {
      lead(world, arguments, turns);
    } else {
      follow(world, arguments, turns);
    }
  }

  private static void lead(Comm world, KernelArguments arguments, Turns turns) {
    Turns.Turn turn = turns.await() == Turns.Turn.BATCH ? Turns.Turn.NEXT : Turns.Turn.END;
    tell(world, turn == Turns.Turn.NEXT ? NEXT : STOP, 0);
    BatchPlan plan = arguments.plan();
    int left = arguments.steps().size();
    for (Step step : arguments.steps()) {
      left--;
      if (turn == Turns.Turn.NEXT) {
        try (Timing timing = new Timing(world, create(world, arguments, step), arguments)) {
          Lead lead = new Lead(world, timing);
          turn = Batches.measure(plan, timing.operationsPerIteration(), lead, turns);
          // Before the kernel is closed, in which all ranks take part.
          tell(world, turn == Turns.Turn.NEXT && left > 0 ? NEXT : STOP, 0);
        }
        plan = arguments.plan().withLongestWarmup(arguments.plan().maxWarmupMs() / LATER);
      }
    }
  }

  /** Follows rank 0, from its first turn on. */
  private static void follow(Comm world, KernelArguments arguments, Turns turns) {
    turns.await();
    int[] message = new int[2];
    world.receive(message, 0, Kernel.TAG_CONTROL);
    for (Step step : arguments.steps()) {
      if (message[0] != STOP) {
        try (Timing timing = new Timing(world, create(world, arguments, step), arguments)) {
          serve(world, timing, turns, message);
        }
      }
    }
    if (message[0] != STOP) {
      throw new IllegalStateException("rank 0 goes on behind the last size");
    }
  }

  /** Runs the batches of a size, up to another command. */
  private static void serve(Comm world, Timing timing, Turns turns, int[] message) {
    do {
      world.receive(message, 0, Kernel.TAG_CONTROL);
      switch (message[0]) {
        case BATCH, CHECKED_BATCH -> timing.batch(message[1], message[0] == CHECKED_BATCH);
        case COMPILED -> sumOverJvms(world);
        case PAUSE -> turns.await();
        default -> {}
      }
    } while (message[0] != STOP && message[0] != NEXT);
  }

  private static void tell(Comm world, int what, int iterations) {
    int[] message = {what, iterations};
    for (int r = 1; r < world.size(); r++) {
      world.send(message, r, Kernel.TAG_CONTROL);
    }
  }

  /**
   * The window of a nonblocking kernel is the number of tests in a computation, that of a one-sided
   * kernel the microseconds for which a busy target computes.
   */
  static Kernel create(Comm world, KernelArguments arguments, Step step) {
    int size = step.size();
    Settings settings = arguments.settings();
    String name = arguments.kernel();
    Optional<MeasuredCollective.Loop> collective = MeasuredCollective.loop(name);
    if (collective.isPresent()) {
      MeasuredCollective which = collective.get().collective();
      return collective.get().kind() == CallKind.NONBLOCKING
          ? new Overlap(
              world,
              CollectiveOperation.of(which, world, size, settings),
              step.window(),
              settings.root())
          : new CollectiveLoop(which, collective.get().kind(), world, size, settings);
    }
    return switch (name) {
      case "pingpong" -> new PingPong(pair(world), size, settings, false);
      case "pingpong-persistent" -> new PingPong(pair(world), size, settings, true);
      case "pingpong-pairs" -> new PingPong(world, size, settings, false);
      case "pingpong-threads" -> new ThreadedPingPong(pair(world), size, settings);
      case "window" -> new MessageWindow(pair(world), step, settings, false);
      case "window-both" -> new MessageWindow(pair(world), step, settings, true);
      case "window-pairs" -> new MessageWindow(world, step, settings, false);
      case "pingping" -> new Exchange(Exchange.Pattern.PINGPING, world, size, settings);
      case "sendrecv" -> new Exchange(Exchange.Pattern.SENDRECV, world, size, settings);
      case "exchange" -> new Exchange(Exchange.Pattern.EXCHANGE, world, size, settings);
      case "tail" -> new TailLoop(world);
      case String one when OneSidedCase.isOne(one) ->
          oneSided(pair(world), OneSidedCase.parse(one), size, step.window());
      default -> throw new IllegalArgumentException("no kernel is called " + name);
    };
  }

  private static Kernel oneSided(Comm world, OneSidedCase which, int size, int busyUs) {
    if (which.operation().isOfCalls()) {
      return new WindowCalls(world, which, size);
    }
    return which.inBothDirections()
        ? new CrossingPuts(world, which, size)
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
    private final Timing timing;

    Lead(Comm world, Timing timing) {
      this.world = world;
      this.timing = timing;
    }

    @Override
    public long run(int iterations, boolean checked) {
      tell(world, checked ? CHECKED_BATCH : BATCH, iterations);
      return timing.batch(iterations, checked);
    }

    @Override
    public long compiledMs() {
      tell(world, COMPILED, 0);
      return sumOverJvms(world);
    }

    @Override
    public boolean timesEach() {
      return timing.timesEach();
    }

    @Override
    public Map<String, double[]> parts() {
      return timing.parts();
    }

    @Override
    public void pause() {
      tell(world, PAUSE, 0);
    }
  }

  /** The compile time of the JVMs of all ranks; at rank 0. */
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
