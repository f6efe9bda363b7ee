package org.ronsel.tune.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.ronsel.launch.spi.Summary;

/**
 * Warms up code for the JIT compiler: runs candidates in turn until the compilers are quiet and no
 * candidate gets faster any more.
 */
final class WarmUp {
  private static final long CHUNK_NS = 2_000_000;
  private static final int MOST_ITERATIONS = 10_000;

  /** Number of chunks that are compared with the same number before them. */
  private static final int WINDOW = 5;

  /** Ratio of times from one window to the next below which a candidate is not warm yet. */
  private static final double FASTER = 0.95;

  private final Race.Track track;
  private final BooleanSupplier compilersRest;
  private final LongSupplier clockNs;

  WarmUp(Race.Track track, BooleanSupplier compilersRest, LongSupplier clockNs) {
    this.track = track;
    this.compilersRest = compilersRest;
    this.clockNs = clockNs;
  }

  /**
   * Warms up.
   *
   * @param candidates number of candidates
   * @param budgetNs time after which it ends in any case, in nanoseconds
   */
  void run(int candidates, long budgetNs) {
    long end = clockNs.getAsLong() + budgetNs;
    List<List<Double>> times = new ArrayList<>();
    for (int i = 0; i < candidates; i++) {
      times.add(new ArrayList<>());
    }
    boolean warm = candidates == 0;
    while (!warm && clockNs.getAsLong() - end < 0) {
      warm = true;
      for (int i = 0; i < candidates; i++) {
        List<Double> of = times.get(i);
        double expected = of.isEmpty() ? CHUNK_NS : Math.max(1, of.getLast());
        int iterations = (int) Math.clamp(CHUNK_NS / expected, 1, MOST_ITERATIONS);
        of.add(track.time(i, iterations) / (double) iterations);
        warm &= isWarm(of);
      }
      warm &= compilersRest.getAsBoolean();
    }
  }

  private static boolean isWarm(List<Double> times) {
    int n = times.size();
    return n >= 2 * WINDOW
        && Summary.medianOf(times.subList(n - WINDOW, n))
            >= FASTER * Summary.medianOf(times.subList(n - 2 * WINDOW, n - WINDOW));
  }
}
