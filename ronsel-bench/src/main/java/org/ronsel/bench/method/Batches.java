package org.ronsel.bench.method;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import org.ronsel.launch.spi.CompilerWatch;
import org.ronsel.launch.spi.Summary;

/**
 * Times a loop: in the first turn it chooses how many iterations make a batch of the planned
 * duration and warms up until the times are stable and the JVMs have stopped compiling; in each of
 * the others it runs one batch. {@code batches.c} does the same in C, where nothing is compiled.
 */
public final class Batches {
  private static final int HISTORY = 10;
  private static final int MAX_INNER = 1 << 24;
  private static final int MAX_SINGLE = 10_000;
  private static final double MAX_GROWTH = 10;
  private static final double SHORT_BATCH = 0.7;
  private static final double STABLE = 0.05;

  /**
   * After the warm-up the first of so many batches is checked byte by byte, so that a run without a
   * warm-up has a checked one too; all carry stamps.
   */
  private static final int CHECK_EVERY = 16;

  private final BatchPlan plan;
  private final double operationsPerIteration;
  private final TimedLoop loop;
  private int inner;
  private int warmups;
  private boolean stable;

  private Batches(BatchPlan plan, double operationsPerIteration, TimedLoop loop) {
    this.plan = plan;
    this.operationsPerIteration = operationsPerIteration;
    this.loop = loop;
    this.inner = Math.max(1, plan.iterations());
  }

  /**
   * Measures {@code loop}, turn after turn, from a turn that has already begun.
   *
   * @param operationsPerIteration divisor of times: 2 for the half round trip of a ping-pong, the
   *     window for windowed messages
   * @return the first turn that is not for a batch of this loop
   */
  public static Turns.Turn measure(
      BatchPlan plan, double operationsPerIteration, TimedLoop loop, Turns turns) {
    return new Batches(plan, operationsPerIteration, loop).takeTurns(turns);
  }

  /**
   * Measures {@code loop} alone.
   *
   * @param operationsPerIteration divisor of times
   * @return nanoseconds per operation, one value per batch
   */
  public static double[] measure(BatchPlan plan, double operationsPerIteration, TimedLoop loop) {
    Batches batches = new Batches(plan, operationsPerIteration, loop);
    batches.warmUp();
    double[] times = new double[plan.batches()];
    for (int batch = 0; batch < times.length; batch++) {
      times[batch] = batches.perOperation(batch + 1);
    }
    return times;
  }

  private double perOperation(int batch) {
    return loop.run(inner, batch % CHECK_EVERY == 1) / (inner * operationsPerIteration);
  }

  private Turns.Turn takeTurns(Turns turns) {
    warmUp();
    loop.pause();
    turns.answer(
        String.format(
            Locale.ROOT,
            "{\"ronsel\":\"warm\",\"inner\":%d,\"warmups\":%d,\"stable\":%b}",
            inner,
            warmups,
            stable));
    Turns.Turn turn = turns.await();
    for (int batch = 1; turn == Turns.Turn.BATCH; batch++) {
      double ns = perOperation(batch);
      String line = batchLine(ns, loop.parts());
      loop.pause();
      turns.answer(line);
      turn = turns.await();
    }
    return turn;
  }

  private void warmUp() {
    double[] history = new double[HISTORY];
    int known = 0;
    CompilerWatch compiler = new CompilerWatch();
    long batchNs = (long) (plan.batchMs() * 1e6);
    long start = System.nanoTime();
    long iterations = 0;
    long spent = 0;
    while (!isEnough(iterations)) {
      long elapsed = loop.run(inner, true);
      warmups++;
      iterations += inner;
      if (known == HISTORY) {
        System.arraycopy(history, 1, history, 0, HISTORY - 1);
      } else {
        known++;
      }
      history[known - 1] = elapsed / (inner * operationsPerIteration);
      long before = spent;
      spent = System.nanoTime() - start;
      boolean warm = compiler.isQuiet(loop.compiledMs()) && spent >= plan.minWarmupMs() * 1e6;
      stable = warm && known == HISTORY && isStable(history);
      if (plan.warmupIterations() < 0 && (stable || spent >= plan.maxWarmupMs() * 1e6)) {
        return;
      }
      long taken = loop.timesEach() ? spent - before : elapsed;
      if (plan.iterations() == 0 && taken < batchNs * SHORT_BATCH) {
        inner = Math.min(grow(inner, taken, batchNs), loop.timesEach() ? MAX_SINGLE : MAX_INNER);
      }
    }
  }

  /** Whether this is the number of warm-up iterations that the plan sets, if it sets one. */
  private boolean isEnough(long iterations) {
    return plan.warmupIterations() >= 0 && iterations >= plan.warmupIterations();
  }

  static int grow(int inner, long elapsedNs, long batchNs) {
    double factor = elapsedNs <= 0 ? MAX_GROWTH : (double) batchNs / elapsedNs;
    return (int) Math.min(MAX_INNER, inner * Math.min(factor, MAX_GROWTH) + 1);
  }

  /** Whether the median of the later half is within 5 % of that of the earlier half. */
  static boolean isStable(double[] history) {
    int half = history.length / 2;
    double before = Summary.of(Arrays.copyOfRange(history, 0, half)).median();
    double after = Summary.of(Arrays.copyOfRange(history, half, history.length)).median();
    return Math.abs(after - before) <= STABLE * before;
  }

  private static String batchLine(double ns, Map<String, double[]> parts) {
    StringBuilder line = new StringBuilder();
    line.append(String.format(Locale.ROOT, "{\"ronsel\":\"batch\",\"ns\":%.3f", ns));
    parts.forEach(
        (name, values) -> line.append(",\"").append(name).append("\":").append(list(values)));
    return line.append('}').toString();
  }

  private static String list(double[] values) {
    StringJoiner list = new StringJoiner(",", "[", "]");
    for (double value : values) {
      list.add(String.format(Locale.ROOT, "%.3f", value));
    }
    return list.toString();
  }
}
