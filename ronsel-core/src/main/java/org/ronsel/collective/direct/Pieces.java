package org.ronsel.collective.direct;

/** Divides the elements of an operation into pieces of about a given size. */
final class Pieces {
  private Pieces() {}

  /** Number of pieces of at most {@code bytes} bytes. */
  static int of(Visit visit, int bytes) {
    return (int) ((visit.bytes() + bytes - 1) / bytes);
  }

  /** First element of a piece; of the one behind the last: the count. */
  static int start(Visit visit, int piece, int pieces) {
    // Multiples of 64 bytes, so that pieces of aligned arrays share no line.
    long line = 64 >> visit.seat().type.shift();
    long even = (long) visit.count() * piece / pieces;
    long step = line * visit.grain();
    return piece == pieces ? visit.count() : (int) (even / step * step);
  }
}
