package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;
import org.ronsel.data.TypedMemory;

/**
 * Atomic operations on memory of a peer that is mapped here, in place and within the call, beside
 * the gate that serialises accumulates on it. Any thread.
 */
public final class MappedAtomics {
  private final MemorySegment memory;
  private final AccumulateGate gate;
  private final LateFence fence;

  MappedAtomics(MemorySegment memory, AccumulateGate gate, LateFence fence) {
    this.memory = memory;
    this.gate = gate;
    this.fence = fence;
  }

  /** See {@link PeerMemory#accumulate}. */
  void accumulate(
      Combination combination,
      @Nullable Object base,
      long offset,
      long at,
      long bytes,
      @Nullable Object result,
      long resultOffset) {
    if (Accumulation.isFewWords(combination, memory, at, bytes)
        && isOfValues(base, offset, combination)
        && isOfValues(result, resultOffset, combination)) {
      int shift = combination.type().shift();
      int n = (int) bytes >> shift;
      int first = (int) (offset >> shift);
      int firstOld = (int) (resultOffset >> shift);
      Accumulation.words(gate, combination, memory, at, n, base, first, result, firstOld);
    } else {
      Accumulation.sideBySide(
          gate, combination, memory, at, bytes, base, offset, result, resultOffset);
    }
    fence.wrote();
  }

  /** Whether packed values are in an array of their own type, or there are none. */
  private static boolean isOfValues(@Nullable Object base, long offset, Combination combination) {
    return base == null
        || base.getClass() == combination.type().arrayClass()
            && (offset & combination.type().bytes() - 1) == 0;
  }

  /** Accumulates to a pattern of the memory. */
  void accumulate(
      Combination combination,
      @Nullable Object base,
      long offset,
      TypedMemory to,
      @Nullable Object result,
      long resultOffset) {
    Accumulation.any(
        gate, combination, memory, to::visit, to.byteSize(), base, offset, result, resultOffset);
    fence.wrote();
  }

  /** Whether {@link #combineWord} can combine the value at an address. */
  public boolean isOnWord(Combination combination, long at) {
    return Accumulation.isFewWords(combination, memory, at, combination.type().bytes());
  }

  /**
   * Combines one value, for which {@link #isOnWord} is true, and returns its previous value.
   *
   * @param bits as {@link org.ronsel.data.ElementType#store} takes them
   */
  public long combineWord(Combination combination, long at, long bits) {
    // In local variables: fields would be read again behind the gate, which orders memory.
    MemorySegment words = memory;
    AccumulateGate passed = gate;
    passed.enter();
    try {
      return WordLoops.combine(combination, words, at, bits);
    } finally {
      passed.leave();
      fence.wrote();
    }
  }

  /** As {@link PeerMemory#swapValue}; returns the previous value. */
  public long swap(int width, long at, long expected, long desired) {
    long previous = CompareAndSwap.apply(gate, memory, width, at, expected, desired);
    fence.wrote();
    return previous;
  }
}
