package org.ronsel.npb;

/**
 * The generator of the specification: x[k+1] = a x[k] mod 2<sup>46</sup>, of which r[k] = x[k]
 * 2<sup>-46</sup> lies in (0, 1) (NAS-95-020, section 2.3). The specification does it in double
 * precision; the low 46 bits of a product of two {@code long} are the same numbers. For use by one
 * thread.
 */
public final class NpbRandom {
  /** The multiplier of all benchmarks, 5<sup>13</sup>. */
  public static final long MULTIPLIER = 1_220_703_125L;

  /** The seed of most benchmarks. */
  public static final long SEED = 314_159_265L;

  private static final int BITS = 46;
  private static final long MASK = (1L << BITS) - 1;
  private static final double SCALE = 0x1p-46;

  private final long multiplier;
  private long x;

  /** Begins with {@code seed}, which is not returned itself. */
  public NpbRandom(long seed) {
    this(seed, MULTIPLIER);
  }

  /** Begins with {@code seed}, and multiplies by {@code multiplier}. */
  public NpbRandom(long seed, long multiplier) {
    this.x = seed & MASK;
    this.multiplier = multiplier & MASK;
  }

  /** The next number in (0, 1). */
  public double next() {
    x = x * multiplier & MASK;
    return x * SCALE;
  }

  /** Fills {@code count} elements with the next numbers. */
  public void fill(double[] out, int offset, int count) {
    long state = x;
    for (int i = offset; i < offset + count; i++) {
      state = state * multiplier & MASK;
      out[i] = state * SCALE;
    }
    x = state;
  }

  /**
   * Fills two arrays of the same length with alternate numbers. Two sequences of every second
   * number are kept, so that a product depends on the one before the last only.
   */
  public void fillPairs(double[] first, double[] second) {
    long square = multiplier * multiplier;
    long a = x * multiplier;
    long b = x * square;
    for (int i = 0; i < first.length; i++) {
      first[i] = (a & MASK) * SCALE;
      second[i] = (b & MASK) * SCALE;
      a *= square;
      b *= square;
    }
    skip(2L * first.length);
  }

  /** The integer behind the last number. */
  public long state() {
    return x;
  }

  /** Skips {@code count} numbers, in a time that grows with its logarithm. */
  public void skip(long count) {
    x = x * power(multiplier, count) & MASK;
  }

  /** {@code base} to the power of {@code exponent}, modulo 2<sup>46</sup>. */
  public static long power(long base, long exponent) {
    long result = 1;
    long square = base & MASK;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) == 1) {
        result = result * square & MASK;
      }
      square = square * square & MASK;
    }
    return result;
  }
}
