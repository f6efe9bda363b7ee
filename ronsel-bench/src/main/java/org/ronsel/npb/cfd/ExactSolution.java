package org.ronsel.npb.cfd;

/**
 * The solution for which the forcing term is computed: each of the five variables is a sum of three
 * polynomials of degree four, in xi, eta and zeta (NAS-95-020, section 3.2.1). All coordinates run
 * from 0 to 1 over the grid.
 */
public final class ExactSolution {
  /** Constant, then the factors of the powers 1 to 4 of each coordinate. Rows are variables. */
  private static final double[][] CE = {
    {2, 0, 0, 4, 5, 3, 0.5, 0.02, 0.01, 0.03, 0.5, 0.4, 0.3},
    {1, 0, 0, 0, 1, 2, 3, 0.01, 0.03, 0.02, 0.4, 0.3, 0.5},
    {2, 2, 0, 0, 0, 2, 3, 0.04, 0.03, 0.05, 0.3, 0.5, 0.4},
    {2, 2, 0, 0, 0, 2, 3, 0.03, 0.05, 0.04, 0.2, 0.1, 0.3},
    {5, 4, 3, 2, 0.1, 0.4, 0.3, 0.05, 0.04, 0.03, 0.1, 0.3, 0.2},
  };

  private static final int DIRECTIONS = 3;
  private static final int DEGREE = 4;

  private ExactSolution() {}

  /** Variable {@code m} at a point. */
  public static double value(int m, double xi, double eta, double zeta) {
    double[] ce = CE[m];
    return ce[0] + polynomial(ce, 1, xi) + polynomial(ce, 2, eta) + polynomial(ce, 3, zeta);
  }

  private static double polynomial(double[] ce, int first, double x) {
    double sum = 0;
    for (int power = DEGREE - 1; power >= 0; power--) {
      sum = x * (ce[first + DIRECTIONS * power] + sum);
    }
    return sum;
  }

  /**
   * Variable {@code m} of the initial condition: interpolated between the faces of the grid
   * (transfinite interpolation), and exact on these.
   */
  public static double initial(int m, double xi, double eta, double zeta) {
    double x = between(value(m, 0, eta, zeta), value(m, 1, eta, zeta), xi);
    double y = between(value(m, xi, 0, zeta), value(m, xi, 1, zeta), eta);
    double z = between(value(m, xi, eta, 0), value(m, xi, eta, 1), zeta);
    return x + y + z - x * y - x * z - y * z + x * y * z;
  }

  private static double between(double atZero, double atOne, double position) {
    return position * atOne + (1 - position) * atZero;
  }
}
