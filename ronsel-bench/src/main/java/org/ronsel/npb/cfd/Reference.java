package org.ronsel.npb.cfd;

import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.Verification;

/**
 * Values that the specification gives for a class.
 *
 * @param residual root mean squares of the residual, by variable
 * @param error root mean squares of the difference to the exact solution
 */
public record Reference(double[] residual, double[] error) {
  private static final double TOLERANCE = 1e-8;

  /** Creates reference values from ten numbers, those of the residual first. */
  public static Reference of(double... values) {
    double[] residual = new double[Flow.VARIABLES];
    double[] error = new double[Flow.VARIABLES];
    System.arraycopy(values, 0, residual, 0, Flow.VARIABLES);
    System.arraycopy(values, Flow.VARIABLES, error, 0, Flow.VARIABLES);
    return new Reference(residual, error);
  }

  /** Compares both norms. */
  public Verification verify(double[] residuals, double[] errors) {
    Verification verification = new Verification();
    for (int m = 0; m < Flow.VARIABLES; m++) {
      check(verification, "residual " + (m + 1), residuals[m], residual[m]);
    }
    for (int m = 0; m < Flow.VARIABLES; m++) {
      check(verification, "error " + (m + 1), errors[m], error[m]);
    }
    return verification;
  }

  /** Compares a value with the accuracy that the specification requires. */
  public static void check(
      Verification verification, String name, double computed, double expected) {
    verification.check(name, computed, expected, TOLERANCE);
  }

  /**
   * Root mean squares over the points inside the boundary.
   *
   * @param sums squares of this rank's points; of all ranks when it returns
   * @param points of the grid in x, y and z
   */
  public static double[] norms(Comm comm, double[] sums, int... points) {
    comm.allReduce(sums, Op.SUM);
    double count = 1;
    for (int each : points) {
      count *= each - 2;
    }
    double[] norms = new double[sums.length];
    for (int m = 0; m < sums.length; m++) {
      norms[m] = Math.sqrt(sums[m] / count);
    }
    return norms;
  }
}
