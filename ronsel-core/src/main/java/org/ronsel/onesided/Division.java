package org.ronsel.onesided;

/**
 * How the memory of a rank is divided among the ghosts of its host where each serves a part: by
 * place, at multiples of the largest predefined element.
 *
 * @param first where the memory begins
 * @param part bytes of each part but the last
 * @param parts how many there are
 */
record Division(long first, long part, int parts) {
  /** Bytes of the largest predefined elements: pairs of a value and an index. */
  private static final int LARGEST = 16;

  /** In parts of about the same length. */
  static Division of(long first, long bytes, int parts) {
    long even = Math.ceilDiv(bytes, parts);
    return new Division(first, Math.max(1, Math.ceilDiv(even, LARGEST)) * LARGEST, parts);
  }

  /** The part in which a byte lies. */
  int indexOf(long at) {
    return (int) Math.clamp((at - first) / part, 0, parts - 1L);
  }

  /** Where the part ends in which a byte lies. */
  long endOf(long at) {
    int index = indexOf(at);
    return index == parts - 1 ? Long.MAX_VALUE : first + (index + 1) * part;
  }

  /** Whether some bytes lie in one part. */
  boolean isInOne(long at, long bytes) {
    return bytes <= 0 || at + bytes <= endOf(at);
  }

  /** Whether elements of so many bytes, the first of which lies there, are nowhere cut in two. */
  boolean keepsWhole(long at, int unit) {
    return (first - at) % unit == 0 && part % unit == 0;
  }
}
