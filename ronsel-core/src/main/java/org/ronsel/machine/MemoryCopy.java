package org.ronsel.machine;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.reflect.Array;
import java.util.Objects;

/**
 * Bulk copies between arrays and segments: the one place where payload bytes are moved.
 *
 * <p>A place in memory is a segment and an offset, or a <em>base</em> (a primitive array or a
 * {@link MemorySegment}) and a byte offset from its first element. A base may also be a {@link
 * ScatteredMemory}; the offset is a position in it then. Offsets and sizes are in bytes and need no
 * alignment. Values keep native byte order. A byte copied into a {@code boolean[]} becomes {@code
 * false} when it is zero and {@code true} otherwise.
 *
 * <p>The JVM's own routines move the bytes. The C library's {@code memmove}, called without leaving
 * the Java state, is no faster on lines that another core has just written, which is what messages
 * are made of (docs/performance.md has the figures), it holds up safepoints, and its arguments are
 * segment objects, which only escape analysis keeps from being allocated.
 *
 * <p>Nothing is allocated, but between arrays of two types and where a base is scattered.
 * Overlapping ranges of one array, or of native memory, are copied as if through a buffer. Any
 * thread may call; a confined segment only by its owner. Every method throws {@link
 * IndexOutOfBoundsException} for a range outside its memory, {@link IllegalStateException} for a
 * closed arena, {@link WrongThreadException} for another thread's confined segment, and {@link
 * IllegalArgumentException} for a read-only destination or a base that is none of these; then
 * nothing has been copied.
 */
public final class MemoryCopy {
  private MemoryCopy() {}

  // An offset and a size fit the array forms of MemorySegment.copy when both are multiples of the
  // element size and are neither negative nor too large for an int count of elements: then their
  // union has none of these bits. Anything else takes the general form, which also checks it.
  private static final long MISFIT_1 = ~0x7fff_ffffL;
  private static final long MISFIT_2 = ~(0x7fff_ffffL << 1);
  private static final long MISFIT_4 = ~(0x7fff_ffffL << 2);
  private static final long MISFIT_8 = ~(0x7fff_ffffL << 3);

