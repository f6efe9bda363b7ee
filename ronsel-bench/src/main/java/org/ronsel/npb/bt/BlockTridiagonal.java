package org.ronsel.npb.bt;

import static org.ronsel.npb.cfd.Flow.VARIABLES;

import java.util.Arrays;
import java.util.function.Function;
import org.ronsel.npb.cfd.Block;
import org.ronsel.npb.cfd.Flow;
import org.ronsel.npb.cfd.FlowState;
import org.ronsel.npb.cfd.FluxJacobian;
import org.ronsel.npb.cfd.GridLines;
import org.ronsel.npb.cfd.LineBatch;

/**
 * The block tridiagonal systems of some lines (NAS-95-020, section 3.3.4): for each row A x[-1] + B
 * x + C x[+1] = r, where all are 5 x 5 blocks. The elimination leaves x + C' x[+1] = r'. A and C
 * are Jacobians, which are applied without being formed.
 */
final class BlockTridiagonal implements LineBatch {
  /** Number of rows before the first point, and after the last one, in arrays of rows. */
  private static final int MARGIN = 1;

  private final Flow flow;

  /** The right-hand side, by row and variable. */
  private final double[][][] r;

  /** C' by row, column and variable. */
  private final double[][][][] above;

  private final FlowState[] state;
  private final BlockRow block;
  private final FluxJacobian[] below = new FluxJacobian[3];
  private final FluxJacobian[] minusAbove = new FluxJacobian[3];
  private final double[][] one;
  private final double[] zero;
  private GridLines grid;

  /** Creates systems of up to {@code width} lines of up to {@code most} points. */
  BlockTridiagonal(Flow flow, int most, int width) {
    this.flow = flow;
    int rows = most + 2 * MARGIN;
    r = new double[rows][VARIABLES][width];
    above = new double[rows][VARIABLES][VARIABLES][width];
    state = new FlowState[rows];
    Arrays.setAll(state, row -> FlowState.empty(width));
    block = new BlockRow(width);
    for (int direction = 0; direction < below.length; direction++) {
      below[direction] = FluxJacobian.below(flow, direction, width);
      minusAbove[direction] = FluxJacobian.above(flow, direction, width).times(-1);
    }
    zero = new double[width];
    one = new double[1][width];
    Arrays.fill(one[0], 1);
    grid = GridLines.NONE;
  }

  @Override
  public void load(GridLines newLines) {
    grid = newLines;
    Block cell = grid.cell();
    double[][] rows = new double[r.length][];
    for (int m = 0; m < VARIABLES; m++) {
      grid.gather(cell.rhs[m], rows(m, rows), MARGIN, 0, grid.length());
    }
    gather(cell.rhoI, rows, FlowState::rhoI);
    gather(cell.qs, rows, FlowState::qs);
    gather(cell.u[4], rows, FlowState::energy);
    for (int m = 0; m < 3; m++) {
      int component = m;
      gather(cell.velocity[m], rows, each -> each.velocity()[component]);
    }
  }

  private void gather(double[] field, double[][] rows, Function<FlowState, double[]> component) {
    for (int row = 0; row < rows.length; row++) {
      rows[row] = component.apply(state[row]);
    }
    grid.gather(field, rows, MARGIN, grid.firstKnown(), grid.endKnown());
  }

  private double[][] rows(int m, double[][] rows) {
    for (int row = 0; row < rows.length; row++) {
      rows[row] = r[row][m];
    }
    return rows;
  }

  @Override
  public void eliminate() {
    int lines = grid.lines();
    FluxJacobian toBelow = below[grid.direction()];
    FluxJacobian toAbove = minusAbove[grid.direction()];
    for (int position = 0; position < grid.length(); position++) {
      int row = position + MARGIN;
      if (grid.isBoundary(position)) {
        clear(above[row], lines); // on the boundary the row is that of the identity
      } else {
        reduce(row, toBelow, toAbove, lines);
      }
    }
  }

  private static void clear(double[][][] blocks, int lines) {
    for (double[][] column : blocks) {
      for (double[] each : column) {
        Arrays.fill(each, 0, lines, 0);
      }
    }
  }

  private void reduce(int row, FluxJacobian toBelow, FluxJacobian toAbove, int lines) {
    FlowState before = state[row - 1];
    block.setToDiagonal(flow, toBelow.direction(), state[row], lines);
    for (int j = 0; j < VARIABLES; j++) {
      toBelow.subtractProduct(block.column(j), above[row - 1][j], before, lines);
    }
    toBelow.subtractProduct(r[row], r[row - 1], before, lines);
    block.factor(lines);
    clear(above[row], lines);
    for (int j = 0; j < VARIABLES; j++) {
      toAbove.subtractProduct(above[row][j], unit(j), state[row + 1], lines);
      block.solve(above[row][j], lines);
    }
    block.solve(r[row], lines);
  }

  private double[][] unit(int j) {
    double[][] vector = new double[VARIABLES][];
    Arrays.fill(vector, zero);
    vector[j] = one[0];
    return vector;
  }

  @Override
  public void substitute() {
    int lines = grid.lines();
    for (int position = grid.length() - 1; position >= 0; position--) {
      if (!grid.isBoundary(position)) {
        int row = position + MARGIN;
        for (int m = 0; m < VARIABLES; m++) {
          double[][][] c = above[row];
          double[][] x = r[row + 1];
          substitute(r[row][m], c[0][m], c[1][m], c[2][m], c[3][m], c[4][m], x, lines);
        }
      }
    }
  }

  private static void substitute(
      double[] r,
      double[] c0,
      double[] c1,
      double[] c2,
      double[] c3,
      double[] c4,
      double[][] x,
      int lines) {
    double[] x0 = x[0];
    double[] x1 = x[1];
    double[] x2 = x[2];
    double[] x3 = x[3];
    double[] x4 = x[4];
    for (int i = 0; i < lines; i++) {
      r[i] -= c0[i] * x0[i] + c1[i] * x1[i] + c2[i] * x2[i] + c3[i] * x3[i] + c4[i] * x4[i];
    }
  }

  @Override
  public void store() {
    double[][] rows = new double[r.length][];
    for (int m = 0; m < VARIABLES; m++) {
      grid.scatter(grid.cell().rhs[m], rows(m, rows), MARGIN);
    }
  }

  @Override
  public double[][] eliminatedBefore() {
    return eliminated(MARGIN - 1);
  }

  @Override
  public double[][] eliminatedLast() {
    return eliminated(grid.length() - 1 + MARGIN);
  }

  private double[][] eliminated(int row) {
    double[][] rows = new double[VARIABLES * (VARIABLES + 1)][];
    int at = 0;
    for (double[][] column : above[row]) {
      for (double[] element : column) {
        rows[at++] = element;
      }
    }
    for (double[] component : r[row]) {
      rows[at++] = component;
    }
    return rows;
  }

  @Override
  public double[][] solvedBehind() {
    return r[grid.length() + MARGIN];
  }

  @Override
  public double[][] solvedFirst() {
    return r[MARGIN];
  }
}
