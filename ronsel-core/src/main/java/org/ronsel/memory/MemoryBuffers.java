package org.ronsel.memory;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Views of native memory as buffers of floating-point values, kept for the memory that was asked
 * for last. A buffer has an {@code int} for its places: of longer memory the part around the place
 * that is asked for is seen.
 *
 * <p>One thread at a time.
 */
public final class MemoryBuffers {
  /** The class of buffers of aligned native memory, which alone are returned. */
  public static final Class<?> FLOATS;

  /** The same for {@code double}. */
  public static final Class<?> DOUBLES;

  static {
    ByteBuffer sample = ByteBuffer.allocateDirect(Double.BYTES).order(ByteOrder.nativeOrder());
    FLOATS = sample.asFloatBuffer().getClass();
    DOUBLES = sample.asDoubleBuffer().getClass();
  }

  /** Bytes behind a place that can be reached through its buffer, if the memory has them. */
  public static final int MOST = 1 << 20;

  /** The distance of the beginnings of views, in bytes. */
  private static final long APART = 1L << 30;

  private @Nullable MemorySegment viewed;
  private long start;
  private @Nullable FloatBuffer floats;
  private @Nullable DoubleBuffer doubles;

  /** A buffer that {@link #index} tells the place in, or null where the place is not aligned. */
  public @Nullable FloatBuffer floats(MemorySegment memory, long at) {
    view(memory, at);
    return (at & Float.BYTES - 1) == 0 ? floats : null;
  }

  /** The same for {@code double}. */
  public @Nullable DoubleBuffer doubles(MemorySegment memory, long at) {
    view(memory, at);
    return (at & Double.BYTES - 1) == 0 ? doubles : null;
  }

  /** The index of a byte of the memory in the buffer that was made for it. */
  public int index(long at, int shift) {
    return (int) (at - start >> shift);
  }

  private void view(MemorySegment memory, long at) {
    if (viewed == memory && at - start >= 0 && at - start < APART) {
      return;
    }
    long first = at & -APART;
    long bytes = Math.min(APART + MOST, memory.byteSize() - first);
    ByteBuffer seen = memory.asSlice(first, bytes).asByteBuffer().order(ByteOrder.nativeOrder());
    FloatBuffer ofFloats = seen.asFloatBuffer();
    DoubleBuffer ofDoubles = seen.asDoubleBuffer();
    floats = ofFloats.getClass() == FLOATS ? ofFloats : null;
    doubles = ofDoubles.getClass() == DOUBLES ? ofDoubles : null;
    start = first;
    viewed = memory;
  }
}
