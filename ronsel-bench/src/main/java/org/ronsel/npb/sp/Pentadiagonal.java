package org.ronsel.npb.sp;

import static org.ronsel.npb.cfd.Flow.C1345;

import java.util.Arrays;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Dissipation;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.Flow.Direction;
import org.ronsel.npb.cfd.GridLines;
import org.ronsel.npb.cfd.LineBatch;

/**
 * The pentadiagonal systems of some lines: three for the eigenvalues u, u + c and u - c, where u is
 * the velocity along the line and c the speed of sound. The first has three right-hand sides, the
 * others one (NAS-95-020, section 3.3.3). Each row is reduced as soon as the two before it are.
 */
final class Pentadiagonal implements LineBatch {
  /** Number of rows before the first point, and after the last one, in arrays of rows. */
  private static final int MARGIN = 2;

  private static final int FACTORS = 3;

  /** Factor of the speed of sound in each of the systems. */
  private static final int[] SIGN = {0, 1, -1};

  private final Flow flow;
  private final SpeedOfSound speedOfSound;
  private final double[][][] r;
  private final double[][][] above1;
  private final double[][][] above2;
  private final double[][] velocity;
  private final double[][] rhoI;
  private final double[][] speed;
  private final double[] lower;
  private final double[] diagonal;
  private final double[] upper;
  private final double[] pivot;
  private final double[] multiplier;
  private GridLines grid;

  /** Creates systems of up to {@code width} lines of up to {@code most} points. */
  Pentadiagonal(Flow flow, SpeedOfSound speedOfSound, int most, int width) {
    this.flow = flow;
    this.speedOfSound = speedOfSound;
    int rows = most + 2 * MARGIN;
    r = new double[Flow.VARIABLES][rows][width];
    above1 = new double[FACTORS][rows][width];
    above2 = new double[FACTORS][rows][width];
    velocity = new double[rows][width];
    rhoI = new double[rows][width];
    speed = new double[rows][width];
    lower = new double[width];
    diagonal = new double[width];
    upper = new double[width];
    pivot = new double[width];
    multiplier = new double[width];
    grid = GridLines.NONE;
  }

  @Override
  public void load(GridLines newLines) {
    grid = newLines;
    Block cell = grid.cell();
    for (int m = 0; m < Flow.VARIABLES; m++) {
      grid.gather(cell.rhs[m], r[m], MARGIN, 0, grid.length());
    }
    int from = grid.firstKnown();
    int to = grid.endKnown();
    grid.gather(cell.velocity[grid.direction()], velocity, MARGIN, from, to);
    grid.gather(cell.rhoI, rhoI, MARGIN, from, to);
    grid.gather(speedOfSound.of(cell), speed, MARGIN, from, to);
  }

  @Override
  public void eliminate() {
    int lines = grid.lines();
    for (int position = 0; position < grid.length(); position++) {
      int row = position + MARGIN;
      if (grid.isBoundary(position)) {
        clearAbove(row, lines);
      } else {
        reduce(row, grid.dissipation(position), lines);
      }
    }
  }

  /** Clears the upper elements of a boundary row, which is that of the identity. */
  private void clearAbove(int row, int lines) {
    for (int factor = 0; factor < FACTORS; factor++) {
      Arrays.fill(above1[factor][row], 0, lines, 0);
      Arrays.fill(above2[factor][row], 0, lines, 0);
    }
  }

  private void reduce(int row, Dissipation dissipation, int lines) {
    assemble(row, dissipation, lines);
    double scale = flow.dt() * Flow.DSSP;
    double below2 = scale * dissipation.below2();
    double last = scale * dissipation.above2();
    double advection = flow.dt() * flow.direction(grid.direction()).t2();
    for (int factor = 0; factor < FACTORS; factor++) {
      double[][] d = above1[factor];
      double[][] e = above2[factor];
      double sound = SIGN[factor] * advection;
      pivots(
          pivot,
          multiplier,
          lower,
          diagonal,
          speed[row - 1],
          d[row - 2],
          e[row - 2],
          d[row - 1],
          below2,
          sound,
          lines);
      newAbove(
          d[row], e[row], pivot, multiplier, upper, speed[row + 1], e[row - 1], last, sound, lines);
      int first = factor == 0 ? 0 : FACTORS + factor - 1;
      int end = factor == 0 ? FACTORS : first + 1;
      for (int m = first; m < end; m++) {
        eliminate(r[m][row], r[m][row - 1], r[m][row - 2], pivot, multiplier, below2, lines);
      }
    }
  }

