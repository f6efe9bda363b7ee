package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Objects;

/**
 * Large copies by the C library's {@code memmove}, in pieces: {@link NativePieces}, where one side
 * is an array.
 */
final class NativeMove {
  private NativeMove() {}

  /** The most bytes that one call copies: a few microseconds without a safepoint. */
  static final int PIECE = 64 << 10;

  /** {@code void *memmove(void *to, const void *from, size_t n)}; it returns its first argument. */
  static final class Function {
    static final MethodHandle MEMMOVE =
        NativeAccess.downcall(
            "memmove",
            FunctionDescriptor.of(
                ValueLayout.JAVA_LONG,
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG),
            Linker.Option.critical(true));
  }

  private static final int UNDECIDED = 0;
  private static final int BEING_LINKED = 1;
  private static final int IN_USE = 2;
  private static final int NOT_USED = 3;

  private static volatile int state = NativeAccess.ENABLED ? UNDECIDED : NOT_USED;

  private static final int PAGE = 4096;

  /** Bytes of a copy that is timed: so many that a call which is not compiled yet is nothing. */
  private static final int PROBE = 256 << 10;

  /**
   * Whether copies shall go through this class. The first time it is asked a thread begins to link
   * the function, which takes so long (60 ms and more) that nobody should wait for it; until then
   * the answer is no.
   */
  static boolean inUse() {
    int now = state;
    if (now == UNDECIDED) {
      startLinking();
    }
    return now == IN_USE;
  }

  private static synchronized void startLinking() {
    if (state != UNDECIDED) {
      return;
    }
    state = BEING_LINKED;
    Thread.ofPlatform()
        .name("ronsel-link")
        .daemon()
        .inheritInheritableThreadLocals(false)
        .start(
            () -> {
              ThreadAffinity.resetIfInherited();
              boolean asked = Long.getLong(MemoryCopy.NATIVE_MIN_PROPERTY) != null;
              state = asked || !stallsOnAliases() ? IN_USE : NOT_USED;
            });
  }

  /**
   * Whether {@code memmove} crawls when the destination lies, modulo 4 KB, some bytes behind the
   * source. On processors of the Zen 3 and 4 families the instruction ({@code rep movsb}) that
   * glibc before 2.39 chooses for this size is 30 times slower then, and no faster than the JVM's
   * own copy otherwise. Arrays of half a megabyte and more always lie 16 bytes behind a page
   * boundary, so this is not rare. Takes up to 3 ms.
   */
  static boolean stallsOnAliases() {
    int bytes = PROBE;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(bytes, PAGE);
      MemorySegment to = arena.allocate(bytes + PAGE, PAGE);
      long apart = Long.MAX_VALUE;
      long aliased = Long.MAX_VALUE;
      for (int i = 0; i < 6; i++) {
        apart = Math.min(apart, nanos(from, to.asSlice(PAGE / 2, bytes)));
        aliased = Math.min(aliased, nanos(from, to.asSlice(16, bytes)));
      }
      return aliased > 3 * apart;
    }
  }

  private static long nanos(MemorySegment from, MemorySegment to) {
    long start = System.nanoTime();
    try {
      long unused = (long) Function.MEMMOVE.invokeExact(to, from, from.byteSize());
    } catch (Throwable e) {
      throw unchecked(e);
    }
    return System.nanoTime() - start;
  }

  /** Whether a base is an array of one of the types that this class copies. */
  static boolean takes(Object base) {
    return base instanceof byte[]
        || base instanceof int[]
        || base instanceof long[]
        || base instanceof float[]
        || base instanceof double[];
  }

  /** From an array that this class {@link #takes} to a writable native segment. */
  static void arrayToNative(Object base, long at, MemorySegment dst, long dstOffset, long bytes) {
    try {
      if (base instanceof byte[] a) {
        NativePieces.put(a, at, dst, dstOffset, bytes);
      } else if (base instanceof int[] a) {
        NativePieces.put(a, at, dst, dstOffset, bytes);
      } else if (base instanceof long[] a) {
        NativePieces.put(a, at, dst, dstOffset, bytes);
      } else if (base instanceof float[] a) {
        NativePieces.put(a, at, dst, dstOffset, bytes);
      } else if (base instanceof double[] a) {
        NativePieces.put(a, at, dst, dstOffset, bytes);
      } else {
        throw MemoryCopy.notABase(base);
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** From a native segment to an array that this class {@link #takes}. */
  static void nativeToArray(MemorySegment src, long srcOffset, Object base, long at, long bytes) {
    try {
      if (base instanceof byte[] a) {
        NativePieces.get(src, srcOffset, a, at, bytes);
      } else if (base instanceof int[] a) {
        NativePieces.get(src, srcOffset, a, at, bytes);
      } else if (base instanceof long[] a) {
        NativePieces.get(src, srcOffset, a, at, bytes);
      } else if (base instanceof float[] a) {
        NativePieces.get(src, srcOffset, a, at, bytes);
      } else if (base instanceof double[] a) {
        NativePieces.get(src, srcOffset, a, at, bytes);
      } else {
        throw MemoryCopy.notABase(base);
      }
    } catch (Throwable e) {
      throw unchecked(e);
    }
  }

  /** Between two different arrays of one type that this class {@link #takes}. */
  static void arrayToArray(Object src, long at, Object dst, long dstOffset, long bytes) {
    try {
      if (src instanceof byte[] a) {
        NativePieces.within(a, at, (byte[]) dst, dstOffset, bytes);
      } else if (src instanceof int[] a) {
        NativePieces.within(a, at, (int[]) dst, dstOffset, bytes);
      } else if (src instanceof long[] a) {
        NativePieces.within(a, at, (long[]) dst, dstOffset, bytes);
      } else if (src instanceof float[] a) {
        NativePieces.within(a, at, (float[]) dst, dstOffset, bytes);
      } else if (src instanceof double[] a) {
        NativePieces.within(a, at, (double[]) dst, dstOffset, bytes);
      } else {
        throw MemoryCopy.notABase(src);
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
        long unused =
            (long)
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
