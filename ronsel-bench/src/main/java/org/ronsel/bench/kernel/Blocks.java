package org.ronsel.bench.kernel;

import org.ronsel.Datatype;
import org.ronsel.Order;

/**
 * Where the values of an accumulate lie that go to a block in three dimensions: 2 by 2 rows, of as
 * many values as it takes, of a box of 8 by 8 rows that are 8 values longer.
 *
 * @param row values in a row of the block
 */
record Blocks(int row) {
  private static final int ROWS = 2;
  private static final int SIDE = 8;

  /** A block of doubles of so many bytes in all, rounded down. */
  static Blocks of(int size) {
    return new Blocks(Math.max(1, size / Double.BYTES / (ROWS * ROWS)));
  }

  /** Values in the block. */
  int count() {
    return ROWS * ROWS * row;
  }

  private int longRow() {
    return row + SIDE;
  }

  /** Bytes of the box. */
  long bytes() {
    return (long) SIDE * SIDE * longRow() * Double.BYTES;
  }

  /** Where a value of the block lies in the box. */
  int place(int i) {
    int z = i / (ROWS * row);
    int y = i / row % ROWS;
    return (z * SIDE + y) * longRow() + i % row;
  }

  /** The datatype of the target. */
  Datatype<?> type(Datatype<?> of) {
    return Datatype.subarray(
        new int[] {SIDE, SIDE, longRow()},
        new int[] {ROWS, ROWS, row},
        new int[] {0, 0, 0},
        Order.ROW_MAJOR,
        of);
  }
}
