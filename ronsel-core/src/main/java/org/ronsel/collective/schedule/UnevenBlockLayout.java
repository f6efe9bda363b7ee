package org.ronsel.collective.schedule;

/**
 * Units of INPUT and OUTPUT that differ in length and lie anywhere: unit {@code r} is the block
 * that goes to, or comes from, rank {@code r}; a buffer without a table is a single unit.
 *
 * <p>SCRATCH is for those whose OUTPUT has a table: a row of wholes, in which the blocks of OUTPUT
 * lie one behind the other in the order of ranks, or a row of places for one block each. One thread
 * at a time; can be set again.
 */
public final class UnevenBlockLayout implements BlockLayout {
  private BlockTable inputs = BlockTable.NONE;
  private BlockTable outputs = BlockTable.NONE;
  private long single;
  private boolean scratchInPlaces;
  private long longest;

  /** The offsets of OUTPUT's blocks when they are packed, followed by the total length. */
  private long[] packed = {0};

  /** Makes a layout of nothing. */
  public UnevenBlockLayout() {}

  /**
   * Sets the tables, which are kept.
   *
   * @param count length of the only unit of a buffer that has no table
   * @param places how SCRATCH is laid out; see {@link Schedule#scratchInPlaces()}
   */
  public void set(BlockTable in, BlockTable out, long count, boolean places) {
    inputs = in;
    outputs = out;
    single = count;
    scratchInPlaces = places;
    if (places) {
      longest = Math.max(count, Math.max(in.longest(), out.longest()));
    } else {
      packed = out.packed(packed);
    }
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    return switch (buffer) {
      case INPUT -> inputs.isEmpty() ? 0 : inputs.place(unit);
      case OUTPUT -> outputs.isEmpty() ? 0 : outputs.place(unit);
      case SCRATCH -> scratch(unit);
    };
  }

  private long scratch(int unit) {
    int blocks = Math.max(1, outputs.size());
    if (scratchInPlaces) {
      return unit / blocks * longest;
    }
    return unit / blocks * packed[outputs.size()] + packed[unit % blocks];
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    BlockTable blocks = buffer == Buffer.INPUT ? inputs : outputs;
    if (blocks.isEmpty()) {
      return single * units;
    }
    if (buffer == Buffer.SCRATCH && !scratchInPlaces) {
      return scratch(unit + units) - scratch(unit);
    }
    if (units != 1) {
      throw new IllegalArgumentException("blocks that differ in length need not be neighbours");
    }
    return blocks.length(unit % blocks.size());
  }

  @Override
  public long scratchLength(int units) {
    if (units == 0 || !scratchInPlaces) {
      return scratch(units);
    }
    return Math.ceilDiv(units, Math.max(1, outputs.size())) * longest;
  }
}
