package org.ronsel.npb.cg;

import java.util.Arrays;
import org.ronsel.npb.NpbRandom;

/**
 * Makes the matrix of the specification: a weighted sum of outer products of sparse random vectors,
 * all of which each rank generates, and a diagonal.
 */
final class MatrixGenerator {
  private static final double CONDITION = 0.1;
  private static final double DIAGONAL = 0.5;

  private final int order;
  private final int width;
  private final double shift;

  /**
   * Positions and values of the vectors, {@code width} apart, and the number of each vector's
   * elements.
   */
  private final int[] positions;

  private final double[] elements;
  private final byte[] counts;

  MatrixGenerator(Cg.Size size) {
    order = size.order();
    width = size.nonzeros() + 1;
    shift = size.shift();
    positions = new int[order * width];
    elements = new double[order * width];
    counts = new byte[order];
    NpbRandom random = new NpbRandom(NpbRandom.SEED);
    random.skip(1);
    double range = Integer.highestOneBit(order - 1) * 2.0;
    for (int i = 0; i < order; i++) {
      int count = draw(random, range, i * width, size.nonzeros());
      counts[i] = (byte) (setDiagonal(i, count));
    }
  }

  /**
   * Draws distinct positions and their values; a pair with a position behind the end is dropped.
   */
  private int draw(NpbRandom random, double range, int offset, int wanted) {
    int count = 0;
    while (count < wanted) {
      double value = random.next();
      int position = (int) (range * random.next());
      if (position < order && !contains(offset, count, position)) {
        positions[offset + count] = position;
        elements[offset + count] = value;
        count++;
      }
    }
    return count;
  }

  private boolean contains(int offset, int count, int position) {
    for (int k = offset; k < offset + count; k++) {
      if (positions[k] == position) {
        return true;
      }
    }
    return false;
  }

  /** Sets the fixed value that the i-th vector has at its i-th position. */
  private int setDiagonal(int i, int count) {
    int offset = i * width;
    for (int k = offset; k < offset + count; k++) {
      if (positions[k] == i) {
        elements[k] = DIAGONAL;
        return count;
      }
    }
    positions[offset + count] = i;
    elements[offset + count] = DIAGONAL;
    return count + 1;
  }

  /** The block of a rank, whose columns count from its first one. */
  SparseMatrix block(Grid grid) {
    int[] next = starts(grid);
    int[] columns = new int[next[grid.rows()]];
    double[] values = new double[columns.length];
    fill(grid, next.clone(), columns, values);
    return combine(grid, next, columns, values);
  }

  /** Offsets of the elements of each row, before those with the same position are combined. */
  private int[] starts(Grid grid) {
    int[] starts = new int[grid.rows() + 1];
    for (int i = 0; i < order; i++) {
      int inside = 0;
      for (int k = i * width; k < i * width + counts[i]; k++) {
        inside += isColumn(grid, positions[k]) ? 1 : 0;
      }
      for (int k = i * width; k < i * width + counts[i]; k++) {
        int row = positions[k] - grid.firstRow();
        if (row >= 0 && row < grid.rows()) {
          starts[row + 1] += inside;
        }
      }
    }
    for (int row = 0; row < grid.rows(); row++) {
      if (isColumn(grid, row + grid.firstRow())) {
        starts[row + 1]++;
      }
      starts[row + 1] += starts[row];
    }
    return starts;
  }

  private static boolean isColumn(Grid grid, int position) {
    int column = position - grid.firstColumn();
    return column >= 0 && column < grid.columns();
  }

  private void fill(Grid grid, int[] next, int[] columns, double[] values) {
    double ratio = Math.pow(CONDITION, 1.0 / order);
    double weight = 1;
    for (int i = 0; i < order; i++) {
      for (int k = i * width; k < i * width + counts[i]; k++) {
        if (isColumn(grid, positions[k])) {
          addColumn(grid, i, positions[k], weight * elements[k], next, columns, values);
        }
      }
      weight *= ratio;
    }
    for (int row = 0; row < grid.rows(); row++) {
      if (isColumn(grid, row + grid.firstRow())) {
        columns[next[row]] = row + grid.firstRow() - grid.firstColumn();
        values[next[row]++] = CONDITION - shift;
      }
    }
  }

  /** Adds one column of the outer product of the i-th vector. */
  private void addColumn(
      Grid grid, int i, int column, double scale, int[] next, int[] columns, double[] values) {
    for (int k = i * width; k < i * width + counts[i]; k++) {
      int row = positions[k] - grid.firstRow();
      if (row >= 0 && row < grid.rows()) {
        columns[next[row]] = column - grid.firstColumn();
        values[next[row]++] = elements[k] * scale;
      }
    }
  }

  /**
   * Adds elements with the same position. The columns of a row are in ascending order afterwards.
   */
  private static SparseMatrix combine(Grid grid, int[] starts, int[] columns, double[] values) {
    double[] sums = new double[grid.columns()];
    boolean[] seen = new boolean[grid.columns()];
    int[] combined = new int[starts.length];
    int end = 0;
    for (int row = 0; row < grid.rows(); row++) {
      int first = end;
      for (int k = starts[row]; k < starts[row + 1]; k++) {
        int column = columns[k];
        sums[column] += values[k];
        if (!seen[column]) {
          seen[column] = true;
          columns[end++] = column;
        }
      }
      Arrays.sort(columns, first, end);
      for (int k = first; k < end; k++) {
        values[k] = sums[columns[k]];
        sums[columns[k]] = 0;
        seen[columns[k]] = false;
      }
      combined[row + 1] = end;
    }
    return new SparseMatrix(combined, Arrays.copyOf(columns, end), Arrays.copyOf(values, end));
  }
}
