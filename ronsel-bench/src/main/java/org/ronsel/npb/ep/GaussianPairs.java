package org.ronsel.npb.ep;

import org.ronsel.npb.NpbRandom;

/**
 * Gaussian deviates from batches of 2<sup>16</sup> pairs of random numbers by Marsaglia's polar
 * method, their sums and their counts by square annulus. For use by one thread.
 */
final class GaussianPairs {
  static final int LOG2_BATCH = 16;
  static final int BATCH = 1 << LOG2_BATCH;
  private static final int ANNULI = 10;

  /** Seed of the sequence of this benchmark. */
  private static final long SEED = 271_828_183L;

  private static final long MULTIPLIER = NpbRandom.MULTIPLIER;
  private static final long MULTIPLIER_2 = NpbRandom.power(MULTIPLIER, 2);
  private static final long MULTIPLIER_3 = NpbRandom.power(MULTIPLIER, 3);
  private static final long MULTIPLIER_4 = NpbRandom.power(MULTIPLIER, 4);
  private static final long MASK = (1L << 46) - 1;

  /** Factor from the integer state to twice a random number, from which 1 is subtracted. */
  private static final double SCALE = 0x1p-45;

  private final double[] x = new double[BATCH];
  private final double[] y = new double[BATCH];
  private final double[] square = new double[BATCH];
  private final long[] counts = new long[ANNULI];
  private double sumX;
  private double sumY;

  /**
   * Generates a batch in four interleaved sequences: a product waits for the one before in its own
   * sequence only.
   */
  void generate(int batch) {
    NpbRandom random = new NpbRandom(SEED);
    random.skip(2L * BATCH * batch);
    long s = random.state();
    long a = s * MULTIPLIER;
    long b = s * MULTIPLIER_2;
    long c = s * MULTIPLIER_3;
    long d = s * MULTIPLIER_4;
    for (int i = 0; i < BATCH; i += 2) {
      x[i] = (a & MASK) * SCALE - 1;
      y[i] = (b & MASK) * SCALE - 1;
      x[i + 1] = (c & MASK) * SCALE - 1;
      y[i + 1] = (d & MASK) * SCALE - 1;
      a *= MULTIPLIER_4;
      b *= MULTIPLIER_4;
      c *= MULTIPLIER_4;
      d *= MULTIPLIER_4;
    }
  }

  /** Makes deviates of the pairs inside the circle and counts them. */
  void count() {
    int inside = choose();
    double sx = 0;
    double sy = 0;
    for (int i = 0; i < inside; i++) {
      double factor = Math.sqrt(-2 * Math.log(square[i]) / square[i]);
      double dx = x[i] * factor;
      double dy = y[i] * factor;
      counts[(int) Math.max(Math.abs(dx), Math.abs(dy))]++;
      sx += dx;
      sy += dy;
    }
    sumX += sx;
    sumY += sy;
  }

  /** Moves the pairs inside the circle to the front, without a branch to mispredict. */
  private int choose() {
    int inside = 0;
    for (int i = 0; i < BATCH; i++) {
      double dx = x[i];
      double dy = y[i];
      double s = dx * dx + dy * dy;
      x[inside] = dx;
      y[inside] = dy;
      square[inside] = s;
      inside += s <= 1 ? 1 : 0;
    }
    return inside;
  }

  /** The sums of both deviates, then the counts. */
  double[] sums() {
    double[] all = new double[2 + ANNULI];
    all[0] = sumX;
    all[1] = sumY;
    for (int i = 0; i < ANNULI; i++) {
      all[2 + i] = counts[i];
    }
    return all;
  }
}
