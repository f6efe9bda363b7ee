package org.ronsel.bench.kernel;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Locale;
import org.ronsel.Datatype;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.Batches;
import org.ronsel.bench.method.TimedLoop;
import org.ronsel.bench.method.VerificationException;

/**
 * Packs a column of a row-major matrix of doubles by a derived datatype and by the loop that one
 * would write by hand, in turn, and prints nanoseconds per value and the ratio. A program of its
 * own, without ranks:
 *
 * <pre>ronsel run -n 1 --class-path ronsel-bench.jar org.ronsel.bench.kernel.PackColumn</pre>
 */
public final class PackColumn {
  private static final BatchPlan PLAN = new BatchPlan(15, 4, 150, 3000);
  private static final int ROUNDS = 3;
  private static final int COLUMN = 3;
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;

  private PackColumn() {}

  /** Measures and prints; the arguments are ignored. */
  public static void main(String... args) {
    System.out.println("column of a matrix of doubles, ns per value   by hand   datatype   speed");
    // The kinds of memory meet in one JVM, as in a program.
    for (int round = 0; round < ROUNDS; round++) {
      for (int[] size : new int[][] {{100, 10}, {1000, 100}, {3000, 1000}}) {
        measure(size[0], size[1]);
      }
    }
  }

  private static void measure(int rows, int columns) {
    double[] matrix = new double[rows * columns];
    Arrays.setAll(matrix, i -> i + 0.5);
    Datatype<?> column = Datatype.vector(rows, 1, columns, Datatype.DOUBLE);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment natively = arena.allocate(8L * matrix.length, 64);
      natively.copyFrom(MemorySegment.ofArray(matrix));
      MemorySegment packed = arena.allocate(8L * rows, 64);
      double[] array = new double[rows];
      MemorySegment ofArray = MemorySegment.ofArray(array);
      double[] back = new double[matrix.length];
      String size = rows + " x " + columns;
      compare(
          "double[] to native, " + size,
          rows,
          () -> byHand(matrix, rows, columns, packed),
          () -> column.pack(matrix, COLUMN, 1, packed, 0));
      check(packed, rows, columns);
      compare(
          "double[] to double[], " + size,
          rows,
          () -> byHand(matrix, rows, columns, array),
          () -> column.pack(matrix, COLUMN, 1, ofArray, 0));
      check(ofArray, rows, columns);
      compare(
          "native to native, " + size,
          rows,
          () -> byHand(natively, rows, columns, packed),
          () -> column.pack(natively, COLUMN * 8L, 1, packed, 0));
      check(packed, rows, columns);
      column.pack(matrix, COLUMN, 1, packed, 0);
      compare(
          "native into double[], " + size,
          rows,
          () -> backByHand(packed, rows, columns, back),
          () -> column.unpack(packed, 0, back, COLUMN, 1));
      for (int row = 0; row < rows; row++) {
        require(back[row * columns + COLUMN] == row * columns + COLUMN + 0.5);
      }
    }
  }

  private static void check(MemorySegment packed, int rows, int columns) {
    for (int row = 0; row < rows; row++) {
      require(packed.getAtIndex(DOUBLE, row) == row * columns + COLUMN + 0.5);
    }
    packed.fill((byte) 0);
  }

  private static void require(boolean holds) {
    if (!holds) {
      throw new VerificationException("the column was not packed");
    }
  }

  private static void byHand(double[] matrix, int rows, int columns, MemorySegment packed) {
    for (int row = 0; row < rows; row++) {
      packed.setAtIndex(DOUBLE, row, matrix[row * columns + COLUMN]);
    }
  }

  private static void byHand(double[] matrix, int rows, int columns, double[] packed) {
    for (int row = 0; row < rows; row++) {
      packed[row] = matrix[row * columns + COLUMN];
    }
  }

  private static void byHand(MemorySegment matrix, int rows, int columns, MemorySegment packed) {
    for (int row = 0; row < rows; row++) {
      packed.setAtIndex(DOUBLE, row, matrix.getAtIndex(DOUBLE, (long) row * columns + COLUMN));
    }
  }

  private static void backByHand(MemorySegment packed, int rows, int columns, double[] matrix) {
    for (int row = 0; row < rows; row++) {
      matrix[row * columns + COLUMN] = packed.getAtIndex(DOUBLE, row);
    }
  }

  private static void compare(String what, int values, Runnable hand, Runnable datatype) {
    double byHand = nsPerValue(values, hand);
    double byType = nsPerValue(values, datatype);
    System.out.printf(
        Locale.ROOT, "%-44s %8.3f %10.3f %7.2f%n", what, byHand, byType, byHand / byType);
  }

  private static double nsPerValue(int values, Runnable pack) {
    TimedLoop loop =
        iterations -> {
          long start = System.nanoTime();
          for (int i = 0; i < iterations; i++) {
            pack.run();
          }
          return System.nanoTime() - start;
        };
    double[] samples = Batches.measure(PLAN, values, loop).perOperationNs();
    Arrays.sort(samples);
    return samples[samples.length / 2];
  }
}
