package org.ronsel.collective.schedule;

import java.util.Arrays;

/**
 * Lengths and places of the blocks of a buffer, one for each peer, in elements. Can be filled again
 * for the next call, and allocates nothing then. One thread at a time.
 */
public final class BlockTable {
  /** A table that stays empty. */
  public static final BlockTable NONE = new BlockTable();

  private long[] lengths = {};
  private long[] places = {};
  private int size;

  /** Makes a table without blocks. */
  public BlockTable() {}

  /** Begins to fill it: this many blocks, of no length. */
  public BlockTable reset(int blocks) {
    if (lengths.length < blocks) {
      lengths = new long[blocks];
      places = new long[blocks];
    } else {
      Arrays.fill(lengths, 0, size, 0);
      Arrays.fill(places, 0, size, 0);
    }
    size = blocks;
    return this;
  }

  /** Sets a block. */
  public void set(int block, long length, long place) {
    lengths[block] = length;
    places[block] = place;
  }

  /** Number of blocks; none where a buffer is a single one. */
  public int size() {
    return size;
  }

  /** Whether there are none. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Elements of a block. */
  public long length(int block) {
    return lengths[block];
  }

  /** First element of a block. */
  public long place(int block) {
    return places[block];
  }

  /** Elements of all blocks. */
  public long total() {
    long total = 0;
    for (int block = 0; block < size; block++) {
      total += lengths[block];
    }
    return total;
  }

  /**
   * The offsets of the blocks when they are packed in their order, followed by the total length.
   *
   * @param into to be filled if it is long enough
   */
  long[] packed(long[] into) {
    long[] starts = into.length > size ? into : new long[size + 1];
    starts[0] = 0;
    for (int block = 0; block < size; block++) {
      starts[block + 1] = starts[block] + lengths[block];
    }
    return starts;
  }

  /** Elements of the longest block. */
  public long longest() {
    long longest = 0;
    for (int block = 0; block < size; block++) {
      longest = Math.max(longest, lengths[block]);
    }
    return longest;
  }

  /** Elements from the first of the buffer to the last of any block. */
  public long span() {
    long span = 0;
    for (int block = 0; block < size; block++) {
      if (lengths[block] > 0) {
        span = Math.max(span, places[block] + lengths[block]);
      }
    }
    return span;
  }

  /** Number in which tables of the same lengths agree, with high probability only those. */
  public int lengthsHash() {
    int hash = 1;
    for (int block = 0; block < size; block++) {
      hash = 31 * hash + Long.hashCode(lengths[block]);
    }
    return hash;
  }
}
