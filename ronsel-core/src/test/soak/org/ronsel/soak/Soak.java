package org.ronsel.soak;

import java.util.List;
import org.ronsel.Comm;
import org.ronsel.Op;

/**
 * Repeats something for long, and fails if that leaves more and more objects of Ronsel's classes
 * alive. The system property {@code ronsel.soak} says for how many seconds; without it, it is over
 * as soon as some rounds have left nothing.
 */
public final class Soak {
  private static final long SECONDS = Long.getLong("ronsel.soak", 0);

  /** Rounds until pools are as large as they need to be. */
  private static final int WARM_UP = 3;

  /** Rounds between two counts, at least. */
  private static final int ROUNDS = 8;

  /** Between two counts of a long soak. */
  private static final long STRETCH_NS = 60_000_000_000L;

  private Soak() {}

  /** What is repeated. */
  @FunctionalInterface
  public interface Round {
    void run(int number) throws Exception;
  }

  /** Whether it is to take longer than the tests of a build may. */
  public static boolean isLong() {
    return SECONDS > 0;
  }

  /** Longer than it takes, in seconds. */
  public static long deadlineSeconds() {
    return SECONDS + 300;
  }

  /** How many objects of a class are alive in this JVM. */
  public static long alive(String name) {
    return LiveObjects.count().getOrDefault(name, 0L);
  }

  /**
   * Makes the rounds as one rank of a job; every rank must.
   *
   * @param counts whether this rank counts the objects of its JVM; one rank of each does
   */
  public static void run(Comm world, boolean counts, Round round) throws Exception {
    long startNs = System.nanoTime();
    int number = 0;
    while (number < WARM_UP) {
      round.run(number++);
    }
    world.barrier();
    Growth growth = counts ? new Growth() : null;
    boolean goesOn = true;
    while (goesOn) {
      long stretchNs = System.nanoTime();
      int first = number;
      do {
        round.run(number++);
      } while (number - first < ROUNDS
          || agree(world, isLong() && System.nanoTime() - stretchNs < STRETCH_NS));
      world.barrier();
      if (growth != null) {
        growth.passed(number - first);
        if (isLong()) {
          System.out.println("rank " + world.rank() + ", round " + number + ": " + growth);
        }
      }
      List<String> leaks = growth == null ? List.of() : growth.leaks();
      if (world.allReduce(leaks.isEmpty() ? 0 : 1, Op.MAX) != 0) {
        throw new AssertionError("more objects from round to round: " + leaks);
      }
      boolean early = System.nanoTime() - startNs < SECONDS * 1_000_000_000L;
      goesOn = agree(world, early || growth != null && growth.isUncertain());
    }
  }

  /** Whether any rank says so. */
  private static boolean agree(Comm world, boolean yes) {
    return world.allReduce(yes ? 1 : 0, Op.MAX) != 0;
  }
}
