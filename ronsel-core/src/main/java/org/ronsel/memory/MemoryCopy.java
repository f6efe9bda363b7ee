package org.ronsel.memory;

import java.lang.foreign.MemorySegment;
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
 * <p>The JVM's own routines move the bytes. For long copies between ranks there is {@code
 * org.ronsel.machine.MeasuredCopy}.
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

  /** A primitive array, but of booleans, as a segment; a segment as it is. */
  public static MemorySegment asSegment(Object base) {
    return ArrayCopy.asSegment(base);
  }

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
      if (bytes <= ArrayCopy.FEW
          && ArrayCopy.fewToNative(base, byteOffset, dst, dstOffset, bytes)) {
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
      if (bytes <= ArrayCopy.FEW
          && ArrayCopy.fewFromNative(src, srcOffset, base, byteOffset, bytes)) {
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
    int shift = ArrayCopy.elementShift(srcBase);
    if (ArrayCopy.isWhole(srcOffset | dstOffset | bytes, shift)) {
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
        dst.scatter(ArrayCopy.asSegment(srcBase), srcOffset, dstOffset, bytes);
      }
    } else if (srcBase instanceof boolean[] a) {
      BooleanCopy.toSegment(a, srcOffset, ArrayCopy.asSegment(dstBase), dstOffset, bytes);
    } else if (dstBase instanceof boolean[] a) {
      BooleanCopy.fromSegment(ArrayCopy.asSegment(srcBase), srcOffset, a, dstOffset, bytes);
    } else {
      copy(ArrayCopy.asSegment(srcBase), srcOffset, ArrayCopy.asSegment(dstBase), dstOffset, bytes);
    }
  }

  private static void fromScattered(
      ScatteredMemory src, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    if (dstBase instanceof ScatteredMemory || dstBase instanceof boolean[]) {
      bounce(src, srcOffset, dstBase, dstOffset, bytes);
    } else {
      src.gather(srcOffset, ArrayCopy.asSegment(dstBase), dstOffset, bytes);
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
    long size = (long) Array.getLength(array) << ArrayCopy.elementShift(array);
    Objects.checkFromIndexSize(offset, bytes, size);
  }

  static IllegalArgumentException notABase(Object base) {
    return new IllegalArgumentException(
        "A " + base.getClass().getTypeName() + " is neither a primitive array nor a MemorySegment");
  }

  private static void anyTo(Object base, long at, MemorySegment dst, long dstOffset, long bytes) {
    if (ArrayCopy.toSegment(base, at, dst, dstOffset, bytes)) {
      return;
    }
    if (base instanceof MemorySegment s) {
      copy(s, at, dst, dstOffset, bytes);
    } else if (base instanceof boolean[] a) {
      BooleanCopy.toSegment(a, at, dst, dstOffset, bytes);
    } else if (base instanceof ScatteredMemory scattered) {
      scattered.gather(at, dst, dstOffset, bytes);
    } else {
      MemorySegment.copy(ArrayCopy.asSegment(base), at, dst, dstOffset, bytes);
    }
  }

  private static void anyFrom(MemorySegment src, long srcOffset, Object base, long at, long bytes) {
    if (ArrayCopy.fromSegment(src, srcOffset, base, at, bytes)) {
      return;
    }
    if (base instanceof MemorySegment s) {
      copy(src, srcOffset, s, at, bytes);
    } else if (base instanceof boolean[] a) {
      BooleanCopy.fromSegment(src, srcOffset, a, at, bytes);
    } else if (base instanceof ScatteredMemory scattered) {
      scattered.scatter(src, srcOffset, at, bytes);
    } else {
      MemorySegment.copy(src, srcOffset, ArrayCopy.asSegment(base), at, bytes);
    }
  }
}
