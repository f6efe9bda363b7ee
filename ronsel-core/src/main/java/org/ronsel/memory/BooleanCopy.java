package org.ronsel.memory;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Copies of {@code boolean[]}, for which segments have no view: through a byte array in pieces. One
 * array is kept for all threads; a thread that finds it in use takes a fresh one. About 1 GB/s.
 */
public final class BooleanCopy {
  private BooleanCopy() {}

  private static final int PIECE = 8 << 10;
  private static final AtomicReference<byte[]> SPARE = new AtomicReference<>();

  private static byte[] take() {
    byte[] piece = SPARE.getAndSet(null);
    return piece == null ? new byte[PIECE] : piece;
  }

  static void toSegment(
      boolean[] src, long srcOffset, MemorySegment dst, long dstOffset, long bytes) {
    Objects.checkFromIndexSize(srcOffset, bytes, src.length);
    Objects.checkFromIndexSize(dstOffset, bytes, dst.byteSize());
    byte[] piece = take();
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        int from = (int) (srcOffset + done);
        int n = (int) Math.min(PIECE, bytes - done);
        for (int i = 0; i < n; i++) {
          piece[i] = (byte) (src[from + i] ? 1 : 0);
        }
        MemoryCopy.toSegment(piece, 0, dst, dstOffset + done, n);
      }
    } finally {
      SPARE.set(piece);
    }
  }

  static void fromSegment(
      MemorySegment src, long srcOffset, boolean[] dst, long dstOffset, long bytes) {
    Objects.checkFromIndexSize(srcOffset, bytes, src.byteSize());
    Objects.checkFromIndexSize(dstOffset, bytes, dst.length);
    byte[] piece = take();
    try {
      for (long done = 0; done < bytes; done += PIECE) {
        int to = (int) (dstOffset + done);
        int n = (int) Math.min(PIECE, bytes - done);
        MemoryCopy.fromSegment(src, srcOffset + done, piece, 0, n);
        for (int i = 0; i < n; i++) {
          dst[to + i] = piece[i] != 0;
        }
      }
    } finally {
      SPARE.set(piece);
    }
  }
}
