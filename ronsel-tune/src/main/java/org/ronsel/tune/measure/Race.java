package org.ronsel.tune.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.ronsel.launch.spi.Summary;

/**
 * Finds the fastest of several candidates with few samples: all are tried, hopeless ones are
 * dropped, the others are measured in turn in rounds, and the slower half is dropped after each
 * round. The race ends when one is left, when one is clearly the fastest, or when the time is over.
 *
 * <p>The code of all candidates has to be warm: otherwise one would be dropped before it is.
 */
public final class Race {
  /** Runs a candidate. */
  @FunctionalInterface
  public interface Track {
    /** The time of {@code iterations} operations together, in nanoseconds. */
    long time(int candidate, int iterations);
  }

  /** Ratio to the best time above which a candidate is dropped after its tries. */
  private static final double HOPELESS = 4;

  /**
   * Number of tries; in one or two of them a thread may lose its core, or run code that is not
   * compiled.
   */
  private static final int TRIES = 3;

  private static final long TRY_NS = 100_000;
  private static final int MOST_CALLS_OF_A_TRY = 50;

  /** Ratio to the best time of a round above which a candidate is unlikely to be the fastest. */
  private static final double CLEARLY_SLOWER = 1.15;

  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 15;
  private static final long SAMPLE_NS = 4_000_000;
  private static final int MOST_ITERATIONS = 10_000;

  private final List<String> names;
  private final Track track;
  private final LongSupplier clockNs;

  /** A candidate and its times. */
  private static final class Runner {
    final int candidate;
    double firstNs;
    final List<Double> samplesNs = new ArrayList<>();

    /**
     * The ratio of its time to the best one's when it was dropped; the machine may have been faster
     * or slower then than for those that stayed.
     */
    double timesTheBest;

    Runner(int candidate) {
      this.candidate = candidate;
    }

    /** The median time in nanoseconds, or the first impression. */
    double ns() {
      if (samplesNs.isEmpty()) {
        return firstNs;
      }
      return Summary.medianOf(samplesNs);
    }
  }

  /** Creates a race of these candidates. */
  public Race(List<String> names, Track track, LongSupplier clockNs) {
    this.names = List.copyOf(names);
    this.track = track;
    this.clockNs = clockNs;
  }

  /**
   * Runs the race.
   *
   * @param budgetNs time after which it ends, in nanoseconds; one candidate is tried in any case
   * @return nanoseconds of an operation by name of those that were tried
   */
  public Map<String, Double> run(long budgetNs) {
    long end = clockNs.getAsLong() + budgetNs;
    List<Runner> tried = tryAll(end);
    double best = tried.stream().mapToDouble(Runner::ns).min().orElseThrow();
    List<Runner> running = new ArrayList<>(tried);
    running.removeIf(runner -> leaves(runner, HOPELESS, best));
    for (int round = 1; round <= MOST_ROUNDS && running.size() > 1 && !isOver(end); round++) {
      measure(running, end);
      running.sort(Comparator.comparingDouble(Runner::ns));
      int keep = round < LEAST_ROUNDS ? Math.max(2, Math.ceilDiv(running.size(), 2)) : 1;
      double fastest = running.getFirst().ns();
      while (running.size() > keep && leaves(running.getLast(), CLEARLY_SLOWER, fastest)) {
        running.removeLast();
      }
    }
    double fastest = running.stream().mapToDouble(Runner::ns).min().orElseThrow();
    Map<String, Double> times = new LinkedHashMap<>();
    for (Runner runner : tried) {
      times.put(
          names.get(runner.candidate),
          runner.timesTheBest == 0 ? runner.ns() : runner.timesTheBest * fastest);
    }
    return times;
  }

  private static boolean leaves(Runner runner, double limit, double bestNs) {
    if (runner.ns() <= limit * bestNs) {
      return false;
    }
    runner.timesTheBest = runner.ns() / bestNs;
    return true;
  }

  /** Takes a first impression of each, until the time is over. */
  private List<Runner> tryAll(long end) {
    List<Runner> tried = new ArrayList<>();
    for (int i = 0; i < names.size() && (tried.isEmpty() || !isOver(end)); i++) {
      Runner runner = new Runner(i);
      track.time(i, 1); // makes schedules, and meets peers for the first time
      runner.firstNs = track.time(i, 1);
      for (int t = 1; t < TRIES; t++) {
        int calls = (int) Math.clamp(TRY_NS / Math.max(1, runner.firstNs), 1, MOST_CALLS_OF_A_TRY);
        runner.firstNs = Math.min(runner.firstNs, track.time(i, calls) / (double) calls);
      }
      tried.add(runner);
    }
    return tried;
  }

  private void measure(List<Runner> running, long end) {
    // At least two rounds must fit into the remaining time.
    long leftNs = end - clockNs.getAsLong();
    long sampleNs = Math.clamp(leftNs / (2L * running.size()), TRY_NS, SAMPLE_NS);
    for (Runner runner : running) {
      if (isOver(end) && !runner.samplesNs.isEmpty()) {
        return;
      }
      double expected = Math.max(1, runner.ns());
      int iterations = (int) Math.clamp(sampleNs / expected, 1, MOST_ITERATIONS);
      runner.samplesNs.add(track.time(runner.candidate, iterations) / (double) iterations);
    }
  }

  private boolean isOver(long end) {
    return clockNs.getAsLong() - end >= 0;
  }
}
