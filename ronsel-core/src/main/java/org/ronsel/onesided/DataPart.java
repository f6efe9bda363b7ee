package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/**
 * Where the data of a record are: all of them, or a part where they are in several segments that
 * are attached to a dynamic window.
 *
 * @param memory the segment
 * @param blocks their places in it
 * @param from offset of the part in the data
 * @param bytes length of the part
 * @param next the part behind this one, or null
 */
record DataPart(
    MemorySegment memory, BlockList blocks, long from, long bytes, @Nullable DataPart next) {
  /** Most parts of one record. */
  private static final int MOST = 1 << 12;

  /**
   * Divides data into parts each of which is in one segment.
   *
   * @param blocks valid places of {@code bytes} of data
   * @param unit number of bytes that are not divided
   * @return the first part; null if there is no memory for some data, or if these are in more parts
   *     than anybody needs
   */
  static @Nullable DataPart divide(
      AddressSpace space, BlockList blocks, long bytes, long unit, boolean writes) {
    return new Divider(space, blocks, unit, writes).divide(0, bytes, null);
  }

  private static final class Divider {
    private final AddressSpace space;
    private final BlockList blocks;
    private final long unit;
    private final boolean writes;
    private int parts;

    Divider(AddressSpace space, BlockList blocks, long unit, boolean writes) {
      this.space = space;
      this.blocks = blocks;
      this.unit = unit;
      this.writes = writes;
    }

    /** By halves, the second one first. */
    @Nullable DataPart divide(long from, long bytes, @Nullable DataPart next) {
      BlockList some = new BlockList(Integer.MAX_VALUE);
      blocks.part(from, bytes, some);
      long low = some.low(bytes);
      AddressSpace.Mapped mapped = low < 0 ? null : space.find(low, some.high() - low);
      if (mapped != null) {
        some.move(-mapped.address());
        boolean isRefused = writes && mapped.memory().isReadOnly() || ++parts > MOST;
        return isRefused ? null : new DataPart(mapped.memory(), some, from, bytes, next);
      }
      long half = bytes / unit / 2 * unit;
      DataPart second = half == 0 ? null : divide(from + half, bytes - half, next);
      return second == null ? null : divide(from, half, second);
    }
  }
}