  /**
   * Assembles a row of the system for u. Its spectral radius in the specification is the largest of
   * four terms; as all coefficients of diffusion are equal here, it is that of the heat conduction.
   */
  private void assemble(int row, Dissipation dissipation, int lines) {
    Direction direction = flow.direction(grid.direction());
    double advection = flow.dt() * direction.t2();
    double viscous = flow.dt() * direction.t1();
    double scale = flow.dt() * Flow.DSSP;
    double diffusion = viscous * direction.d();
    neighbour(
        lower,
        velocity[row - 1],
        rhoI[row - 1],
        -advection,
        viscous * C1345,
        scale * dissipation.below1() - diffusion,
        lines);
    neighbour(
        upper,
        velocity[row + 1],
        rhoI[row + 1],
        advection,
        viscous * C1345,
        scale * dissipation.above1() - diffusion,
        lines);
    centre(
        diagonal,
        rhoI[row],
        2 * viscous * C1345,
        1 + 2 * diffusion + scale * dissipation.here(),
        lines);
  }

  private static void neighbour(
      double[] out,
      double[] velocity,
      double[] rhoI,
      double advection,
      double conduction,
      double constant,
      int lines) {
    for (int i = 0; i < lines; i++) {
      out[i] = advection * velocity[i] - conduction * rhoI[i] + constant;
    }
  }

  private static void centre(
      double[] out, double[] rhoI, double conduction, double constant, int lines) {
    for (int i = 0; i < lines; i++) {
      out[i] = conduction * rhoI[i] + constant;
    }
  }

  private static void pivots(
      double[] pivot,
      double[] multiplier,
      double[] lower,
      double[] diagonal,
      double[] speed,
      double[] d2,
      double[] e2,
      double[] d1,
      double below2,
      double sound,
      int lines) {
    for (int i = 0; i < lines; i++) {
      double factor = lower[i] - sound * speed[i] - below2 * d2[i];
      multiplier[i] = factor;
      pivot[i] = 1 / (diagonal[i] - below2 * e2[i] - factor * d1[i]);
    }
  }

  private static void newAbove(
      double[] d,
      double[] e,
      double[] pivot,
      double[] multiplier,
      double[] upper,
      double[] speed,
      double[] e1,
      double above2,
      double sound,
      int lines) {
    for (int i = 0; i < lines; i++) {
      d[i] = pivot[i] * (upper[i] + sound * speed[i] - multiplier[i] * e1[i]);
      e[i] = pivot[i] * above2;
    }
  }

  private static void eliminate(
      double[] r,
      double[] r1,
      double[] r2,
      double[] pivot,
      double[] multiplier,
      double below2,
      int lines) {
    for (int i = 0; i < lines; i++) {
      r[i] = pivot[i] * (r[i] - below2 * r2[i] - multiplier[i] * r1[i]);
    }
  }

  @Override
  public void substitute() {
    int lines = grid.lines();
    for (int row = grid.length() - 1 + MARGIN; row >= MARGIN; row--) {
      for (int m = 0; m < Flow.VARIABLES; m++) {
        int factor = factorOf(m);
        double[][] x = r[m];
        substitute(x[row], x[row + 1], x[row + 2], above1[factor][row], above2[factor][row], lines);
      }
    }
  }

  private static int factorOf(int m) {
    return Math.max(0, m - 2);
  }

  private static void substitute(
      double[] x, double[] x1, double[] x2, double[] d, double[] e, int lines) {
    for (int i = 0; i < lines; i++) {
      x[i] -= d[i] * x1[i] + e[i] * x2[i];
    }
  }

  @Override
  public void store() {
    int lines = grid.lines();
    for (int row = MARGIN; row < grid.length() + MARGIN; row++) {
      if (grid.direction() == 0) {
        Transformations.ninvr(r, row, lines);
      } else if (grid.direction() == 1) {
        Transformations.pinvr(r, row, lines);
      }
    }
    for (int m = 0; m < Flow.VARIABLES; m++) {
      grid.scatter(grid.cell().rhs[m], r[m], MARGIN);
    }
  }

  @Override
  public double[][] eliminatedBefore() {
    return seam(MARGIN - 1, MARGIN - 2, true);
  }

  @Override
  public double[][] eliminatedLast() {
    int last = grid.length() - 1 + MARGIN;
    return seam(last, last - 1, true);
  }

  @Override
  public double[][] solvedBehind() {
    int behind = grid.length() + MARGIN;
    return seam(behind, behind + 1, false);
  }

  @Override
  public double[][] solvedFirst() {
    return seam(MARGIN, MARGIN + 1, false);
  }

  private double[][] seam(int near, int far, boolean withCoefficients) {
    double[][] rows = new double[2 * (Flow.VARIABLES + (withCoefficients ? 2 * FACTORS : 0))][];
    int at = 0;
    for (int row : new int[] {near, far}) {
      for (double[][] component : r) {
        rows[at++] = component[row];
      }
      if (withCoefficients) {
        for (int factor = 0; factor < FACTORS; factor++) {
          rows[at++] = above1[factor][row];
          rows[at++] = above2[factor][row];
        }
      }
    }
    return rows;
  }
}
