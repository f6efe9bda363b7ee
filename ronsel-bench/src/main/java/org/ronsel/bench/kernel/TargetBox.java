package org.ronsel.bench.kernel;

import org.ronsel.Datatype;
import org.ronsel.Order;

/**
 * The layout of a three-dimensional block, the target of an accumulate: 2 by 2 rows of a box of 8
 * by 8 rows, which are 8 values longer than those of the block.
 *
 * @param row values in a row of the block
 */
record TargetBox(int row) {
  private static final int ROWS = 2;
  private static final int SIDE = 8;

  /** A block of doubles of {@code size} bytes in all, rounded down. */
  static TargetBox of(int size) {
    return new TargetBox(Math.max(1, size / Double.BYTES / (ROWS * ROWS)));
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

  /** The index in the box of a value of the block. */
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
