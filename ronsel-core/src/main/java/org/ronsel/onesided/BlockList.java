package org.ronsel.onesided;

import java.util.Arrays;
import org.ronsel.data.TypedMemory.Blocks;

/**
 * The places of a piece of data in a memory and in packed form: a list of regular runs of blocks,
 * as records carry it. Not for several threads.
 */
final class BlockList implements Blocks {
  /**
   * Number of the numbers of a run: at, stride, place and stride in the packed bytes, block, count.
   */
  static final int NUMBERS = 6;

  static final int BYTES = NUMBERS * Long.BYTES;

  private static final int AT = 0;
  private static final int STRIDE = 1;
  private static final int PACKED_AT = 2;
  private static final int PACKED_STRIDE = 3;
  private static final int BLOCK = 4;
  private static final int COUNT = 5;

  private final int most;
  private long[] numbers = new long[NUMBERS];
  private int size;
  private boolean full;

  /** Creates a list of at most {@code most} runs. */
  BlockList(int most) {
    this.most = most;
  }

  /** A list of one block. */
  static BlockList of(long at, long bytes) {
    BlockList list = new BlockList(1);
    list.blocks(at, bytes, 0, bytes, bytes, 1);
    return list;
  }

  /** Adds a run, or notes that there is no room. */
  @Override
  public void blocks(long at, long stride, long packedAt, long packedStride, long block, long n) {
    if (size == most) {
      full = true;
      return;
    }
    int place = size * NUMBERS;
    if (place == numbers.length) {
      numbers = Arrays.copyOf(numbers, 2 * place);
    }
    numbers[place + AT] = at;
    numbers[place + STRIDE] = stride;
    numbers[place + PACKED_AT] = packedAt;
    numbers[place + PACKED_STRIDE] = packedStride;
    numbers[place + BLOCK] = block;
    numbers[place + COUNT] = n;
    size++;
  }

  int size() {
    return size;
  }

  /** Whether there were more runs than the list has room for. */
  boolean isIncomplete() {
    return full;
  }

  void clear() {
    size = 0;
    full = false;
  }

  /** The numbers of the runs. */
  long[] numbers() {
    return Arrays.copyOf(numbers, size * NUMBERS);
  }

  private long number(int run, int which) {
    return numbers[run * NUMBERS + which];
  }

  /** Passes one run to a visitor. */
  void visit(int run, Blocks to) {
    to.blocks(
        number(run, AT),
        number(run, STRIDE),
        number(run, PACKED_AT),
        number(run, PACKED_STRIDE),
        number(run, BLOCK),
        number(run, COUNT));
  }

  /** Passes all runs to a visitor. */
  void visit(Blocks to) {
    for (int run = 0; run < size; run++) {
      visit(run, to);
    }
  }

  /** The lowest byte of the memory, or -1 if a run that a peer has sent is invalid. */
  long low(long packedBytes) {
    long low = Long.MAX_VALUE;
    for (int run = 0; run < size; run++) {
      if (!isSound(run, packedBytes)) {
        return -1;
      }
      low = Math.min(low, number(run, AT) + Math.min(0, reach(run)));
    }
    return size == 0 ? 0 : low;
  }

  /** The end of the last byte; to be called after {@link #low} has found the runs valid. */
  long high() {
    long high = 0;
    for (int run = 0; run < size; run++) {
      high = Math.max(high, number(run, AT) + Math.max(0, reach(run)) + number(run, BLOCK));
    }
    return high;
  }

  /** Where all packed bytes are, if they are one block, or -1. */
  long contiguous(long packedBytes) {
    boolean isOne = size == 1 && number(0, COUNT) == 1 && number(0, BLOCK) == packedBytes;
    return isOne ? number(0, AT) : -1;
  }

  /** Moves the runs by {@code distance} bytes. */
  void move(long distance) {
    for (int run = 0; run < size; run++) {
      numbers[run * NUMBERS + AT] += distance;
    }
  }

  private long reach(int run) {
    return number(run, STRIDE) * (number(run, COUNT) - 1);
  }

  /**
   * Whether nothing overflows: all distances are below 2^62, and packed bytes are in their range.
   */
  private boolean isSound(int run, long packedBytes) {
    long n = number(run, COUNT);
    long block = number(run, BLOCK);
    long packedAt = number(run, PACKED_AT);
    long packedStride = number(run, PACKED_STRIDE);
    long at = number(run, AT);
    if (n < 1 || n > packedBytes || block < 1 || block > packedBytes) {
      return false;
    }
    boolean packed =
        packedAt >= 0
            && packedStride >= 0
            && packedStride <= packedBytes
            && packedAt <= packedBytes - block
            && (n == 1 || packedStride <= (packedBytes - block - packedAt) / (n - 1));
    long most = 1L << 62;
    long stride = Math.abs(number(run, STRIDE));
    return packed && at >= 0 && at < most && stride >= 0 && (n == 1 || stride < most / n);
  }

  /**
   * Passes to a visitor the parts of runs in packed bytes {@code from} to {@code from + bytes}, as
   * if these began at 0.
   */
  void part(long from, long bytes, Blocks to) {
    for (int run = 0; run < size; run++) {
      long packedAt = number(run, PACKED_AT);
      long packedStride = number(run, PACKED_STRIDE);
      long block = number(run, BLOCK);
      long n = number(run, COUNT);
      long end = packedAt + packedStride * (n - 1) + block;
      if (packedAt >= from && end <= from + bytes) {
        long at = number(run, AT);
        to.blocks(at, number(run, STRIDE), packedAt - from, packedStride, block, n);
      } else {
        for (long i = 0; i < n; i++) {
          long place = packedAt + i * packedStride;
          long first = Math.max(place, from);
          long last = Math.min(place + block, from + bytes);
          if (first < last) {
            long at = number(run, AT) + i * number(run, STRIDE) + first - place;
            to.blocks(at, last - first, first - from, last - first, last - first, 1);
          }
        }
      }
    }
  }
}
