package org.ronsel.machine;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Bulk copies between arrays and segments: the one place where payload bytes are moved.
 *
 * <p>A place in memory is a segment and an offset, or a <em>base</em> (a primitive array or a
 * {@link MemorySegment}) and a byte offset from its first element. Offsets need no alignment beyond
 * that of the base's own elements; for arrays of more than one byte per element even that is not
 * required. Values are moved in native byte order. A byte copied into a {@code boolean[]} becomes
 * {@code false} when it is zero and {@code true} otherwise.
 *
 * <p>Copies of at least {@code ronsel.copy.native.min} bytes (default 16 KB; 0 never) go through
 * the C library's {@code memmove} where native access is enabled: on lines that another core has
 * just written it is 1.4 to 1.8 times as fast as the JVM's own routine. It is called for at most 64
 * KB at a time, because such a call holds up safepoints.
 *
 * <p>Nothing is allocated. Overlapping ranges of one array, or of native segments, are copied as if
 * through a buffer. Any thread may call; a confined segment only by its owner. Every method throws
 * {@link IndexOutOfBoundsException} for a range outside its memory, {@link IllegalStateException}
 * for a closed arena, {@link WrongThreadException} for another thread's confined segment, and
 * {@link IllegalArgumentException} for a read-only destination or a base that is neither a
 * primitive array nor a segment; then nothing has been copied.
 */
public final class MemoryCopy {
  private MemoryCopy() {}

  /** The most bytes that one native call copies: about a microsecond without a safepoint. */
  private static final int NATIVE_CHUNK = 64 << 10;

  private static final long NATIVE_MIN = nativeMin();

  private static long nativeMin() {
    long min = Long.getLong("ronsel.copy.native.min", 16 << 10);
    return NativeAccess.ENABLED && min > 0 ? min : Long.MAX_VALUE;
  }

  private static final class NativeMove {
    static final MethodHandle MEMMOVE =
        NativeAccess.downcall(
            "memmove",
            FunctionDescriptor.ofVoid(
                ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
  }

  /** Copies {@code bytes} bytes from one segment to another. */
  public static void copy(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    if (bytes < NATIVE_MIN || dst.isReadOnly() || overlap(src, srcOffset, dst, dstOffset, bytes)) {
      MemorySegment.copy(src, srcOffset, dst, dstOffset, bytes);
    } else {
      copyNative(src, srcOffset, dst, dstOffset, bytes);
    }
  }

  /** Copies {@code bytes} bytes from a base to a segment. */
  public static void toSegment(
      Object base, long byteOffset, MemorySegment dst, long dstOffset, long bytes) {
    switch (base) {
      case byte[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case double[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case int[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case long[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case float[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case MemorySegment s -> copy(s, byteOffset, dst, dstOffset, bytes);
      case short[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case char[] a -> copy(MemorySegment.ofArray(a), byteOffset, dst, dstOffset, bytes);
      case boolean[] a -> Booleans.toSegment(a, byteOffset, dst, dstOffset, bytes);
      default -> throw notABase(base);
    }
  }

  /** Copies {@code bytes} bytes from a segment to a base. */
  public static void fromSegment(
      MemorySegment src, long srcOffset, Object base, long byteOffset, long bytes) {
    switch (base) {
      case byte[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case double[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case int[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case long[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case float[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case MemorySegment s -> copy(src, srcOffset, s, byteOffset, bytes);
      case short[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case char[] a -> copy(src, srcOffset, MemorySegment.ofArray(a), byteOffset, bytes);
      case boolean[] a -> Booleans.fromSegment(src, srcOffset, a, byteOffset, bytes);
      default -> throw notABase(base);
    }
  }

  /** Copies {@code bytes} bytes from one base to another. */
  public static void copy(
      Object srcBase, long srcOffset, Object dstBase, long dstOffset, long bytes) {
    switch (srcBase) {
      case byte[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case double[] a ->
          fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case int[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case long[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case float[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case MemorySegment s -> fromSegment(s, srcOffset, dstBase, dstOffset, bytes);
      case short[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case char[] a -> fromSegment(MemorySegment.ofArray(a), srcOffset, dstBase, dstOffset, bytes);
      case boolean[] a -> Booleans.copy(a, srcOffset, dstBase, dstOffset, bytes);
      default -> throw notABase(srcBase);
    }
  }

  static IllegalArgumentException notABase(Object base) {
    return new IllegalArgumentException(
        "A " + base.getClass().getTypeName() + " is neither a primitive array nor a MemorySegment");
  }

  private static boolean overlap(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    if (src.isNative() != dst.isNative()) {
      return false;
    }
    long from = src.address() + srcOffset;
    long to = dst.address() + dstOffset;
    if (from >= to + bytes || to >= from + bytes) {
      return false; // addresses of heap segments count from the start of their arrays
    }
    if (src.isNative()) {
      return true;
    }
    // A read-only segment does not show its array; it may be the destination's.
    Object array = src.heapBase().orElse(null);
    return array == null || array == dst.heapBase().orElse(null);
  }

  private static void copyNative(
      MemorySegment src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    Objects.checkFromIndexSize(srcOffset, bytes, src.byteSize());
    Objects.checkFromIndexSize(dstOffset, bytes, dst.byteSize());
    try {
      for (long done = 0; done < bytes; done += NATIVE_CHUNK) {
        long n = Math.min(NATIVE_CHUNK, bytes - done);
        NativeMove.MEMMOVE.invokeExact(
            dst.asSlice(dstOffset + done, n), src.asSlice(srcOffset + done, n), n);
      }
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError("a downcall throws no checked exception", e);
    }
  }

  /** The {@code boolean[]} cases, for which segments have no view. */
  private static final class Booleans {
    static void toSegment(
        boolean[] src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
      Objects.checkFromIndexSize(srcOffset, bytes, src.length);
      Objects.checkFromIndexSize(dstOffset, bytes, dst.byteSize());
      int from = (int) srcOffset;
      int n = (int) bytes;
      for (int i = 0; i < n; i++) {
        dst.set(ValueLayout.JAVA_BYTE, dstOffset + i, (byte) (src[from + i] ? 1 : 0));
      }
    }

    static void fromSegment(
        MemorySegment src, long srcOffset, boolean[] dst, long dstOffset, long bytes) {
      Objects.checkFromIndexSize(srcOffset, bytes, src.byteSize());
      Objects.checkFromIndexSize(dstOffset, bytes, dst.length);
      int to = (int) dstOffset;
      int n = (int) bytes;
      for (int i = 0; i < n; i++) {
        dst[to + i] = src.get(ValueLayout.JAVA_BYTE, srcOffset + i) != 0;
      }
    }

    static void copy(boolean[] src, long srcOffset, Object dstBase, long dstOffset, long bytes) {
      switch (dstBase) {
        case boolean[] a -> {
          Objects.checkFromIndexSize(srcOffset, bytes, src.length);
          Objects.checkFromIndexSize(dstOffset, bytes, a.length);
          System.arraycopy(src, (int) srcOffset, a, (int) dstOffset, (int) bytes);
        }
        case byte[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case int[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case long[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case float[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case double[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case short[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case char[] a -> toSegment(src, srcOffset, MemorySegment.ofArray(a), dstOffset, bytes);
        case MemorySegment s -> toSegment(src, srcOffset, s, dstOffset, bytes);
        default -> throw notABase(dstBase);
      }
    }
  }
}
