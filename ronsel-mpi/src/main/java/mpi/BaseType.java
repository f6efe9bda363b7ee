package mpi;

/**
 * The basic type of which a datatype has elements; the constants' order gives MPJ Express' numbers.
 */
enum BaseType {
  NULL(0),
  BYTE(1),
  CHAR(2),
  SHORT(2),
  BOOLEAN(1),
  INT(4),
  LONG(8),
  FLOAT(4),
  DOUBLE(8),
  PACKED(1),
  LB(0),
  UB(0),
  OBJECT(1);

  private final int bytes;

  BaseType(int bytes) {
    this.bytes = bytes;
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
