package org.ronsel.collective.schedule;

/**
 * Units of INPUT and SCRATCH that differ in length and lie one behind the other: a whole is a row
 * of blocks, of which a table says how long they are, and a buffer is a row of wholes. OUTPUT is a
 * single unit. One thread at a time; can be set again.
 */
public final class PackedRuler implements Ruler {
  private BlockTable whole = BlockTable.NONE;
  private long total;
  private long single;

  /** Makes a ruler of nothing. */
  public PackedRuler() {}

  /**
   * Sets the blocks of a whole, which are kept; they lie one behind the other.
   *
   * @param count length of OUTPUT
   */
  public void set(BlockTable blocks, long count) {
    whole = blocks;
    total = blocks.total();
    single = count;
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    if (buffer == Buffer.OUTPUT) {
      return unit * single;
    }
    int blocks = Math.max(1, whole.size());
    int block = unit % blocks;
    return unit / blocks * total + (block == 0 ? 0 : whole.place(block));
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    return offset(buffer, unit + units) - offset(buffer, unit);
  }

  @Override
  public long scratchLength(int units) {
    return offset(Buffer.SCRATCH, units);
  }
}
