package org.ronsel.bench.kernel;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.bench.method.KernelArguments;
import org.ronsel.bench.method.Settings;

/**
 * Computes the time of a batch: from the ranks' times for all iterations together, as with IMB, or
 * iteration by iteration, each with a barrier before it and with the time of the slowest rank.
 * Every rank has one, and makes the same calls.
 */
final class Timing implements AutoCloseable {
  /**
   * Timed iterations for each untimed one that warms the caches; there are at least four of these.
   */
  private static final int SETTLE_SHARE = 16;

  private static final int SETTLE = 4;

  private final Comm world;
  private final Kernel kernel;
  private final boolean each;
  private final @Nullable Eviction eviction;
  private final Map<String, double[]> parts = new LinkedHashMap<>();

  Timing(Comm world, Kernel kernel, KernelArguments arguments) {
    Settings settings = arguments.settings();
    this.world = world;
    this.kernel = kernel;
    this.each = settings.each();
    this.eviction = settings.coldBytes() > 0 ? new Eviction(settings.coldBytes()) : null;
  }

  double operationsPerIteration() {
    return kernel.operationsPerIteration();
  }

  /** Whether a batch takes longer than its timed part. */
  boolean timesEach() {
    return each || eviction != null;
  }

  /** Other series of the last batch, at rank 0. */
  Map<String, double[]> parts() {
    Map<String, double[]> all = new LinkedHashMap<>(parts);
    all.putAll(kernel.parts());
    return all;
  }

  /** Runs a batch; at rank 0 the result is its time in nanoseconds. */
  long batch(int iterations, boolean checked) {
    if (checked) {
      kernel.check();
    }
    if (kernel.settles() && eviction == null) {
      kernel.run(Math.min(iterations, SETTLE + iterations / SETTLE_SHARE));
    }
    parts.clear();
    if (!timesEach()) {
      return combined(kernel.run(iterations), iterations);
    }
    long[] times = new long[iterations];
    long sum = 0;
    for (int i = 0; i < iterations; i++) {
      if (eviction != null) {
        eviction.run();
      }
      world.barrier();
      times[i] = kernel.run(1);
      sum += times[i];
    }
    return each ? longest(times) : combined(sum, iterations);
  }

  /** The sum over the iterations of the time of the slowest rank. */
  private long longest(long[] times) {
    long[] maxima = times;
    if (kernel.times() != Kernel.Times.FIRST) {
      maxima = new long[times.length];
      world.reduce(times, maxima, Op.MAX, 0);
    }
    double[] singles = new double[times.length];
    long sum = 0;
    for (int i = 0; i < singles.length; i++) {
      singles[i] = maxima[i] / kernel.operationsPerIteration();
      sum += maxima[i];
    }
    parts.put("singleNs", singles);
    return sum;
  }

  /** Combines the times of all ranks for the same iterations in the way of the kernel. */
  private long combined(long mine, int iterations) {
    if (kernel.times() == Kernel.Times.FIRST) {
      return mine;
    }
    long[] all = new long[world.size()];
    world.gather(new long[] {mine}, all, 0);
    if (world.rank() != 0) {
      return mine;
    }
    long min = Long.MAX_VALUE;
    long max = 0;
    long sum = 0;
    for (long time : all) {
      min = Math.min(min, time);
      max = Math.max(max, time);
      sum += time;
    }
    double operations = iterations * kernel.operationsPerIteration();
    parts.put("processMinNs", new double[] {min / operations});
    parts.put("processMeanNs", new double[] {sum / operations / all.length});
    parts.put("processMaxNs", new double[] {max / operations});
    return kernel.times() == Kernel.Times.MAX ? max : sum / all.length;
  }

  @Override
  public void close() {
    kernel.close();
  }
}
