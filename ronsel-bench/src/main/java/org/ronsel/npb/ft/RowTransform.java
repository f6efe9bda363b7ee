package org.ronsel.npb.ft;

/**
 * Fast Fourier transforms of many sequences at once: element k of all of them lies in row k, an
 * array of its own. Loops run along rows, in which all operands have the same index, so that JDK 25
 * vectorises them; factors are the same for a row, and the results are put in order by a
 * permutation of rows. Decimation in frequency by four, and first by two where the length requires
 * it (Van Loan, Computational Frameworks for the FFT, chapter 2). For use by one thread.
 */
final class RowTransform {
  private final int length;
  private final double[][] re;
  private final double[][] im;

  /** Factors of each pass: cosine and sine of one, two and three angles. */
  private final double[][] factors;

  /** Row in which each element of the result lies. */
  private final int[] rows;

  /** Creates transforms of {@code width} sequences of {@code length} elements, a power of two. */
  RowTransform(int length, int width) {
    this.length = length;
    re = new double[length][width];
    im = new double[length][width];
    rows = new int[length];
    int log2 = Integer.numberOfTrailingZeros(length);
    factors = new double[(log2 + 1) / 2][];
    int span = length;
    for (int pass = 0; pass < factors.length; pass++) {
      int radix = radix(pass);
      factors[pass] = factors(span, radix);
      span /= radix;
    }
    for (int row = 0; row < length; row++) {
      rows[element(row, length, 0)] = row;
    }
  }

  private int radix(int pass) {
    boolean odd = (Integer.numberOfTrailingZeros(length) & 1) == 1;
    return odd && pass == 0 ? 2 : 4;
  }

  private static double[] factors(int span, int radix) {
    int part = span / radix;
    double[] all = new double[2 * (radix - 1) * part];
    int k = 0;
    for (int j = 0; j < part; j++) {
      for (int times = 1; times < radix; times++) {
        double angle = -2 * Math.PI * j * times / span;
        all[k++] = Math.cos(angle);
        all[k++] = Math.sin(angle);
      }
    }
    return all;
  }

  /**
   * The index of the element of the result that a row holds: a pass deals elements to parts in
   * turn.
   */
  private int element(int row, int span, int pass) {
    if (span == 1) {
      return 0;
    }
    int radix = radix(pass);
    int part = span / radix;
    return radix * element(row % part, part, pass + 1) + row / part;
  }

  /** Real parts of element {@code k} of all sequences, to be filled before a transform. */
  double[] re(int k) {
    return re[k];
  }

  /** Imaginary parts of element {@code k} of all sequences. */
  double[] im(int k) {
    return im[k];
  }

  /** Real parts of element {@code k} of all results. */
  double[] resultRe(int k) {
    return re[rows[k]];
  }

  /** Imaginary parts of element {@code k} of all results. */
  double[] resultIm(int k) {
    return im[rows[k]];
  }

  /** Transforms with negative exponents, without a factor. */
  void forward() {
    transform(re, im);
  }

  /**
   * Transforms with positive exponents, without a factor: {@link #forward} with the parts
   * exchanged.
   */
  void inverse() {
    transform(im, re);
  }

  private void transform(double[][] re, double[][] im) {
    int span = length;
    for (int pass = 0; pass < factors.length; pass++) {
      int radix = radix(pass);
      for (int start = 0; start < length; start += span) {
        if (radix == 2) {
          byTwo(re, im, start, span / 2, factors[pass]);
        } else if (span == 4) {
          last(re, im, start);
        } else {
          byFour(re, im, start, span / 4, factors[pass]);
        }
      }
      span /= radix;
    }
  }

  private static void byTwo(double[][] re, double[][] im, int start, int part, double[] w) {
    for (int j = 0; j < part; j++) {
      int a = start + j;
      int b = a + part;
      two(re[a], im[a], re[b], im[b], w[2 * j], w[2 * j + 1]);
    }
  }

  private static void byFour(double[][] re, double[][] im, int start, int part, double[] w) {
    for (int j = 0; j < part; j++) {
      int a = start + j;
      int b = a + part;
      int c = b + part;
      int d = c + part;
      int k = 6 * j;
      four(
          re[a], im[a], re[b], im[b], re[c], im[c], re[d], im[d], w[k], w[k + 1], w[k + 2],
          w[k + 3], w[k + 4], w[k + 5]);
    }
  }

  private static void last(double[][] re, double[][] im, int a) {
    plainFour(re[a], im[a], re[a + 1], im[a + 1], re[a + 2], im[a + 2], re[a + 3], im[a + 3]);
  }

  private static void two(
      double[] ar, double[] ai, double[] br, double[] bi, double wr, double wi) {
    for (int l = 0; l < ar.length; l++) {
      double dr = ar[l] - br[l];
      double di = ai[l] - bi[l];
      ar[l] = ar[l] + br[l];
      ai[l] = ai[l] + bi[l];
      br[l] = dr * wr - di * wi;
      bi[l] = dr * wi + di * wr;
    }
  }

  private static void four(
      double[] ar,
      double[] ai,
      double[] br,
      double[] bi,
      double[] cr,
      double[] ci,
      double[] dr,
      double[] di,
      double w1r,
      double w1i,
      double w2r,
      double w2i,
      double w3r,
      double w3i) {
    for (int l = 0; l < ar.length; l++) {
      double s0r = ar[l] + cr[l];
      double s0i = ai[l] + ci[l];
      double s1r = ar[l] - cr[l];
      double s1i = ai[l] - ci[l];
      double s2r = br[l] + dr[l];
      double s2i = bi[l] + di[l];
      double s3r = bi[l] - di[l];
      double s3i = dr[l] - br[l];
      ar[l] = s0r + s2r;
      ai[l] = s0i + s2i;
      double y1r = s1r + s3r;
      double y1i = s1i + s3i;
      double y2r = s0r - s2r;
      double y2i = s0i - s2i;
      double y3r = s1r - s3r;
      double y3i = s1i - s3i;
      br[l] = y1r * w1r - y1i * w1i;
      bi[l] = y1r * w1i + y1i * w1r;
      cr[l] = y2r * w2r - y2i * w2i;
      ci[l] = y2r * w2i + y2i * w2r;
      dr[l] = y3r * w3r - y3i * w3i;
      di[l] = y3r * w3i + y3i * w3r;
    }
  }

  /** A step of four where all factors are 1. */
  private static void plainFour(
      double[] ar,
      double[] ai,
      double[] br,
      double[] bi,
      double[] cr,
      double[] ci,
      double[] dr,
      double[] di) {
    for (int l = 0; l < ar.length; l++) {
      double s0r = ar[l] + cr[l];
      double s0i = ai[l] + ci[l];
      double s1r = ar[l] - cr[l];
      double s1i = ai[l] - ci[l];
      double s2r = br[l] + dr[l];
      double s2i = bi[l] + di[l];
      double s3r = bi[l] - di[l];
      double s3i = dr[l] - br[l];
      ar[l] = s0r + s2r;
      ai[l] = s0i + s2i;
      br[l] = s1r + s3r;
      bi[l] = s1i + s3i;
      cr[l] = s0r - s2r;
      ci[l] = s0i - s2i;
      dr[l] = s1r - s3r;
      di[l] = s1i - s3i;
    }
  }
}
