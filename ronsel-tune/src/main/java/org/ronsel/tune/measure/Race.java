package org.ronsel.tune.measure;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;

/**
 * Finds the fastest of several candidates with few samples: all are tried once, the hopeless leave,
 * and of the others, which are measured in turn round after round, the slower half leaves after
 * each. It ends when one is left, when one is clearly the fastest, or when the time is over.
 */
public final class Race {
  /** Runs a candidate. */
  @FunctionalInterface
  public interface Track {
    /** Nanoseconds of {@code iterations} operations together. */
    long time(int candidate, int iterations);
  }

  /** Who takes so many times the best one's time at the first try need not be tried again. */
  private static final double HOPELESS = 4;

  /** Who is slower than this, in a round, cannot be the fastest but by chance. */
  private static final double CLEARLY_SLOWER = 1.15;

  private static final int LEAST_ROUNDS = 3;
  private static final int MOST_ROUNDS = 9;
  private static final long SAMPLE_NS = 2_000_000;
  private static final int MOST_ITERATIONS = 2000;

  private final List<String> names;
  private final Track track;
  private final LongSupplier clockNs;

  /** A candidate and its times. */
  private static final class Runner {
    final int candidate;
    double firstNs;
    final List<Double> samplesNs = new ArrayList<>();

    Runner(int candidate) {
      this.candidate = candidate;
    }

    /** The median, or the first impression. */
    double ns() {
      if (samplesNs.isEmpty()) {
        return firstNs;
      }
      double[] sorted = samplesNs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
      return sorted[(sorted.length - 1) / 2];
    }
  }

  /** Prepares a race of these candidates. */
  public Race(List<String> names, Track track, LongSupplier clockNs) {
    this.names = List.copyOf(names);
    this.track = track;
    this.clockNs = clockNs;
  }

  /**
   * Runs it.
   *
   * @param budgetNs after which it ends; each candidate is tried once in any case, unless a single
   *     try of those before took all of it
   * @return nanoseconds of an operation by name of those that were tried
   */
  public Map<String, Double> run(long budgetNs) {
    long end = clockNs.getAsLong() + budgetNs;
    List<Runner> tried = new ArrayList<>();
    double bestNs = Double.MAX_VALUE;
    for (int i = 0; i < names.size() && (tried.isEmpty() || !isOver(end)); i++) {
      Runner runner = new Runner(i);
      track.time(i, 1); // makes schedules, and meets peers for the first time
      runner.firstNs = track.time(i, 1);
      if (runner.firstNs < HOPELESS * bestNs) {
        runner.firstNs = Math.min(runner.firstNs, track.time(i, 2) / 2.0);
      }
      bestNs = Math.min(bestNs, runner.firstNs);
      tried.add(runner);
    }
    List<Runner> running = new ArrayList<>();
    for (Runner runner : tried) {
      if (runner.firstNs <= HOPELESS * bestNs) {
        running.add(runner);
      }
    }
    for (int round = 1; round <= MOST_ROUNDS && running.size() > 1 && !isOver(end); round++) {
      measure(running, end);
      running.sort(Comparator.comparingDouble(Runner::ns));
      double fastest = running.getFirst().ns();
      int keep = round < LEAST_ROUNDS ? Math.ceilDiv(running.size(), 2) : running.size();
      while (running.size() > 1
          && (running.size() > Math.max(2, keep) || round >= LEAST_ROUNDS)
          && running.getLast().ns() > CLEARLY_SLOWER * fastest) {
        running.removeLast();
      }
    }
    Map<String, Double> times = new LinkedHashMap<>();
    for (Runner runner : tried) {
      times.put(names.get(runner.candidate), runner.ns());
    }
    return times;
  }

  private void measure(List<Runner> running, long end) {
    for (Runner runner : running) {
      if (isOver(end) && !runner.samplesNs.isEmpty()) {
        return;
      }
      double expected = Math.max(1, runner.ns());
      int iterations = (int) Math.clamp(SAMPLE_NS / expected, 1, MOST_ITERATIONS);
      runner.samplesNs.add(track.time(runner.candidate, iterations) / (double) iterations);
    }
  }

  private boolean isOver(long end) {
    return clockNs.getAsLong() - end >= 0;
  }
}
