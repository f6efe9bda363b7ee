package org.ronsel.npb.cfd;

import java.util.Arrays;

/**
 * A part of a grid, or the whole of it, and its fields. It is surrounded by two layers of ghost
 * points, which hold copies of the neighbours' points. Threads may work on different points.
 */
public final class Block {
  /** Layers of ghost points on every side. */
  public static final int GHOSTS = 2;

  private static final int PRIMITIVES = 6;

  private final int[] size;
  private final int[] low;
  private final int[] points;
  private final int[] stride;
  private final double[] steps;

  /** The solution: density, momentum, energy. */
  public final double[][] u;

  /** The right-hand side, which solvers replace by the solution. */
  public final double[][] rhs;

  /** The forcing term. */
  public final double[][] forcing;

  /** Reciprocal of the density. */
  public final double[] rhoI;

  /** Velocities in x, y and z. */
  public final double[][] velocity;

  /** Kinetic energy per volume. */
  public final double[] square;

  /** Kinetic energy per mass. */
  public final double[] qs;

  /**
   * Creates a part with all fields at 0, and ghost points at rest.
   *
   * @param low position of its first point in the grid, in x, y and z
   * @param size its points in each direction
   * @param points of the grid in each direction
   * @param steps reciprocal of the distance of points, in each direction
   */
  public Block(int[] low, int[] size, int[] points, double... steps) {
    this.steps = steps.clone();
    this.low = low.clone();
    this.size = size.clone();
    this.points = points.clone();
    int rows = size[0] + 2 * GHOSTS;
    int planes = rows * (size[1] + 2 * GHOSTS);
    stride = new int[] {1, rows, planes};
    int length = Math.multiplyExact(planes, size[2] + 2 * GHOSTS);
    u = new double[Flow.VARIABLES][length];
    rhs = new double[Flow.VARIABLES][length];
    forcing = new double[Flow.VARIABLES][length];
    velocity = new double[3][length];
    rhoI = new double[length];
    square = new double[length];
    qs = new double[length];
    Arrays.fill(u[0], 1); // divided by at all points, even where the result is not used
    Arrays.fill(u[4], 1);
    Arrays.fill(rhoI, 1);
  }

  /** A part of a cube, whose coordinates run from 0 to 1. */
  public static Block ofCube(int[] low, int[] size, int points) {
    double step = points - 1.0;
    return new Block(low, size, new int[] {points, points, points}, step, step, step);
  }

  /** A whole grid. */
  public static Block whole(int[] size, double... steps) {
    return new Block(new int[3], size, size, steps);
  }

  /** An estimate of the bytes that a part of this size takes. */
  public static long bytes(long nx, long ny, long nz) {
    long length = (nx + 2 * GHOSTS) * (ny + 2 * GHOSTS) * (nz + 2 * GHOSTS);
    return length * (3 * Flow.VARIABLES + PRIMITIVES) * Double.BYTES;
  }

  /** Index of a point in all fields; -2 is the outermost ghost point before the first. */
  public int index(int i, int j, int k) {
    return GHOSTS + i + (GHOSTS + j) * stride[1] + (GHOSTS + k) * stride[2];
  }

  /** The distance of the next point in a direction, in elements of a field. */
  public int stride(int direction) {
    return stride[direction];
  }

  /** Points in a direction. */
  public int size(int direction) {
    return size[direction];
  }

  /** Points of the grid in a direction. */
  public int points(int direction) {
    return points[direction];
  }

  /** The position of the first point in the grid. */
  public int low(int direction) {
    return low[direction];
  }

  /** Whether its first points lie on the boundary of the grid. */
  public boolean isFirst(int direction) {
    return low[direction] == 0;
  }

  /** Whether its last points lie on the boundary of the grid. */
  public boolean isLast(int direction) {
    return low[direction] + size[direction] == points[direction];
  }

  /** The first point that is not on the boundary of the grid. */
  public int first(int direction) {
    return isFirst(direction) ? 1 : 0;
  }

  /** The end of the points that are not on the boundary of the grid. */
  public int end(int direction) {
    return isLast(direction) ? size[direction] - 1 : size[direction];
  }

  /** The first point whose values are known: one of the neighbour's if there is one. */
  public int firstKnown(int direction) {
    return isFirst(direction) ? 0 : -1;
  }

  /** The end of the points whose values are known. */
  public int endKnown(int direction) {
    return isLast(direction) ? size[direction] : size[direction] + 1;
  }

  private double coordinate(int direction, int position) {
    return (low[direction] + position) / steps[direction];
  }

  /** The same coordinate, but 1 at the last point, where that of a zone need not be 1. */
  private double boundaryCoordinate(int direction, int position) {
    return low[direction] + position == 0 ? 0 : 1;
  }

  /** Sets the solution to the initial condition. */
  public void initialize() {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int k = 0; k < size[2]; k++) {
        for (int j = 0; j < size[1]; j++) {
          initializeRow(m, j, k);
        }
      }
    }
  }

  private void initializeRow(int m, int j, int k) {
    double eta = coordinate(1, j);
    double zeta = coordinate(2, k);
    for (int i = 0; i < size[0]; i++) {
      double xi = coordinate(0, i);
      double value;
      if (isBoundary(2, k)) {
        value = ExactSolution.value(m, xi, eta, boundaryCoordinate(2, k));
      } else if (isBoundary(1, j)) {
        value = ExactSolution.value(m, xi, boundaryCoordinate(1, j), zeta);
      } else if (isBoundary(0, i)) {
        value = ExactSolution.value(m, boundaryCoordinate(0, i), eta, zeta);
      } else {
        value = ExactSolution.initial(m, xi, eta, zeta);
      }
      u[m][index(i, j, k)] = value;
    }
  }

  private boolean isBoundary(int direction, int position) {
    int global = low[direction] + position;
    return global == 0 || global == points[direction] - 1;
  }

  /** Computes the forcing term: the negated residual of the equations for the exact solution. */
  public void computeForcing(Flow flow) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      Arrays.fill(forcing[m], 0);
      for (int k = -GHOSTS; k < size[2] + GHOSTS; k++) {
        for (int j = -GHOSTS; j < size[1] + GHOSTS; j++) {
          for (int i = -GHOSTS; i < size[0] + GHOSTS; i++) {
            u[m][index(i, j, k)] =
                ExactSolution.value(m, coordinate(0, i), coordinate(1, j), coordinate(2, k));
          }
        }
      }
    }
    new RightHandSide(this, flow).compute(Workers.caller());
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int index = 0; index < forcing[m].length; index++) {
        forcing[m][index] = -rhs[m][index];
      }
    }
  }

  /** Adds to {@code sums} the squares of the right-hand side at points inside the boundary. */
  public void addSquaresOfRhs(double[] sums) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int k = first(2); k < end(2); k++) {
        for (int j = first(1); j < end(1); j++) {
          for (int i = index(first(0), j, k); i < index(end(0), j, k); i++) {
            sums[m] += rhs[m][i] * rhs[m][i];
          }
        }
      }
    }
  }

  /** Adds to {@code sums} the squares of the differences to the exact solution. */
  public void addSquaresOfError(double[] sums) {
    for (int m = 0; m < Flow.VARIABLES; m++) {
      for (int k = 0; k < size[2]; k++) {
        for (int j = 0; j < size[1]; j++) {
          for (int i = 0; i < size[0]; i++) {
            double exact =
                ExactSolution.value(m, coordinate(0, i), coordinate(1, j), coordinate(2, k));
            double error = u[m][index(i, j, k)] - exact;
            sums[m] += error * error;
          }
        }
      }
    }
  }
}
