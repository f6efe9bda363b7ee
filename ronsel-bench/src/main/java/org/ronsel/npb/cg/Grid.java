package org.ronsel.npb.cg;

import java.util.Objects;
import org.ronsel.Comm;
import org.ronsel.Op;
import org.ronsel.npb.Timers;

/**
 * The ranks as a grid over the matrix, of as many columns as rows or twice as many: each has a
 * block of the matrix, and of vectors the elements that belong to its columns. A product of the
 * matrix and a vector is summed over a row of the grid, and taken from the rows to the columns by
 * an exchange with the transposed rank. For use by one thread.
 */
final class Grid implements AutoCloseable {
  private static final int TAG = 1;
  private static final int EXCHANGE = 1;

  private final Comm comm;
  private final Timers timers;

  /** All ranks of this row of the grid. */
  private final Comm row;

  /** The ranks of this row whose columns are the same half of their rows' range. */
  private final Comm half;

  private final boolean wide;
  private final int parity;
  private final int transposed;
  private final int firstRow;
  private final int endRow;
  private final int firstColumn;
  private final int endColumn;

  /** The first row of this rank's half, and the half's length; all rows in a square grid. */
  private final int halfStart;

  private final int halfLength;
  private final int otherStart;
  private final int otherLength;
  private final double[] received;

  /** Creates the grid. Collective over {@code comm}, whose size is a power of two. */
  Grid(Comm comm, int order, Timers timers) {
    this.comm = comm;
    this.timers = timers;
    int log2 = Integer.numberOfTrailingZeros(comm.size());
    int rows = 1 << (log2 / 2);
    int columns = comm.size() / rows;
    wide = columns > rows;
    int i = comm.rank() / columns;
    int j = comm.rank() % columns;
    parity = wide ? j & 1 : 0;
    transposed = wide ? (j / 2) * columns + 2 * i + parity : j * columns + i;
    firstRow = start(order, rows, i);
    endRow = start(order, rows, i + 1);
    firstColumn = wide ? halves(order, rows, j) : start(order, rows, j);
    endColumn = wide ? halves(order, rows, j + 1) : start(order, rows, j + 1);
    int middle = wide ? halves(order, rows, 2 * i + 1) - firstRow : rows();
    halfStart = parity == 0 ? 0 : middle;
    halfLength = parity == 0 ? middle : rows() - middle;
    otherStart = parity == 0 ? middle : 0;
    otherLength = rows() - halfLength;
    received = new double[Math.max(rows(), columns())];
    row = Objects.requireNonNull(comm.split(i, j));
    half = Objects.requireNonNull(row.split(parity, j));
  }

  private static int start(int order, int parts, int part) {
    return (int) ((long) order * part / parts);
  }

  /** The first index of a half of a part. */
  private static int halves(int order, int parts, int index) {
    int begin = start(order, parts, index / 2);
    return (index & 1) == 0 ? begin : begin + (start(order, parts, index / 2 + 1) - begin + 1) / 2;
  }

  int firstRow() {
    return firstRow;
  }

  int rows() {
    return endRow - firstRow;
  }

  int firstColumn() {
    return firstColumn;
  }

  int columns() {
    return endColumn - firstColumn;
  }

  /** Sums scalars, to which each column of the grid contributes. */
  void sum(double[] values) {
    if (row.size() > 1) {
      timers.start(EXCHANGE);
      row.allReduce(values, Op.SUM);
      timers.stop(EXCHANGE);
    }
  }

  /** Sums a scalar. */
  double sum(double value) {
    if (row.size() == 1) {
      return value;
    }
    timers.start(EXCHANGE);
    double sum = row.allReduce(value, Op.SUM);
    timers.stop(EXCHANGE);
    return sum;
  }

  /**
   * Turns each rank's share of a product, by rows, into the product's elements of its columns.
   *
   * @param share by rows; its content is lost
   * @param product by columns
   */
  void gather(double[] share, double[] product) {
    timers.start(EXCHANGE);
    if (wide) {
      row.sendReceive(
          share,
          otherStart,
          otherLength,
          row.rank() ^ 1,
          TAG,
          received,
          0,
          halfLength,
          row.rank() ^ 1,
          TAG);
      Vectors.add(share, halfStart, received, halfLength);
    }
    if (half.size() > 1) {
      half.allReduce(share, halfStart, share, halfStart, halfLength, Op.SUM);
    }
    if (transposed == comm.rank()) {
      System.arraycopy(share, halfStart, product, 0, halfLength);
    } else {
      comm.sendReceive(
          share, halfStart, halfLength, transposed, TAG, product, 0, columns(), transposed, TAG);
    }
    timers.stop(EXCHANGE);
  }

  @Override
  public void close() {
    half.close();
    row.close();
  }
}
