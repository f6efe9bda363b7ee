package org.ronsel.npb.bt;

import static org.ronsel.npb.cfd.Flow.C1345;
import static org.ronsel.npb.cfd.Flow.C3C4;
import static org.ronsel.npb.cfd.Flow.CON43;
import static org.ronsel.npb.cfd.Flow.VARIABLES;

import java.util.Arrays;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.Flow.Direction;
import org.ronsel.npb.cfd.FlowState;

/**
 * The diagonal blocks of a row of lines, one 5 x 5 block for each line, by elements: {@code
 * element[i][j]} has element i, j of all blocks. Every loop runs over the lines, so that C2 can
 * vectorise it. For use by one thread.
 */
final class BlockRow {
  private final double[][][] element;

  /** Columns of this matrix; they share its elements. */
  private final double[][][] column;

  BlockRow(int lines) {
    element = new double[VARIABLES][VARIABLES][lines];
    column = new double[VARIABLES][VARIABLES][];
    for (int i = 0; i < VARIABLES; i++) {
      for (int j = 0; j < VARIABLES; j++) {
        column[j][i] = element[i][j];
      }
    }
  }

  /** The five elements of a column, each of all blocks. */
  double[][] column(int j) {
    return column[j];
  }

  /** Sets this matrix to I + 2 dt/h<sup>2</sup> (N + d I). */
  void setToDiagonal(Flow flow, Direction direction, FlowState state, int lines) {
    double twice = 2 * flow.dt() * direction.t1();
    double identity = 1 + twice * direction.d();
    double heat = twice * C1345;
    for (double[][] row : element) {
      for (double[] each : row) {
        Arrays.fill(each, 0, lines, 0);
      }
    }
    Arrays.fill(element[0][0], 0, lines, identity);
    heat(element[4][0], element[4][4], state.energy(), state.rhoI(), heat, identity, lines);
    for (int m = 1; m < VARIABLES - 1; m++) {
      double stress = twice * C3C4 * (m == direction.normal() ? CON43 : 1);
      double[] w = state.velocity()[m - 1];
      stress(element[m][0], element[m][m], w, state.rhoI(), stress, identity, lines);
      work(element[4][0], element[4][m], w, state.rhoI(), stress - heat, lines);
    }
  }

  private static void heat(
      double[] first,
      double[] last,
      double[] energy,
      double[] rhoI,
      double heat,
      double identity,
      int lines) {
    for (int i = 0; i < lines; i++) {
      last[i] = identity + heat * rhoI[i];
      first[i] = -heat * rhoI[i] * rhoI[i] * energy[i];
    }
  }

  private static void stress(
      double[] first,
      double[] diagonal,
      double[] w,
      double[] rhoI,
      double stress,
      double identity,
      int lines) {
    for (int i = 0; i < lines; i++) {
      first[i] = -stress * rhoI[i] * w[i];
      diagonal[i] = identity + stress * rhoI[i];
    }
  }

  private static void work(
      double[] first, double[] here, double[] w, double[] rhoI, double work, int lines) {
    for (int i = 0; i < lines; i++) {
      double element = work * rhoI[i] * w[i];
      here[i] = element;
      first[i] -= element * w[i];
    }
  }

  /** Replaces this matrix by its triangular factors, with reciprocals on the diagonal. */
  void factor(int lines) {
    for (int k = 0; k < VARIABLES; k++) {
      invert(element[k][k], lines);
      for (int i = k + 1; i < VARIABLES; i++) {
        multiply(element[i][k], element[k][k], lines);
        for (int j = k + 1; j < VARIABLES; j++) {
          subtract(element[i][j], element[i][k], element[k][j], lines);
        }
      }
    }
  }

  private static void invert(double[] x, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] = 1 / x[i];
    }
  }

  private static void multiply(double[] x, double[] a, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] *= a[i];
    }
  }

  private static void subtract(double[] x, double[] a, double[] b, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] -= a[i] * b[i];
    }
  }

  /** Solves for a vector of each line, in place, once this matrix is factored. */
  void solve(double[][] x, int lines) {
    double[] x0 = x[0];
    double[] x1 = x[1];
    double[] x2 = x[2];
    double[] x3 = x[3];
    double[] x4 = x[4];
    double[][] e1 = element[1];
    double[][] e2 = element[2];
    double[][] e3 = element[3];
    double[][] e4 = element[4];
    subtract(x1, e1[0], x0, lines);
    subtract2(x2, e2[0], x0, e2[1], x1, lines);
    subtract3(x3, e3[0], x0, e3[1], x1, e3[2], x2, lines);
    subtract4(x4, e4[0], x0, e4[1], x1, e4[2], x2, e4[3], x3, e4[4], lines);
    subtract1(x3, e3[4], x4, e3[3], lines);
    subtract2(x2, e2[3], x3, e2[4], x4, e2[2], lines);
    subtract3(x1, e1[2], x2, e1[3], x3, e1[4], x4, e1[1], lines);
    double[][] e0 = element[0];
    subtract4(x0, e0[1], x1, e0[2], x2, e0[3], x3, e0[4], x4, e0[0], lines);
  }

  private static void subtract2(
      double[] x, double[] a, double[] xa, double[] b, double[] xb, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] -= a[i] * xa[i] + b[i] * xb[i];
    }
  }

  private static void subtract3(
      double[] x,
      double[] a,
      double[] xa,
      double[] b,
      double[] xb,
      double[] c,
      double[] xc,
      int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] -= a[i] * xa[i] + b[i] * xb[i] + c[i] * xc[i];
    }
  }

  private static void subtract1(double[] x, double[] a, double[] xa, double[] pivot, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] = (x[i] - a[i] * xa[i]) * pivot[i];
    }
  }

  private static void subtract2(
      double[] x, double[] a, double[] xa, double[] b, double[] xb, double[] pivot, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] = (x[i] - a[i] * xa[i] - b[i] * xb[i]) * pivot[i];
    }
  }

  private static void subtract3(
      double[] x,
      double[] a,
      double[] xa,
      double[] b,
      double[] xb,
      double[] c,
      double[] xc,
      double[] pivot,
      int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] = (x[i] - a[i] * xa[i] - b[i] * xb[i] - c[i] * xc[i]) * pivot[i];
    }
  }

  private static void subtract4(
      double[] x,
      double[] a,
      double[] xa,
      double[] b,
      double[] xb,
      double[] c,
      double[] xc,
      double[] d,
      double[] xd,
      double[] pivot,
      int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] = (x[i] - a[i] * xa[i] - b[i] * xb[i] - c[i] * xc[i] - d[i] * xd[i]) * pivot[i];
    }
  }
}
