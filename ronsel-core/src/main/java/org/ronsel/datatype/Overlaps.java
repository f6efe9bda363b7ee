package org.ronsel.datatype;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.ronsel.data.Plan;
import org.ronsel.data.TypedMemory;

/** Whether elements of a datatype write a byte twice; for the checks, since it takes time. */
final class Overlaps {
  /** Larger buffers are not looked at. */
  private static final long LARGEST = 16 << 20;

  private Overlaps() {}

  /** Whether {@code count} elements have bytes in common, with each other or within themselves. */
  static boolean areIn(AbstractDatatype<?> type, long count) {
    long bytes = count * type.sizeBytes();
    long reach = (count - 1) * type.extentBytes();
    Plan plan = type.typeMap().plan();
    long low = plan.low() + Math.min(0, reach);
    long span = plan.high() + Math.max(0, reach) - low;
    if (count <= 0 || bytes == 0 || span > LARGEST) {
      return false;
    }
    byte[] shadow = new byte[(int) span];
    TypedMemory elements = new TypedMemory(shadow, -low, plan, count, type.extentBytes());
    byte[] numbers = new byte[(int) bytes];
    byte[] back = new byte[(int) bytes];
    // Bytes that are written twice keep the later number, which differs in one of its digits.
    for (int shift = 0; bytes - 1 >>> shift != 0 || shift == 0; shift += Byte.SIZE) {
      for (int i = 0; i < numbers.length; i++) {
        numbers[i] = (byte) (i >>> shift);
      }
      elements.scatter(MemorySegment.ofArray(numbers), 0, 0, bytes);
      elements.gather(0, MemorySegment.ofArray(back), 0, bytes);
      if (!Arrays.equals(numbers, back)) {
        return true;
      }
    }
    return false;
  }
}
