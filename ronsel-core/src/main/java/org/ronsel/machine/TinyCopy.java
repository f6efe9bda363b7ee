package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Copies of at most two words between the usual arrays and native segments, as loads and stores in
 * place: the JVM's bulk copy costs more than the rest of a short message.
 */
final class TinyCopy {
  /** Largest copy, in bytes. */
  static final long MAX = 16;

  private static final VarHandle LONG = view(long[].class);
  private static final VarHandle INT = view(int[].class);
  private static final VarHandle SHORT = view(short[].class);

  private TinyCopy() {}

  private static VarHandle view(Class<?> type) {
    return MethodHandles.byteArrayViewVarHandle(type, ByteOrder.nativeOrder())
        .withInvokeExactBehavior();
  }

  /**
   * Copies at most {@link #MAX} bytes to a segment of the native kind; false, and nothing is
   * copied, if that is not for this class.
   */
  static boolean toNative(Object base, long from, MemorySegment dst, long to, long bytes) {
    if (!isRange(to, bytes, dst.byteSize(), 1)) {
      return false;
    }
    if (base instanceof byte[] a) {
      if (!isRange(from, bytes, a.length, 1)) {
        return false;
      }
      bytesTo(a, (int) from, dst, to, (int) bytes);
    } else if (base instanceof double[] a) {
      if (!isRange(from, bytes, a.length, 8)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 8) {
        dst.set(ValueLayout.JAVA_DOUBLE_UNALIGNED, to + i, a[(int) (from + i >> 3)]);
      }
    } else if (base instanceof int[] a) {
      if (!isRange(from, bytes, a.length, 4)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 4) {
        dst.set(ValueLayout.JAVA_INT_UNALIGNED, to + i, a[(int) (from + i >> 2)]);
      }
    } else if (base instanceof long[] a) {
      if (!isRange(from, bytes, a.length, 8)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 8) {
        dst.set(ValueLayout.JAVA_LONG_UNALIGNED, to + i, a[(int) (from + i >> 3)]);
      }
    } else {
      return false;
    }
    return true;
  }

  /** As {@link #toNative}, the other way. */
  static boolean fromNative(MemorySegment src, long from, Object base, long to, long bytes) {
    if (!isRange(from, bytes, src.byteSize(), 1)) {
      return false;
    }
    if (base instanceof byte[] a) {
      if (!isRange(to, bytes, a.length, 1)) {
        return false;
      }
      bytesFrom(src, from, a, (int) to, (int) bytes);
    } else if (base instanceof double[] a) {
      if (!isRange(to, bytes, a.length, 8)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 8) {
        a[(int) (to + i >> 3)] = src.get(ValueLayout.JAVA_DOUBLE_UNALIGNED, from + i);
      }
    } else if (base instanceof int[] a) {
      if (!isRange(to, bytes, a.length, 4)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 4) {
        a[(int) (to + i >> 2)] = src.get(ValueLayout.JAVA_INT_UNALIGNED, from + i);
      }
    } else if (base instanceof long[] a) {
      if (!isRange(to, bytes, a.length, 8)) {
        return false;
      }
      for (int i = 0; i < bytes; i += 8) {
        a[(int) (to + i >> 3)] = src.get(ValueLayout.JAVA_LONG_UNALIGNED, from + i);
      }
    } else {
      return false;
    }
    return true;
  }

  /**
   * Whether this lies inside, in whole elements; what does not goes another way, and fails there.
   */
  private static boolean isRange(long from, long bytes, long length, int elementBytes) {
    return ((from | bytes) & elementBytes - 1) == 0
        && (from | bytes) >= 0
        && from <= length * elementBytes - bytes;
  }

  private static void bytesTo(byte[] a, int from, MemorySegment dst, long to, int bytes) {
    int at = 0;
    for (; bytes - at >= 8; at += 8) {
      dst.set(ValueLayout.JAVA_LONG_UNALIGNED, to + at, (long) LONG.get(a, from + at));
    }
    if ((bytes & 4) != 0) {
      dst.set(ValueLayout.JAVA_INT_UNALIGNED, to + at, (int) INT.get(a, from + at));
      at += 4;
    }
    if ((bytes & 2) != 0) {
      dst.set(ValueLayout.JAVA_SHORT_UNALIGNED, to + at, (short) SHORT.get(a, from + at));
      at += 2;
    }
    if ((bytes & 1) != 0) {
      dst.set(ValueLayout.JAVA_BYTE, to + at, a[from + at]);
    }
  }

  private static void bytesFrom(MemorySegment src, long from, byte[] a, int to, int bytes) {
    int at = 0;
    for (; bytes - at >= 8; at += 8) {
      LONG.set(a, to + at, src.get(ValueLayout.JAVA_LONG_UNALIGNED, from + at));
    }
    if ((bytes & 4) != 0) {
      INT.set(a, to + at, src.get(ValueLayout.JAVA_INT_UNALIGNED, from + at));
      at += 4;
    }
    if ((bytes & 2) != 0) {
      SHORT.set(a, to + at, src.get(ValueLayout.JAVA_SHORT_UNALIGNED, from + at));
      at += 2;
    }
    if ((bytes & 1) != 0) {
      a[to + at] = src.get(ValueLayout.JAVA_BYTE, from + at);
    }
  }
}
