package org.ronsel.collective.shared;

/** Divides the elements of an operation into pieces of about the same length. */
final class Pieces {
  private Pieces() {}

  /** The number of pieces, if each has about {@code bytes} bytes. */
  static int of(DirectPart part, int bytes) {
    return (int) ((part.bytes() + bytes - 1) / bytes);
  }

  /** The number of pieces of {@code length} elements each; the last may be shorter. */
  static int of(int elements, int length) {
    return Math.ceilDiv(elements, length);
  }

  /** Index of the first element of a piece; for {@code piece == pieces}, the number of elements. */
  static int start(DirectPart part, int piece, int pieces) {
    // Multiples of 64 bytes, so that no two pieces of an aligned array lie on one cache line.
    long line = 64 >> part.slot().type.shift();
    long even = (long) part.count() * piece / pieces;
    long step = line * part.grain();
    return piece == pieces ? part.count() : (int) (even / step * step);
  }
}
