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
  private int[] inputCounts = {};
  private int[] inputPlaces = {};
  private int[] outputCounts = {};
  private int[] outputPlaces = {};
  private long single;
  private long longest;

  /** Makes a ruler of nothing. */
  public BlockRuler() {}

  /**
   * Sets the tables, which are kept.
   *
   * @param count length of the only unit of a buffer that has no table
   */
  public void set(int[] inCounts, int[] inPlaces, int[] outCounts, int[] outPlaces, long count) {
    inputCounts = inCounts;
    inputPlaces = inPlaces;
    outputCounts = outCounts;
    outputPlaces = outPlaces;
    single = count;
    longest = count;
    for (int length : inCounts) {
      longest = Math.max(longest, length);
    }
    for (int length : outCounts) {
      longest = Math.max(longest, length);
    }
  }

  @Override
  public long offset(Buffer buffer, int unit) {
    return switch (buffer) {
      case INPUT -> inputPlaces.length == 0 ? 0 : inputPlaces[unit];
      case OUTPUT -> outputPlaces.length == 0 ? 0 : outputPlaces[unit];
      case SCRATCH -> place(unit) * longest;
    };
  }

  private long place(int unit) {
    return outputCounts.length == 0 ? unit : unit / outputCounts.length;
  }

  @Override
  public long length(Buffer buffer, int unit, int units) {
    int[] counts = buffer == Buffer.INPUT ? inputCounts : outputCounts;
    if (counts.length == 0) {
      return single * units;
    }
    if (units != 1) {
      throw new IllegalArgumentException("blocks that differ in length need not be neighbours");
    }
    return counts[unit % counts.length];
  }

  @Override
  public long scratchLength(int units) {
    return units == 0 ? 0 : (place(units - 1) + 1) * longest;
  }
}
