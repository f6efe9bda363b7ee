package org.ronsel.collective.shared;

/** Divides the elements of an operation into pieces of about a given size. */
final class Pieces {
  private Pieces() {}

  /** Number of pieces of at most {@code bytes} bytes. */
  static int of(DirectPart part, int bytes) {
    return (int) ((part.bytes() + bytes - 1) / bytes);
  }

  /** First element of a piece; of the one behind the last: the count. */
  static int start(DirectPart part, int piece, int pieces) {
    // Multiples of 64 bytes, so that pieces of aligned arrays share no line.
    long line = 64 >> part.slot().type.shift();
    long even = (long) part.count() * piece / pieces;
    long step = line * part.grain();
    return piece == pieces ? part.count() : (int) (even / step * step);
  }
}
