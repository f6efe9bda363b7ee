package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;

/** Creates gates for stress tests: views of one memory by several ranks that never fail. */
final class StressGate {
  /** Number of stripes: ranks that differ by this number use the same one. */
  static final int STRIPES = 8;

  /** Offset of the stripe of rank 0. */
  static final long FIRST_STRIPE = AccumulateGate.BYTES / (1 + STRIPES);

  /** Offset of a word that is behind the gate. */
  static final long WORD = AccumulateGate.BYTES;

  private StressGate() {}

  /** The memory of a gate, and a word behind it. */
  static MemorySegment memory() {
    return MemorySegment.ofArray(new long[(int) (WORD + FIRST_STRIPE) / Long.BYTES]);
  }

  /** The gate as a rank sees it. */
  static AccumulateGate of(int rank, MemorySegment memory) {
    return new AccumulateGate(rank, _ -> {}, _ -> {}, memory.asSlice(0, AccumulateGate.BYTES));
  }
}
