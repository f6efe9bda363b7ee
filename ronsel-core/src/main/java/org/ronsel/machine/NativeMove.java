package org.ronsel.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Large copies by the C library's {@code memmove}, in pieces. Every pair of kinds has a call of its
 * own, because only where the compiler knows the exact kind of both segments does it do without the
 * slice objects.
 */
final class NativeMove {
  private NativeMove() {}

  /** The most bytes that one call copies: a few microseconds without a safepoint. */
  private static final int PIECE = 64 << 10;

  private static final class Function {
    static final MethodHandle MEMMOVE =
        NativeAccess.downcall(
            "memmove",
            FunctionDescriptor.ofVoid(
                ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
  }

  /** From an array other than {@code boolean[]} to a writable native segment. */
  static void arrayToNative(Object base, long at, MemorySegment dst, long dstOffset, long bytes) {
    if (dst.getClass() != NativeWords.NATIVE) {
      throw new AssertionError("not a native segment"); // also tells the compiler that it is one
    }
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        long n = Math.min(PIECE, bytes - done);
        long from = at + done;
        MemorySegment to = dst.asSlice(dstOffset + done, n);
        MethodHandle move = Function.MEMMOVE;
        if (base instanceof byte[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof double[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof int[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof long[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof float[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof short[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (base instanceof char[] a) {
          move.invokeExact(to, MemorySegment.ofArray(a).asSlice(from, n), n);
        } else {
          throw MemoryCopy.notABase(base);
        }
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** From a native segment to an array other than {@code boolean[]}. */
  static void nativeToArray(MemorySegment src, long srcOffset, Object base, long at, long bytes) {
    if (src.getClass() != NativeWords.NATIVE) {
      throw new AssertionError("not a native segment"); // also tells the compiler that it is one
    }
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        long n = Math.min(PIECE, bytes - done);
        long to = at + done;
        MemorySegment from = src.asSlice(srcOffset + done, n);
        MethodHandle move = Function.MEMMOVE;
        if (base instanceof byte[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof double[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof int[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof long[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof float[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof short[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else if (base instanceof char[] a) {
          move.invokeExact(MemorySegment.ofArray(a).asSlice(to, n), from, n);
        } else {
          throw MemoryCopy.notABase(base);
        }
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Between two different arrays of one type other than {@code boolean[]}. */
  static void arrayToArray(Object src, long at, Object dst, long dstOffset, long bytes) {
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        long n = Math.min(PIECE, bytes - done);
        long from = at + done;
        long to = dstOffset + done;
        MethodHandle move = Function.MEMMOVE;
        if (src instanceof byte[] a) {
          byte[] b = (byte[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof double[] a) {
          double[] b = (double[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof int[] a) {
          int[] b = (int[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof long[] a) {
          long[] b = (long[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof float[] a) {
          float[] b = (float[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof short[] a) {
          short[] b = (short[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else if (src instanceof char[] a) {
          char[] b = (char[]) dst;
          move.invokeExact(
              MemorySegment.ofArray(b).asSlice(to, n), MemorySegment.ofArray(a).asSlice(from, n), n);
        } else {
          throw MemoryCopy.notABase(src);
        }
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Between two segments of any kind, the destination writable, the ranges apart. */
  static void segments(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    Objects.checkFromIndexSize(srcOffset, bytes, src.byteSize());
    Objects.checkFromIndexSize(dstOffset, bytes, dst.byteSize());
    if (src.getClass() == NativeWords.NATIVE && dst.getClass() == NativeWords.NATIVE) {
      pieces(src, srcOffset, dst, dstOffset, bytes);
    } else {
      pieces(src, srcOffset, dst, dstOffset, bytes);
    }
  }

  private static void pieces(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        long n = Math.min(PIECE, bytes - done);
        Function.MEMMOVE.invokeExact(
            dst.asSlice(dstOffset + done, n), src.asSlice(srcOffset + done, n), n);
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  private static RuntimeException unchecked(Throwable e) {
    if (e instanceof RuntimeException known) {
      return known;
    }
    if (e instanceof Error error) {
      throw error;
    }
    throw new AssertionError("a downcall throws no checked exception", e);
  }
}
