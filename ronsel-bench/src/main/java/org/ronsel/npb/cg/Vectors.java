package org.ronsel.npb.cg;

/**
 * Operations on vectors. Sums go to four accumulators, since additions to one would wait for each
 * other.
 */
final class Vectors {
  private Vectors() {}

  /** The inner product. */
  static double dot(double[] x, double[] y) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int i = 0;
    for (; i < x.length - 3; i += 4) {
      a += x[i] * y[i];
      b += x[i + 1] * y[i + 1];
      c += x[i + 2] * y[i + 2];
      d += x[i + 3] * y[i + 3];
    }
    for (; i < x.length; i++) {
      a += x[i] * y[i];
    }
    return a + b + (c + d);
  }

  /** {@code y = factor * x}. */
  static void scale(double[] x, double factor, double[] y) {
    for (int i = 0; i < x.length; i++) {
      y[i] = factor * x[i];
    }
  }

  /** {@code y += factor * x}. */
  static void addScaled(double[] y, double factor, double[] x) {
    for (int i = 0; i < x.length; i++) {
      y[i] += factor * x[i];
    }
  }

  /** {@code y = x + factor * y}. */
  static void scaleAndAdd(double[] y, double factor, double[] x) {
    for (int i = 0; i < x.length; i++) {
      y[i] = x[i] + factor * y[i];
    }
  }

  /** Adds {@code count} elements. */
  static void add(double[] y, int offset, double[] x, int count) {
    for (int i = 0; i < count; i++) {
      y[offset + i] += x[i];
    }
  }
}
