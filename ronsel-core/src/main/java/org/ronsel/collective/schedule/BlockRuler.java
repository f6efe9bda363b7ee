package org.ronsel.collective.schedule;

/**
 * Units of INPUT and OUTPUT that differ in length and lie anywhere: unit {@code r} is the block
 * that goes to, or comes from, rank {@code r}; a buffer without a table is a single unit.
 *
 * <p>SCRATCH has places for blocks of any length. If OUTPUT has a table, unit {@code i p + r} is
 * place {@code i} with a block from rank {@code r}; a schedule must order steps that use one place
 * for different ranks itself. If not, unit {@code i} is place {@code i} with a block of the only
 * length. One thread at a time; can be set again.
 */
public final class BlockRuler implements Ruler {
  private BlockTable inputs = BlockTable.NONE;
  private BlockTable outputs = BlockTable.NONE;
  private long single;
  private long longest;

  /** Makes a ruler of nothing. */
  public BlockRuler() {}

  /**
   * Sets the tables, which are kept.
   *
   * @param count length of the only unit of a buffer that has no table
   */
  public void set(BlockTable in, BlockTable out, long count) {
    inputs = in;
    outputs = out;
    single = count;
    longest = Math.max(count, Math.max(in.longest(), out.longest()));
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    return switch (buffer) {
      case INPUT -> inputs.isEmpty() ? 0 : inputs.place(unit);
      case OUTPUT -> outputs.isEmpty() ? 0 : outputs.place(unit);
      case SCRATCH -> place(unit) * longest;
    };
  }

  private long place(int unit) {
    return outputs.isEmpty() ? unit : unit / outputs.size();
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    BlockTable blocks = buffer == Buffer.INPUT ? inputs : outputs;
    if (blocks.isEmpty()) {
      return single * units;
    }
    if (units != 1) {
      throw new IllegalArgumentException("blocks that differ in length need not be neighbours");
    }
    return blocks.length(unit % blocks.size());
  }

  @Override
  public long scratchLength(int units) {
    return units == 0 ? 0 : (place(units - 1) + 1) * longest;
  }
}
