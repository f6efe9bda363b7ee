package org.ronsel.bench.kernel;

import java.util.Arrays;
import java.util.Locale;
import org.ronsel.Comm;
import org.ronsel.Request;
import org.ronsel.RequestSet;
import org.ronsel.Ronsel;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.TimedLoop;

/**
 * Measures the time of a message while ten thousand others wait: receives of distinct tags that are
 * posted, messages that arrived before their receives and are received in reverse order, and
 * requests of which any is waited for. One rank that sends to itself, so that nothing but matching
 * counts. Prints nanoseconds per message and the ratio to a single one.
 *
 * <pre>ronsel run -n 1 --class-path ronsel-bench.jar:ronsel-launch.jar
 *     org.ronsel.bench.kernel.ManyRequests</pre>
 */
public final class ManyRequests {
  private static final BatchPlan PLAN = new BatchPlan(15, 20, 500, 10_000);
  private static final int MANY = 10_000;
  private static final int ROUNDS = 3;

  private final Comm world;
  private final int[] data = {1};

  private ManyRequests(Comm world) {
    this.world = world;
  }

  /** Measures and prints; the arguments are ignored. */
  public static void main(String... args) {
    ManyRequests kernel = new ManyRequests(Ronsel.world());
    System.out.printf("%-44s %9s %12s %8s%n", "ns per message", "one", "of " + MANY, "ratio");
    for (int round = 0; round < ROUNDS; round++) {
      kernel.compare("posted receives of distinct tags", kernel::posted);
      kernel.compare("unexpected messages, in reverse order", kernel::unexpected);
      kernel.compare("any of a set of requests", kernel::any);
    }
  }

  /** An exchange of {@code count} messages. */
  @FunctionalInterface
  private interface Exchange {
    void run(int count);
  }

  private void compare(String what, Exchange exchange) {
    double one = nsPerMessage(1, exchange);
    double many = nsPerMessage(MANY, exchange);
    System.out.printf(Locale.ROOT, "%-44s %9.1f %12.1f %8.2f%n", what, one, many, many / one);
  }

  private void posted(int count) {
    Request[] receives = new Request[count];
    for (int i = 0; i < count; i++) {
      receives[i] = world.iReceive(new int[1], world.rank(), i);
    }
    for (int i = 0; i < count; i++) {
      world.send(data, world.rank(), scattered(i, count));
    }
    Request.awaitAll(receives);
  }

  private void unexpected(int count) {
    for (int i = 0; i < count; i++) {
      world.send(data, world.rank(), i);
    }
    int[] in = new int[1];
    for (int i = count - 1; i >= 0; i--) {
      world.receive(in, world.rank(), i);
    }
  }

  private void any(int count) {
    RequestSet set = new RequestSet();
    for (int i = 0; i < count; i++) {
      set.add(world.iReceive(new int[1], world.rank(), i));
    }
    for (int i = 0; i < count; i++) {
      world.send(data, world.rank(), scattered(i, count));
      if (set.awaitAny() == null) {
        throw new IllegalStateException("a request is missing");
      }
    }
  }

  /** The numbers below {@code count} in an order without pattern. */
  private static int scattered(int i, int count) {
    return (int) (i * 7_919L % count);
  }

  private static double nsPerMessage(int count, Exchange exchange) {
    TimedLoop loop =
        (iterations, checked) -> {
          long start = System.nanoTime();
          for (int i = 0; i < iterations; i++) {
            exchange.run(count);
          }
          return System.nanoTime() - start;
        };
    double[] samples = Batches.measure(PLAN, count, loop);
    Arrays.sort(samples);
    return samples[samples.length / 2];
  }
}
