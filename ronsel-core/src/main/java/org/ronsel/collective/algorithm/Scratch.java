package org.ronsel.collective.algorithm;

/** Sums about memory that do not overflow: what is too much stays too much. */
final class Scratch {
  private Scratch() {}

  /** So many times a length; {@link Long#MAX_VALUE} if that is more. */
  static long times(long number, long bytes) {
    return Math.multiplyHigh(number, bytes) != 0 || number * bytes < 0
        ? Long.MAX_VALUE
        : number * bytes;
  }

  /** The bytes of one part of a message. */
  static long part(long bytes, int parts) {
    return Math.ceilDiv(bytes, parts);
  }
}
