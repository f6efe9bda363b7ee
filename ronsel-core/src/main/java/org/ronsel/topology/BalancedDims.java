package org.ronsel.topology;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Divides a number of ranks among the dimensions of a grid as evenly as it divides. */
public final class BalancedDims {
  private BalancedDims() {}

  /**
   * Factors of {@code product}, descending, of which the largest is as small as it can be, then the
   * next, and so on.
   *
   * @param product at least 1
   * @param count how many factors, at least 1
   */
  public static int[] of(int product, int count) {
    int[] factors = new int[count];
    if (!fill(factors, 0, product, product, divisors(product))) {
      throw new IllegalStateException(product + " has no " + count + " factors");
    }
    return factors;
  }

  private static boolean fill(int[] factors, int at, int rest, int limit, int[] divisors) {
    int left = factors.length - at;
    if (left == 1) {
      factors[at] = rest;
      return rest <= limit;
    }
    for (int divisor : divisors) {
      if (divisor > limit) {
        return false;
      }
      if (rest % divisor == 0
          && Math.pow(divisor, left) >= rest * 0.999
          && fill(factors, at + 1, rest / divisor, divisor, divisors)) {
        factors[at] = divisor;
        return true;
      }
    }
    return false;
  }

  private static int[] divisors(int number) {
    List<Integer> small = new ArrayList<>();
    List<Integer> large = new ArrayList<>();
    for (int i = 1; (long) i * i <= number; i++) {
      if (number % i == 0) {
        small.add(i);
        if (i != number / i) {
          large.add(number / i);
        }
      }
    }
    small.addAll(large.reversed());
    return small.stream().mapToInt(Integer::intValue).toArray();
  }

  /**
   * The smallest surface that a box of {@code volume} cells can have whose sides divide those of a
   * grid, as its sides; null if there is no such box.
   */
  static int @Nullable [] box(int[] dims, int volume) {
    int[] best = new int[dims.length];
    long[] least = {Long.MAX_VALUE};
    search(dims, volume, 0, new int[dims.length], best, least);
    return least[0] == Long.MAX_VALUE ? null : best;
  }

  private static void search(int[] dims, int rest, int at, int[] sides, int[] best, long[] least) {
    if (at == dims.length) {
      long surface = rest == 1 ? surface(dims, sides) : Long.MAX_VALUE;
      if (surface < least[0]) {
        least[0] = surface;
        System.arraycopy(sides, 0, best, 0, sides.length);
      }
      return;
    }
    for (int side = 1; side <= Math.min(rest, dims[at]); side++) {
      if (rest % side == 0 && dims[at] % side == 0) {
        sides[at] = side;
        search(dims, rest / side, at + 1, sides, best, least);
      }
    }
  }

  private static long surface(int[] dims, int[] sides) {
    long surface = 0;
    for (int i = 0; i < dims.length; i++) {
      long face = 1;
      for (int j = 0; j < dims.length; j++) {
        face *= j == i ? 1 : sides[j];
      }
      surface += sides[i] == dims[i] ? 0 : face;
    }
    return surface;
  }
}
