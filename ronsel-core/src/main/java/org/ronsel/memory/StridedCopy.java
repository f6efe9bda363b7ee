package org.ronsel.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Copies of many short blocks that lie at regular distances: the inner loops of derived datatypes.
 *
 * <p>Both sides are bases as in {@link MemoryCopy}, but not patterns. Errors are those of {@code
 * MemoryCopy}, except that some blocks may have been copied. No block may overlap another one's
 * destination.
 */
public final class StridedCopy {
  /** Blocks of more bytes are copied one by one. */
  private static final long LONG_BLOCK = 64;

  /** Blocks that are copied word by word, so many at a time that their lines stay in the cache. */
  private static final int CACHED_BLOCKS = 256;

  private static final int MOST_AT_ONCE = 1 << 30;

  private StridedCopy() {}

  /**
   * Copies {@code n} blocks of {@code block} bytes: block {@code i} from {@code srcOffset + i *
   * srcStride} to {@code dstOffset + i * dstStride}. Strides may be negative.
   */
  public static void copy(
      Object src,
      long srcOffset,
      long srcStride,
      Object dst,
      long dstOffset,
      long dstStride,
      long block,
      long n) {
    if (n <= 0 || block <= 0) {
      return;
    }
    if (n == 1) {
      MemoryCopy.copy(src, srcOffset, dst, dstOffset, block);
    } else if (srcStride == block && dstStride == block) {
      MemoryCopy.copy(src, srcOffset, dst, dstOffset, Math.multiplyExact(block, n));
    } else if (block > LONG_BLOCK) {
      blocks(src, srcOffset, srcStride, dst, dstOffset, dstStride, block, n);
    } else {
      long from = srcOffset;
      long to = dstOffset;
      Object a = src;
      if (src instanceof MemorySegment s && arrayOf(s) instanceof Object array) {
        a = array;
        from += s.address();
        Objects.checkFromIndexSize(srcOffset, block, s.byteSize());
        Objects.checkFromIndexSize(srcOffset + srcStride * (n - 1), block, s.byteSize());
      }
      Object b = dst;
      if (dst instanceof MemorySegment s && arrayOf(s) instanceof Object array) {
        b = array;
        to += s.address();
        Objects.checkFromIndexSize(dstOffset, block, s.byteSize());
        Objects.checkFromIndexSize(dstOffset + dstStride * (n - 1), block, s.byteSize());
      }
      inWords(a, from, srcStride, b, to, dstStride, block, n);
    }
  }

  /** The array of a heap segment, or null: for a loop over an array the compiler knows its kind. */
  private static @Nullable Object arrayOf(MemorySegment segment) {
    return segment.isNative() ? null : segment.heapBase().orElse(null);
  }

  private static void blocks(
      Object src, long from, long srcStride, Object dst, long to, long dstStride, long b, long n) {
    for (long i = 0; i < n; i++) {
      MemoryCopy.copy(src, from + i * srcStride, dst, to + i * dstStride, b);
    }
  }

  private static void inWords(
      Object src,
      long from,
      long srcStride,
      Object dst,
      long to,
      long dstStride,
      long block,
      long n) {
    checkEnds(src, from, srcStride, block, n);
    checkEnds(dst, to, dstStride, block, n);
    Object a = src;
    Object b = dst;
    int srcWord = fixedWord(a);
    int dstWord = fixedWord(b);
    boolean srcFits = srcWord == 0 || fits(srcWord, from | srcStride | block);
    boolean dstFits = dstWord == 0 || fits(dstWord, to | dstStride | block);
    if (a instanceof boolean[] || b instanceof boolean[]) {
      if (srcWord != 0 && dstWord != 0) {
        blocks(a, from, srcStride, b, to, dstStride, block, n);
        return;
      }
    } else if (!srcFits
        || !dstFits
        || srcWord != 0 && dstWord != 0 && a.getClass() != b.getClass()) {
      a = ArrayCopy.asSegment(a);
      b = ArrayCopy.asSegment(b);
      srcWord = 0;
      dstWord = 0;
    }
    if (srcWord != 0 && b instanceof byte[] bytes) {
      b = MemorySegment.ofArray(bytes);
    } else if (dstWord != 0 && a instanceof byte[] bytes) {
      a = MemorySegment.ofArray(bytes);
    }
    int fixed = Math.max(srcWord, dstWord);
    long longest = fixed != 0 ? fixed : Math.min(Long.BYTES, Long.highestOneBit(block));
    if (block == longest && n <= MOST_AT_ONCE) {
      StridedLoops.words((int) block, a, from, srcStride, b, to, dstStride, (int) n);
      return;
    }
    int most = block == longest ? MOST_AT_ONCE : CACHED_BLOCKS;
    for (long i = 0; i < n; i += most) {
      int some = (int) Math.min(most, n - i);
      long word = longest;
      for (long at = 0; at < block; at += word) {
        while (word > block - at) {
          word >>= 1;
        }
        StridedLoops.words(
            (int) word,
            a,
            from + i * srcStride + at,
            some == 1 ? 0 : srcStride,
            b,
            to + i * dstStride + at,
            some == 1 ? 0 : dstStride,
            some);
      }
    }
  }

  /** All blocks lie between the first and the last one; segments check each. */
  private static void checkEnds(Object base, long at, long stride, long block, long n) {
    if (!(base instanceof MemorySegment)) {
      MemoryCopy.checkRange(base, at, block);
      MemoryCopy.checkRange(base, Math.addExact(at, Math.multiplyExact(stride, n - 1)), block);
    }
  }

  private static boolean fits(int word, long places) {
    return (places & word - 1) == 0;
  }

  /** Bytes of an array's elements, by which alone it can be read; 0 for what has none. */
  private static int fixedWord(Object base) {
    return base instanceof MemorySegment || base instanceof byte[]
        ? 0
        : 1 << ArrayCopy.elementShift(base);
  }
}
