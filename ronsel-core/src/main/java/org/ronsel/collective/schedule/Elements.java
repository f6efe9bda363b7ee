package org.ronsel.collective.schedule;

import org.ronsel.data.ElementType;
import org.ronsel.memory.MemoryCopy;

/** Copies elements between buffers of one type. */
public final class Elements {
  /** From here on a copy is worth the set-up of the faster routine. */
  private static final int BULK_BYTES = 16 << 10;

  private Elements() {}

  /**
   * Copies {@code count} elements; nothing to do if both are the same place. Short copies between
   * arrays allocate nothing.
   */
  public static void copy(
      ElementType type, Object from, long fromAt, Object to, long toAt, long count) {
    if (count == 0 || (from == to && fromAt == toAt)) {
      return;
    }
    int shift = type.shift();
    if (count << shift < BULK_BYTES
        && from.getClass() == type.arrayClass()
        && to.getClass() == type.arrayClass()) {
      System.arraycopy(from, (int) fromAt, to, (int) toAt, (int) count);
    } else {
      MemoryCopy.copy(from, fromAt << shift, to, toAt << shift, count << shift);
    }
  }
}
