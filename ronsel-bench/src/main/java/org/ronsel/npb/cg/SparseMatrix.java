package org.ronsel.npb.cg;

/**
 * A matrix in compressed rows.
 *
 * @param starts offset of each row, and the end of the last one
 * @param columns column of each element
 * @param values value of each element
 */
record SparseMatrix(int[] starts, int[] columns, double[] values) {
  /** {@code out = this * in}. */
  void multiply(double[] in, double[] out) {
    for (int row = 0; row < out.length; row++) {
      out[row] = product(columns, values, starts[row], starts[row + 1], in);
    }
  }

  /** The product of one row. It has four sums, since additions to one would wait for each other. */
  private static double product(int[] columns, double[] values, int start, int end, double[] in) {
    double a = 0;
    double b = 0;
    double c = 0;
    double d = 0;
    int k = start;
    for (; k < end - 3; k += 4) {
      a += values[k] * in[columns[k]];
      b += values[k + 1] * in[columns[k + 1]];
      c += values[k + 2] * in[columns[k + 2]];
      d += values[k + 3] * in[columns[k + 3]];
    }
    for (; k < end; k++) {
      a += values[k] * in[columns[k]];
    }
    return a + b + (c + d);
  }
}
