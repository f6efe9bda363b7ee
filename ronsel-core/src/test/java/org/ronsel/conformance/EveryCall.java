package org.ronsel.conformance;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ronsel.Comm;
import org.ronsel.Datatype;
import org.ronsel.Ronsel;
import org.ronsel.SplitType;
import org.ronsel.Window;
import org.ronsel.soak.Soak;

/**
 * The scenarios again and again, which make every kind of call, also such that fail, as a {@link
 * Soak}: all of them, and random ones, in a long one, else those that are quick here. As a program:
 *
 * <pre>
 * ronsel run -n 4 ... -J-Dronsel.soak=SECONDS --class-path ... org.ronsel.conformance.EveryCall
 * </pre>
 */
public final class EveryCall {
  /** What moves more than that is for the scenarios themselves. */
  private static final int MEGABYTES = 100;

  /** That come and go in a round, besides those of scenarios. */
  private static final int WINDOWS = 12;

  /**
   * The names of those that are quick, once a soak of this JVM has found them: most of the time of
   * a short soak is the round that looks for them. Empty before; written by one soak at a time.
   */
  private static volatile Set<String> quick = Set.of();

  private final Comm world;
  private final boolean looksForQuick;
  private List<Conformance.Scenario> scenarios;

  private EveryCall(Comm world) {
    this.world = world;
    this.scenarios =
        Conformance.scenarios().stream()
            .filter(Conformance.Scenario::isRepeatable)
            .filter(scenario -> scenario.isFor(world.size(), MEGABYTES))
            .filter(scenario -> Soak.isLong() || mayBeQuick(scenario))
            .toList();
    this.looksForQuick = !Soak.isLong() && quick.isEmpty();
  }

  private static boolean mayBeQuick(Conformance.Scenario scenario) {
    return !scenario.isHeavy() && (quick.isEmpty() || quick.contains(scenario.name()));
  }

  /** Makes the calls as one rank of {@code world}; see {@link Soak#run}. */
  public static void soak(Comm world, boolean counts) throws Exception {
    Soak.run(world, counts, new EveryCall(world)::round);
  }

  private void round(int number) throws Exception {
    long[] durationsNs = new long[scenarios.size()];
    for (int i = 0; i < durationsNs.length; i++) {
      long startNs = System.nanoTime();
      scenarios.get(i).run(world);
      Together.barrier(world);
      durationsNs[i] = System.nanoTime() - startNs;
    }
    for (int i = 0; i < WINDOWS; i++) {
      RandomWindows.run(world, (long) WINDOWS * number + i, 2, 3, 60);
    }
    if (Soak.isLong()) {
      RandomTraffic.run(world, number, 30 * world.size(), 1000);
      world.barrier();
      RandomCollectives.run(world, number, 40, 300);
      world.barrier();
      RandomWindows.run(world, number, 5, 10, 500);
    } else if (number == 0 && looksForQuick) {
      world.broadcast(durationsNs, 0);
      keepQuick(durationsNs);
    }
    freeEarlierWindows();
  }

  /**
   * A window that is closed is freed when a later one is made or closed: what the last one of a
   * round has opened depends on the round.
   */
  private void freeEarlierWindows() {
    for (int i = 0; i < 2; i++) {
      Window.allocate(world, Datatype.INT, 1).close();
      world.barrier();
    }
  }

  /** Leaves out those that take most of the time. */
  private void keepQuick(long[] durationsNs) {
    long[] sorted = durationsNs.clone();
    Arrays.sort(sorted);
    long limitNs = sorted[sorted.length * 2 / 3];
    List<Conformance.Scenario> all = scenarios;
    scenarios =
        IntStream.range(0, durationsNs.length)
            .filter(i -> durationsNs[i] <= limitNs)
            .mapToObj(all::get)
            .toList();
    // Behind this round every rank has looked whether there are any.
    quick = scenarios.stream().map(Conformance.Scenario::name).collect(Collectors.toSet());
  }

  /** Soaks the world of the calling rank. */
  public static void main(String[] args) throws Exception {
    Comm world = Ronsel.world();
    boolean counts;
    try (Comm jvm = world.splitType(SplitType.JVM, world.rank())) {
      counts = jvm.rank() == 0;
    }
    soak(world, counts);
  }
}
