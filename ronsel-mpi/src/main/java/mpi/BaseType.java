package mpi;

import org.jspecify.annotations.Nullable;

/**
 * The basic type of which a datatype has elements; the constants' order gives MPJ Express' numbers.
 */
enum BaseType {
  NULL(0, null),
  BYTE(1, byte[].class),
  CHAR(2, char[].class),
  SHORT(2, short[].class),
  BOOLEAN(1, boolean[].class),
  INT(4, int[].class),
  LONG(8, long[].class),
  FLOAT(4, float[].class),
  DOUBLE(8, double[].class),
  PACKED(1, byte[].class),
  LB(0, null),
  UB(0, null),
  OBJECT(1, null);

  private final int bytes;
  private final @Nullable Class<?> arrays;

  BaseType(int bytes, @Nullable Class<?> arrays) {
    this.bytes = bytes;
    this.arrays = arrays;
  }

  /** Whether an object is an array of such elements. */
  boolean isOf(Object array) {
    return array.getClass() == arrays;
  }

  /** Bytes of one element; what has no bytes counts as one. */
  int bytes() {
    return bytes;
  }

  /** The power of two that {@link #bytes} is; 0 for what has no bytes. */
  int shift() {
    return bytes == 0 ? 0 : Integer.numberOfTrailingZeros(bytes);
  }

  /** Whether it marks a bound only. */
  boolean isMarker() {
    return this == LB || this == UB;
  }
}
