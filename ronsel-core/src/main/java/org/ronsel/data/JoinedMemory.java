package org.ronsel.data;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;
import org.ronsel.memory.MemoryCopy;
import org.ronsel.memory.ScatteredMemory;

/** Several ranges of an array or a segment, or patterns in it, one behind the other. Immutable. */
public final class JoinedMemory extends ScatteredMemory {
  private final Object base;
  private final Object[] pieces;
  private final long[] offsets;

  /** The offsets at which the pieces begin, and the end of the last one. */
  private final long[] starts;

  private JoinedMemory(Object base, Object[] pieces, long[] offsets, long[] starts) {
    this.base = base;
    this.pieces = pieces;
    this.offsets = offsets;
    this.starts = starts;
  }

  /** Collects the pieces, in order. */
  public static final class Builder {
    private final Object base;
    private Object[] pieces = new Object[8];
    private long[] offsets = new long[8];
    private long[] starts = new long[9];
    private int size;

    /** Makes a builder for pieces in a primitive array or a segment. */
    public Builder(Object base) {
      this.base = base;
    }

    /**
     * Adds a piece; the caller has checked that it lies inside.
     *
     * @param piece the array or segment itself, or a pattern in it
     * @param offset first byte, or position
     */
    public Builder add(Object piece, long offset, long bytes) {
      if (size == pieces.length) {
        pieces = Arrays.copyOf(pieces, 2 * size);
        offsets = Arrays.copyOf(offsets, 2 * size);
        starts = Arrays.copyOf(starts, 2 * size + 1);
      }
      pieces[size] = piece;
      offsets[size] = offset;
      starts[size + 1] = starts[size] + bytes;
      size++;
      return this;
    }

    /** Bytes of all pieces. */
    public long bytes() {
      return starts[size];
    }

    /** Whether pieces that are not patterns have bytes in common. */
    public boolean overlaps() {
      int[] plain =
          IntStream.range(0, size)
              .filter(i -> pieces[i] == base && starts[i] < starts[i + 1])
              .boxed()
              .sorted((a, b) -> Long.compare(offsets[a], offsets[b]))
              .mapToInt(Integer::intValue)
              .toArray();
      for (int i = 1; i < plain.length; i++) {
        int below = plain[i - 1];
        if (offsets[below] + starts[below + 1] - starts[below] > offsets[plain[i]]) {
          return true;
        }
      }
      return false;
    }

    /** The pieces as one. */
    public JoinedMemory build() {
      return new JoinedMemory(
          base,
          Arrays.copyOf(pieces, size),
          Arrays.copyOf(offsets, size),
          Arrays.copyOf(starts, size + 1));
    }
  }

  @Override
  public Object base() {
    return base;
  }

  @Override
  public long byteSize() {
    return starts[pieces.length];
  }

  @Override
  public void gather(long position, MemorySegment to, long toOffset, long bytes) {
    Objects.checkFromIndexSize(position, bytes, byteSize());
    long done = 0;
    for (int i = pieceAt(position); done < bytes; i++) {
      long at = position + done - starts[i];
      long length = Math.min(bytes - done, starts[i + 1] - starts[i] - at);
      MemoryCopy.toSegment(pieces[i], offsets[i] + at, to, toOffset + done, length);
      done += length;
    }
  }

  @Override
  public void scatter(MemorySegment from, long fromOffset, long position, long bytes) {
    Objects.checkFromIndexSize(position, bytes, byteSize());
    long done = 0;
    for (int i = pieceAt(position); done < bytes; i++) {
      long at = position + done - starts[i];
      long length = Math.min(bytes - done, starts[i + 1] - starts[i] - at);
      MemoryCopy.fromSegment(from, fromOffset + done, pieces[i], offsets[i] + at, length);
      done += length;
    }
  }

  /** The last piece that begins at a position or before it. */
  private int pieceAt(long position) {
    int low = 0;
    int high = pieces.length - 1;
    while (low < high) {
      int middle = (low + high + 1) >>> 1;
      if (starts[middle] <= position) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }
}
