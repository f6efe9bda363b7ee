package org.ronsel.bench.method;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Contents of the measured messages. In the timed loops the first and the last eight bytes carry
 * the number of the message, which costs two stores and two loads; the untimed exchange before each
 * batch checks every byte.
 */
public final class Message {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private Message() {}

  /** Writes a number into the {@code size} bytes at {@code offset}. */
  public static void stamp(byte[] array, int offset, int size, long number) {
    if (size >= Long.BYTES) {
      LONG.set(array, offset, number);
      if (size >= 2 * Long.BYTES) {
        LONG.set(array, offset + size - Long.BYTES, number);
      }
    } else if (size > 0) {
      array[offset] = (byte) number;
    }
  }

  /** Reads back what {@link #stamp} wrote: the sum of all copies of the number. */
  public static long readStamp(byte[] array, int offset, int size) {
    if (size >= 2 * Long.BYTES) {
      return (long) LONG.get(array, offset) + (long) LONG.get(array, offset + size - Long.BYTES);
    }
    if (size >= Long.BYTES) {
      return (long) LONG.get(array, offset);
    }
    return size > 0 ? array[offset] & 0xff : 0;
  }

  /** The result of {@link #readStamp} for a message with this number. */
  public static long expectedStamp(int size, long number) {
    if (size >= 2 * Long.BYTES) {
      return 2 * number;
    }
    if (size >= Long.BYTES) {
      return number;
    }
    return size > 0 ? number & 0xff : 0;
  }

  /** Fills the first {@code size} bytes with a pattern that differs for each seed. */
  public static void fill(byte[] array, int size, int seed) {
    for (int i = 0; i < size; i++) {
      array[i] = patternAt(i, seed);
    }
  }

  /**
   * Compares the first {@code size} bytes with the pattern.
   *
   * @throws VerificationException naming the first byte that differs
   */
  public static void check(byte[] array, int size, int seed) {
    for (int i = 0; i < size; i++) {
      if (array[i] != patternAt(i, seed)) {
        throw new VerificationException(
            "byte " + i + " of " + size + " is " + array[i] + ", expected " + patternAt(i, seed));
      }
    }
  }

  private static byte patternAt(int i, int seed) {
    return (byte) (i * 31 + (i >> 8) + seed);
  }
}
