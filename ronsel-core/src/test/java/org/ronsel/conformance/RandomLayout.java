package org.ronsel.conformance;

import java.lang.reflect.Array;
import java.util.Random;
import java.util.stream.IntStream;
import org.ronsel.Datatype;

/**
 * A datatype of elements of one primitive type, and where they lie, so that arrays can be filled
 * and read without it.
 *
 * @param places of the elements of one datatype element, in their order
 * @param extent from one datatype element to the next, in array elements
 */
record RandomLayout(Primitives basic, Datatype<?> type, int[] places, int extent) {
  /** One element after the other. */
  static RandomLayout dense(Primitives basic) {
    return new RandomLayout(basic, basic.datatype(), new int[] {0}, 1);
  }

  /** So many elements side by side, vectors with gaps, or blocks in any order. */
  static RandomLayout derived(Primitives basic, Random random) {
    int blocks = 1 + random.nextInt(3);
    int length = 1 + random.nextInt(3);
    int stride = length + random.nextInt(3);
    return switch (random.nextInt(3)) {
      case 0 ->
          new RandomLayout(
              basic,
              Datatype.contiguous(length, basic.datatype()),
              IntStream.range(0, length).toArray(),
              length);
      case 1 ->
          new RandomLayout(
              basic,
              Datatype.vector(blocks, length, stride, basic.datatype()),
              places(IntStream.range(0, blocks).map(i -> i * stride).toArray(), length),
              (blocks - 1) * stride + length);
      default -> {
        int[] starts = IntStream.range(0, blocks).map(i -> (blocks - 1 - i) * stride).toArray();
        int[] lengths = new int[blocks];
        java.util.Arrays.fill(lengths, length);
        yield new RandomLayout(
            basic,
            Datatype.indexed(lengths, starts, basic.datatype()),
            places(starts, length),
            (blocks - 1) * stride + length);
      }
    };
  }

  private static int[] places(int[] starts, int length) {
    return IntStream.of(starts).flatMap(start -> IntStream.range(start, start + length)).toArray();
  }

  /** Array elements that a datatype element holds. */
  int width() {
    return places.length;
  }

  /** Whether elements lie one after the other, so that methods on arrays can be called. */
  boolean isDense() {
    return extent == 1;
  }

  private int place(int start, int i) {
    return start + i / places.length * extent + places[i % places.length];
  }

  /** Writes elements from the array element {@code start} on. */
  void write(Object array, int start, long[] values) {
    for (int i = 0; i < values.length; i++) {
      set(array, place(start, i), values[i]);
    }
  }

  /** Reads an element. */
  long read(Object array, int start, int i) {
    return get(array, place(start, i));
  }

  /** Sets an element. */
  void set(Object array, int at, long value) {
    switch (array) {
      case byte[] a -> a[at] = (byte) value;
      case boolean[] a -> a[at] = value != 0;
      case char[] a -> a[at] = (char) value;
      case short[] a -> a[at] = (short) value;
      case int[] a -> a[at] = (int) value;
      case long[] a -> a[at] = value;
      case float[] a -> a[at] = value;
      case double[] a -> a[at] = value;
      default -> throw new AssertionError(array);
    }
  }

  private static long get(Object array, int at) {
    return switch (array) {
      case boolean[] a -> a[at] ? 1 : 0;
      case char[] a -> a[at];
      case float[] a -> (long) a[at];
      case double[] a -> (long) a[at];
      default -> Array.getLong(array, at);
    };
  }
}