  /** Copies {@code bytes} bytes from one segment to another. */
  public static void copy(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    if (src.getClass() == NativeWords.NATIVE && dst.getClass() == NativeWords.NATIVE) {
      // Compiled apart from the other branch, with the kinds known: see NativeWords.
      MemorySegment.copy(src, srcOffset, dst, dstOffset, bytes);
    } else {
      MemorySegment.copy(src, srcOffset, dst, dstOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes from a base to a segment. */
  public static void toSegment(
      Object base, long byteOffset, MemorySegment dst, long dstOffset, long bytes) {
    if (dst.getClass() == NativeWords.NATIVE) {
      if (bytes <= TinyCopy.MAX && TinyCopy.toNative(base, byteOffset, dst, dstOffset, bytes)) {
        return;
      }
      anyTo(base, byteOffset, dst, dstOffset, bytes);
    } else {
      anyTo(base, byteOffset, dst, dstOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes from a segment to a base. */
  public static void fromSegment(
      MemorySegment src, long srcOffset, Object base, long byteOffset, long bytes) {
    if (src.getClass() == NativeWords.NATIVE) {
      if (bytes <= TinyCopy.MAX && TinyCopy.fromNative(src, srcOffset, base, byteOffset, bytes)) {
        return;
      }
      anyFrom(src, srcOffset, base, byteOffset, bytes);
    } else {
      anyFrom(src, srcOffset, base, byteOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes from one base to another. */
  public static void copy(
      Object srcBase, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    if (dstBase instanceof MemorySegment dst) {
      toSegment(srcBase, srcOffset, dst, dstOffset, bytes);
    } else if (srcBase instanceof MemorySegment src) {
      fromSegment(src, srcOffset, dstBase, dstOffset, bytes);
    } else if (srcBase.getClass() != dstBase.getClass()) {
      betweenTypes(srcBase, srcOffset, dstBase, dstOffset, bytes);
    } else {
      withinType(srcBase, srcOffset, dstBase, dstOffset, bytes);
    }
  }

  private static void withinType(
      Object srcBase, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    if (srcBase instanceof ScatteredMemory scattered) {
      fromScattered(scattered, srcOffset, dstBase, dstOffset, bytes);
      return;
    }
    int shift = elementShift(srcBase);
    long misfit = ~(0x7fff_ffffL << shift);
    if (((srcOffset | dstOffset | bytes) & misfit) == 0) {
      System.arraycopy(
          srcBase,
          (int) (srcOffset >> shift),
          dstBase,
          (int) (dstOffset >> shift),
          (int) (bytes >> shift));
    } else {
      checkRange(srcBase, srcOffset, bytes);
      checkRange(dstBase, dstOffset, bytes);
      betweenTypes(srcBase, srcOffset, dstBase, dstOffset, bytes);
    }
  }

  private static void betweenTypes(
      Object srcBase, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    if (srcBase instanceof ScatteredMemory src) {
      fromScattered(src, srcOffset, dstBase, dstOffset, bytes);
    } else if (dstBase instanceof ScatteredMemory dst) {
      if (srcBase instanceof boolean[]) {
        bounce(srcBase, srcOffset, dst, dstOffset, bytes);
      } else {
        dst.scatter(asSegment(srcBase), srcOffset, dstOffset, bytes);
      }
    } else if (srcBase instanceof boolean[] a) {
      BooleanCopy.toSegment(a, srcOffset, asSegment(dstBase), dstOffset, bytes);
    } else if (dstBase instanceof boolean[] a) {
      BooleanCopy.fromSegment(asSegment(srcBase), srcOffset, a, dstOffset, bytes);
    } else {
      copy(asSegment(srcBase), srcOffset, asSegment(dstBase), dstOffset, bytes);
    }
  }

  private static void fromScattered(
      ScatteredMemory src, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    if (dstBase instanceof ScatteredMemory || dstBase instanceof boolean[]) {
      bounce(src, srcOffset, dstBase, dstOffset, bytes);
    } else {
      src.gather(srcOffset, asSegment(dstBase), dstOffset, bytes);
    }
  }

  private static final int BOUNCE_BYTES = 16 << 10;

  /** Through a piece of packed bytes that stays in the first-level cache. */
  private static void bounce(
      Object srcBase, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    MemorySegment piece = MemorySegment.ofArray(new byte[(int) Math.min(BOUNCE_BYTES, bytes)]);
    for (long done = 0; done < bytes; done += BOUNCE_BYTES) {
      long part = Math.min(BOUNCE_BYTES, bytes - done);
      toSegment(srcBase, srcOffset + done, piece, 0, part);
      fromSegment(piece, 0, dstBase, dstOffset + done, part);
    }
  }

  static void checkRange(Object array, long offset, long bytes) {
    long size = (long) Array.getLength(array) << elementShift(array);
    Objects.checkFromIndexSize(offset, bytes, size);
  }

  /** The binary logarithm of an array's bytes per element. */
  static int elementShift(Object array) {
    if (array instanceof byte[] || array instanceof boolean[]) {
      return 0;
    } else if (array instanceof double[] || array instanceof long[]) {
      return 3;
    } else if (array instanceof int[] || array instanceof float[]) {
      return 2;
    } else if (array instanceof short[] || array instanceof char[]) {
      return 1;
    }
    throw notABase(array);
  }

  static MemorySegment asSegment(Object array) {
    return switch (array) {
      case byte[] a -> MemorySegment.ofArray(a);
      case double[] a -> MemorySegment.ofArray(a);
      case int[] a -> MemorySegment.ofArray(a);
      case long[] a -> MemorySegment.ofArray(a);
      case float[] a -> MemorySegment.ofArray(a);
      case short[] a -> MemorySegment.ofArray(a);
      case char[] a -> MemorySegment.ofArray(a);
      case MemorySegment s -> s;
      default -> throw notABase(array);
    };
  }

  static IllegalArgumentException notABase(Object base) {
    return new IllegalArgumentException(
        "A " + base.getClass().getTypeName() + " is neither a primitive array nor a MemorySegment");
  }

  private static void anyTo(Object base, long at, MemorySegment dst, long dstOffset, long bytes) {
    if (base instanceof byte[] a) {
      if (((at | bytes) & MISFIT_1) == 0) {
        MemorySegment.copy(a, (int) at, dst, ValueLayout.JAVA_BYTE, dstOffset, (int) bytes);
        return;
      }
    } else if (base instanceof double[] a) {
      if (((at | bytes) & MISFIT_8) == 0) {
        MemorySegment.copy(
            a,
            (int) (at >> 3),
            dst,
            ValueLayout.JAVA_DOUBLE_UNALIGNED,
            dstOffset,
            (int) (bytes >> 3));
        return;
      }
    } else if (base instanceof int[] a) {
      if (((at | bytes) & MISFIT_4) == 0) {
        MemorySegment.copy(
            a, (int) (at >> 2), dst, ValueLayout.JAVA_INT_UNALIGNED, dstOffset, (int) (bytes >> 2));
        return;
      }
    } else if (base instanceof long[] a) {
      if (((at | bytes) & MISFIT_8) == 0) {
        MemorySegment.copy(
            a,
            (int) (at >> 3),
            dst,
            ValueLayout.JAVA_LONG_UNALIGNED,
            dstOffset,
            (int) (bytes >> 3));
        return;
      }
    } else if (base instanceof float[] a) {
      if (((at | bytes) & MISFIT_4) == 0) {
        MemorySegment.copy(
            a,
            (int) (at >> 2),
            dst,
            ValueLayout.JAVA_FLOAT_UNALIGNED,
            dstOffset,
            (int) (bytes >> 2));
        return;
      }
    } else if (base instanceof MemorySegment s) {
      copy(s, at, dst, dstOffset, bytes);
      return;
    } else if (base instanceof short[] a) {
      if (((at | bytes) & MISFIT_2) == 0) {
        MemorySegment.copy(
            a,
            (int) (at >> 1),
            dst,
            ValueLayout.JAVA_SHORT_UNALIGNED,
            dstOffset,
            (int) (bytes >> 1));
        return;
      }
    } else if (base instanceof char[] a) {
      if (((at | bytes) & MISFIT_2) == 0) {
        MemorySegment.copy(
            a,
            (int) (at >> 1),
            dst,
            ValueLayout.JAVA_CHAR_UNALIGNED,
            dstOffset,
            (int) (bytes >> 1));
        return;
      }
    }
    if (base instanceof boolean[] a) {
      BooleanCopy.toSegment(a, at, dst, dstOffset, bytes);
    } else if (base instanceof ScatteredMemory scattered) {
      scattered.gather(at, dst, dstOffset, bytes);
    } else {
      MemorySegment.copy(asSegment(base), at, dst, dstOffset, bytes);
    }
  }

  private static void anyFrom(MemorySegment src, long srcOffset, Object base, long at, long bytes) {
    if (base instanceof byte[] a) {
      if (((at | bytes) & MISFIT_1) == 0) {
        MemorySegment.copy(src, ValueLayout.JAVA_BYTE, srcOffset, a, (int) at, (int) bytes);
        return;
      }
    } else if (base instanceof double[] a) {
      if (((at | bytes) & MISFIT_8) == 0) {
        MemorySegment.copy(
            src,
            ValueLayout.JAVA_DOUBLE_UNALIGNED,
            srcOffset,
            a,
            (int) (at >> 3),
            (int) (bytes >> 3));
        return;
      }
    } else if (base instanceof int[] a) {
      if (((at | bytes) & MISFIT_4) == 0) {
        MemorySegment.copy(
            src, ValueLayout.JAVA_INT_UNALIGNED, srcOffset, a, (int) (at >> 2), (int) (bytes >> 2));
        return;
      }
    } else if (base instanceof long[] a) {
      if (((at | bytes) & MISFIT_8) == 0) {
        MemorySegment.copy(
            src,
            ValueLayout.JAVA_LONG_UNALIGNED,
            srcOffset,
            a,
            (int) (at >> 3),
            (int) (bytes >> 3));
        return;
      }
    } else if (base instanceof float[] a) {
      if (((at | bytes) & MISFIT_4) == 0) {
        MemorySegment.copy(
            src,
            ValueLayout.JAVA_FLOAT_UNALIGNED,
            srcOffset,
            a,
            (int) (at >> 2),
            (int) (bytes >> 2));
        return;
      }
    } else if (base instanceof MemorySegment s) {
      copy(src, srcOffset, s, at, bytes);
      return;
    } else if (base instanceof short[] a) {
      if (((at | bytes) & MISFIT_2) == 0) {
        MemorySegment.copy(
            src,
            ValueLayout.JAVA_SHORT_UNALIGNED,
            srcOffset,
            a,
            (int) (at >> 1),
            (int) (bytes >> 1));
        return;
      }
    } else if (base instanceof char[] a) {
      if (((at | bytes) & MISFIT_2) == 0) {
        MemorySegment.copy(
            src,
            ValueLayout.JAVA_CHAR_UNALIGNED,
            srcOffset,
            a,
            (int) (at >> 1),
            (int) (bytes >> 1));
        return;
      }
    }
    if (base instanceof boolean[] a) {
      BooleanCopy.fromSegment(src, srcOffset, a, at, bytes);
    } else if (base instanceof ScatteredMemory scattered) {
      scattered.scatter(src, srcOffset, at, bytes);
    } else {
      MemorySegment.copy(src, srcOffset, asSegment(base), at, bytes);
    }
  }
}
