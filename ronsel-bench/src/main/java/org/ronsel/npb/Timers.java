package org.ronsel.npb;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ronsel.Comm;
import org.ronsel.Op;

/**
 * Stop watches of one rank, by name. Where they are off, the cost of a call is a branch. For use by
 * one thread.
 */
public final class Timers {
  private final boolean on;
  private final String[] names;
  private final long[] startNs;
  private final long[] sumNs;

  /**
   * Creates stop watches, which are stopped and show 0.
   *
   * @param on whether calls have an effect; the same on all ranks
   * @param names of the watches, which are started and stopped by their index
   */
  public Timers(boolean on, String... names) {
    this.on = on;
    this.names = names.clone();
    startNs = new long[names.length];
    sumNs = new long[names.length];
  }

  /** Starts a watch. */
  public void start(int index) {
    if (on) {
      startNs[index] = System.nanoTime();
    }
  }

  /** Stops a watch, which keeps its sum. */
  public void stop(int index) {
    if (on) {
      sumNs[index] += System.nanoTime() - startNs[index];
    }
  }

  /** Resets all watches to 0. */
  public void clear() {
    Arrays.fill(sumNs, 0);
  }

  /** Seconds of the slowest rank by name; empty where they are off. Collective. */
  public Map<String, Double> slowest(Comm comm) {
    if (!on) {
      return Map.of();
    }
    Map<String, Double> seconds = new LinkedHashMap<>();
    for (int i = 0; i < names.length; i++) {
      seconds.put(names[i], comm.allReduce(sumNs[i] * 1e-9, Op.MAX));
    }
    return seconds;
  }

  /** Whether kernels time their parts: property {@code ronsel.npb.timers}. */
  public static boolean wanted() {
    return Boolean.getBoolean("ronsel.npb.timers");
  }
}
