package org.ronsel.npb.ft;

/**
 * Moves the lines of a plane into rows of a transform and back: a transposition, eight columns at a
 * time, the number in a cache line.
 */
final class Lines {
  private static final int TILE = 8;

  private Lines() {}

  /** Loads the line at {@code from + l * stride} as sequence l of the transform. */
  static void load(RowTransform rows, int length, double[] re, double[] im, int from, int stride) {
    for (int k = 0; k < length; k += TILE) {
      load(
          re,
          from + k,
          stride,
          rows.re(k),
          rows.re(k + 1),
          rows.re(k + 2),
          rows.re(k + 3),
          rows.re(k + 4),
          rows.re(k + 5),
          rows.re(k + 6),
          rows.re(k + 7));
      load(
          im,
          from + k,
          stride,
          rows.im(k),
          rows.im(k + 1),
          rows.im(k + 2),
          rows.im(k + 3),
          rows.im(k + 4),
          rows.im(k + 5),
          rows.im(k + 6),
          rows.im(k + 7));
    }
  }

  private static void load(
      double[] plane,
      int from,
      int stride,
      double[] a,
      double[] b,
      double[] c,
      double[] d,
      double[] e,
      double[] f,
      double[] g,
      double[] h) {
    int at = from;
    for (int l = 0; l < a.length; l++) {
      a[l] = plane[at];
      b[l] = plane[at + 1];
      c[l] = plane[at + 2];
      d[l] = plane[at + 3];
      e[l] = plane[at + 4];
      f[l] = plane[at + 5];
      g[l] = plane[at + 6];
      h[l] = plane[at + 7];
      at += stride;
    }
  }

  /** Stores the results of {@code count} sequences from {@code first} on. */
  static void store(
      RowTransform rows,
      int length,
      int first,
      int count,
      double[] re,
      double[] im,
      int to,
      int stride) {
    int end = first + count;
    for (int k = 0; k < length; k += TILE) {
      store(
          first,
          end,
          re,
          to + k,
          stride,
          rows.resultRe(k),
          rows.resultRe(k + 1),
          rows.resultRe(k + 2),
          rows.resultRe(k + 3),
          rows.resultRe(k + 4),
          rows.resultRe(k + 5),
          rows.resultRe(k + 6),
          rows.resultRe(k + 7));
      store(
          first,
          end,
          im,
          to + k,
          stride,
          rows.resultIm(k),
          rows.resultIm(k + 1),
          rows.resultIm(k + 2),
          rows.resultIm(k + 3),
          rows.resultIm(k + 4),
          rows.resultIm(k + 5),
          rows.resultIm(k + 6),
          rows.resultIm(k + 7));
    }
  }

  private static void store(
      int first,
      int end,
      double[] plane,
      int to,
      int stride,
      double[] a,
      double[] b,
      double[] c,
      double[] d,
      double[] e,
      double[] f,
      double[] g,
      double[] h) {
    int at = to;
    for (int l = first; l < end; l++) {
      plane[at] = a[l];
      plane[at + 1] = b[l];
      plane[at + 2] = c[l];
      plane[at + 3] = d[l];
      plane[at + 4] = e[l];
      plane[at + 5] = f[l];
      plane[at + 6] = g[l];
      plane[at + 7] = h[l];
      at += stride;
    }
  }
}
