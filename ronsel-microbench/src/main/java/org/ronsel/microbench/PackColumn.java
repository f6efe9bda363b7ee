package org.ronsel.microbench;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.ronsel.Datatype;

/**
 * Packs and unpacks a column of a row-major matrix of doubles by a derived datatype, and by the
 * loop that one would write by hand. The speed of the former is to be at least 0.8 of the latter's.
 *
 * <p>Before the measurement all kinds of memory are packed in the same JVM, as a program with more
 * than one buffer does; a plan that has been used with one kind only would be faster than in such
 * programs.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PackColumn {
  private static final ValueLayout.OfDouble DOUBLE = ValueLayout.JAVA_DOUBLE_UNALIGNED;
  private static final int COLUMN = 3;
  private static final int WARMING_PACKS = 50_000;

  /** Rows and columns of the matrix. */
  @Param({"100x10", "1000x100", "3000x1000"})
  public String matrix;

  private int rows;
  private int columns;
  private double[] array;
  private double[] packedArray;
  private MemorySegment ofPackedArray;
  private MemorySegment segment;
  private MemorySegment packed;
  private Datatype<?> column;
  private Arena arena;

  /** Creates the matrices, and packs and unpacks the column in all kinds of memory. */
  @Setup
  public void begin() {
    int x = matrix.indexOf('x');
    rows = Integer.parseInt(matrix.substring(0, x));
    columns = Integer.parseInt(matrix.substring(x + 1));
    array = new double[rows * columns];
    Arrays.setAll(array, i -> i + 0.5);
    packedArray = new double[rows];
    ofPackedArray = MemorySegment.ofArray(packedArray);
    arena = Arena.ofConfined();
    segment = arena.allocate(8L * array.length, 64);
    segment.copyFrom(MemorySegment.ofArray(array));
    packed = arena.allocate(8L * rows, 64);
    column = Datatype.vector(rows, 1, columns, Datatype.DOUBLE);
    for (int i = 0; i < WARMING_PACKS / rows + 2; i++) {
      arrayToSegmentByType();
      arrayToArrayByType();
      segmentToSegmentByType();
      segmentToArrayByType();
    }
    for (int row = 0; row < rows; row++) {
      double expected = row * columns + COLUMN + 0.5;
      if (packed.getAtIndex(DOUBLE, row) != expected || packedArray[row] != expected) {
        throw new IllegalStateException("the column was not packed");
      }
    }
  }

  /** Frees the native memory. */
  @TearDown
  public void end() {
    arena.close();
  }

  @Benchmark
  public MemorySegment arrayToSegmentByHand() {
    for (int row = 0; row < rows; row++) {
      packed.setAtIndex(DOUBLE, row, array[row * columns + COLUMN]);
    }
    return packed;
  }

  @Benchmark
  public MemorySegment arrayToSegmentByType() {
    column.pack(array, COLUMN, 1, packed, 0);
    return packed;
  }

  @Benchmark
  public double[] arrayToArrayByHand() {
    for (int row = 0; row < rows; row++) {
      packedArray[row] = array[row * columns + COLUMN];
    }
    return packedArray;
  }

  @Benchmark
  public double[] arrayToArrayByType() {
    column.pack(array, COLUMN, 1, ofPackedArray, 0);
    return packedArray;
  }

  @Benchmark
  public MemorySegment segmentToSegmentByHand() {
    for (int row = 0; row < rows; row++) {
      packed.setAtIndex(DOUBLE, row, segment.getAtIndex(DOUBLE, (long) row * columns + COLUMN));
    }
    return packed;
  }

  @Benchmark
  public MemorySegment segmentToSegmentByType() {
    column.pack(segment, COLUMN * 8L, 1, packed, 0);
    return packed;
  }

  @Benchmark
  public double[] segmentToArrayByHand() {
    for (int row = 0; row < rows; row++) {
      array[row * columns + COLUMN] = packed.getAtIndex(DOUBLE, row);
    }
    return array;
  }

  @Benchmark
  public double[] segmentToArrayByType() {
    column.unpack(packed, 0, array, COLUMN, 1);
    return array;
  }
}
