package org.ronsel.onesided;

/**
 * The division of a rank's memory among the ghosts of its host where each serves a part: by place,
 * at multiples of the largest predefined element.
 *
 * @param first byte of the memory
 * @param part bytes of each part but the last
 * @param parts number of parts
 */
record Division(long first, long part, int parts) {
  /** Size in bytes of the largest predefined elements: pairs of a value and an index. */
  private static final int LARGEST = 16;

  /** Divides memory into parts of about the same length. */
  static Division of(long first, long bytes, int parts) {
    long even = Math.ceilDiv(bytes, parts);
    return new Division(first, Math.max(1, Math.ceilDiv(even, LARGEST)) * LARGEST, parts);
  }

  /** The index of the part that contains a byte. */
  int indexOf(long at) {
    return (int) Math.clamp((at - first) / part, 0, parts - 1L);
  }

  /** The end of the part that contains a byte. */
  long endOf(long at) {
    int index = indexOf(at);
    return index == parts - 1 ? Long.MAX_VALUE : first + (index + 1) * part;
  }

  /** Whether a range is in one part. */
  boolean isInOne(long at, long bytes) {
    return bytes <= 0 || at + bytes <= endOf(at);
  }

  /**
   * Whether elements of {@code unit} bytes, the first of which is at {@code at}, are never cut in
   * two.
   */
  boolean keepsWhole(long at, int unit) {
    return (first - at) % unit == 0 && part % unit == 0;
  }
}
