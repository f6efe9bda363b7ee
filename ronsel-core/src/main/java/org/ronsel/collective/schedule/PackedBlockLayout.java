package org.ronsel.collective.schedule;

/**
 * Units of INPUT and SCRATCH that differ in length and lie one behind the other: a whole is a row
 * of blocks, of which a table says how long they are, and a buffer is a row of wholes; SCRATCH may
 * be a row of places for one block each instead. OUTPUT is a single unit. One thread at a time; can
 * be set again.
 */
public final class PackedBlockLayout implements BlockLayout {
  private BlockTable whole = BlockTable.NONE;
  private long total;
  private long single;
  private boolean scratchInPlaces;
  private long longest;

  /** Makes a layout of nothing. */
  public PackedBlockLayout() {}

  /**
   * Sets the blocks of a whole, which are kept; they lie one behind the other.
   *
   * @param count length of OUTPUT
   * @param places how SCRATCH is laid out; see {@link Schedule#scratchInPlaces()}
   */
  public void set(BlockTable blocks, long count, boolean places) {
    whole = blocks;
    total = blocks.total();
    single = count;
    scratchInPlaces = places;
    longest = places ? blocks.longest() : 0;
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    if (buffer == Buffer.OUTPUT) {
      return unit * single;
    }
    int blocks = Math.max(1, whole.size());
    if (scratchInPlaces && buffer == Buffer.SCRATCH) {
      return unit / blocks * longest;
    }
    return inWholes(unit, blocks);
  }

  private long inWholes(int unit, int blocks) {
    int block = unit % blocks;
    return unit / blocks * total + (block == 0 ? 0 : whole.place(block));
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    if (buffer == Buffer.OUTPUT) {
      return units * single;
    }
    int blocks = Math.max(1, whole.size());
    return inWholes(unit + units, blocks) - inWholes(unit, blocks);
  }

  @Override
  public long scratchLength(int units) {
    return scratchInPlaces
        ? Math.ceilDiv(units, Math.max(1, whole.size())) * longest
        : offset(Buffer.SCRATCH, units);
  }
}
