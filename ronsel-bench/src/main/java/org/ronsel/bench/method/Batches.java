package org.ronsel.bench.method;

import java.util.Arrays;
import org.ronsel.launch.spi.CompilerWatch;

/**
 * Times a loop: chooses how many iterations make a batch of the planned duration, warms up until
 * the times are stable and the JVM has stopped compiling, then takes the batches. {@code
 * mpi_peer.c} does the same in C, where nothing is compiled.
 */
public final class Batches {
  private static final int HISTORY = 10;
  private static final int MAX_INNER = 1 << 24;
  private static final double MAX_GROWTH = 10;
  private static final double SHORT_BATCH = 0.7;
  private static final double STABLE = 0.05;

  /** Where an operation takes long there are fewer batches than planned, but so many at least. */
  private static final int FEWEST = 7;

  /** After this time there are no more batches than the fewest. */
  private static final long LONGEST_NS = 5_000_000_000L;

  private Batches() {}

  /**
   * Measures {@code loop}.
   *
   * @param operationsPerIteration what a time is divided by: 2 for the half round trip of a
   *     ping-pong, the window for windowed messages
   */
  public static Samples measure(BatchPlan plan, double operationsPerIteration, TimedLoop loop) {
    double[] history = new double[HISTORY];
    int known = 0;
    int inner = 1;
    int warmups = 0;
    boolean stable;
    CompilerWatch compiler = new CompilerWatch();
    long batchNs = (long) (plan.batchMs() * 1e6);
    long start = System.nanoTime();
    while (true) {
      long elapsed = loop.run(inner);
      warmups++;
      if (known == HISTORY) {
        System.arraycopy(history, 1, history, 0, HISTORY - 1);
      } else {
        known++;
      }
      history[known - 1] = elapsed / (inner * operationsPerIteration);
      long spent = System.nanoTime() - start;
      boolean warm = compiler.isQuiet(loop.compiledMs()) && spent >= plan.minWarmupMs() * 1e6;
      stable = warm && known == HISTORY && isStable(history);
      if (stable || spent >= plan.maxWarmupMs() * 1e6) {
        break;
      }
      if (elapsed < batchNs * SHORT_BATCH) {
        inner = grow(inner, elapsed, batchNs);
      }
    }
    double[] samples = new double[plan.batches()];
    int taken = 0;
    long begin = System.nanoTime();
    while (taken < samples.length && (taken < FEWEST || System.nanoTime() - begin < LONGEST_NS)) {
      samples[taken++] = loop.run(inner) / (inner * operationsPerIteration);
    }
    return new Samples(inner, warmups, stable, Arrays.copyOf(samples, taken));
  }

  /** What this JVM has spent compiling so far. */
  public static long compiledMs() {
    return CompilerWatch.compiledMs();
  }

  static int grow(int inner, long elapsedNs, long batchNs) {
    double factor = elapsedNs <= 0 ? MAX_GROWTH : (double) batchNs / elapsedNs;
    return (int) Math.min(MAX_INNER, inner * Math.min(factor, MAX_GROWTH) + 1);
  }

  /** Whether the median of the later half is within 5 % of that of the earlier half. */
  static boolean isStable(double[] history) {
    int half = history.length / 2;
    double before = median(Arrays.copyOfRange(history, 0, half));
    double after = median(Arrays.copyOfRange(history, half, history.length));
    return Math.abs(after - before) <= STABLE * before;
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    int n = values.length;
    return n % 2 == 1 ? values[n / 2] : (values[n / 2 - 1] + values[n / 2]) / 2;
  }
}
