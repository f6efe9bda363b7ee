package org.ronsel.npb.cg;

import java.util.Arrays;

/** The conjugate gradient method with its vectors. For use by one thread. */
final class Gradient {
  private final SparseMatrix matrix;
  private final Grid grid;
  private final double[] z;
  private final double[] p;
  private final double[] q;
  private final double[] r;
  private final double[] share;

  Gradient(SparseMatrix matrix, Grid grid) {
    this.matrix = matrix;
    this.grid = grid;
    z = new double[grid.columns()];
    p = new double[grid.columns()];
    q = new double[grid.columns()];
    r = new double[grid.columns()];
    share = new double[grid.rows()];
  }

  /**
   * Solves the system approximately, and computes the residual, as in the specification.
   *
   * @return the solution, which the next call overwrites
   */
  double[] solve(double[] x, int steps) {
    Arrays.fill(z, 0);
    System.arraycopy(x, 0, r, 0, x.length);
    System.arraycopy(x, 0, p, 0, x.length);
    double rho = grid.sum(Vectors.dot(r, r));
    for (int step = 0; step < steps; step++) {
      multiply(p, q);
      double alpha = rho / grid.sum(Vectors.dot(p, q));
      Vectors.addScaled(z, alpha, p);
      Vectors.addScaled(r, -alpha, q);
      double before = rho;
      rho = grid.sum(Vectors.dot(r, r));
      Vectors.scaleAndAdd(p, rho / before, r);
    }
    residual(x);
    return z;
  }

  private void multiply(double[] in, double[] out) {
    matrix.multiply(in, share);
    grid.gather(share, out);
  }

  /** The norm of x - A z. */
  private double residual(double[] x) {
    multiply(z, q);
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double difference = x[i] - q[i];
      sum += difference * difference;
    }
    return Math.sqrt(grid.sum(sum));
  }
}
