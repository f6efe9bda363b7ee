package org.ronsel.onesided;

import java.lang.foreign.MemorySegment;

/** Makes gates for stress: several ranks' views of one memory, of ranks that never fail. */
final class StressGate {
  /** Ranks that differ by that many use one stripe. */
  static final int STRIPES = 8;

  /** Where the stripe of rank 0 lies. */
  static final long FIRST_STRIPE = AccumulateGate.BYTES / (1 + STRIPES);

  /** Where a word lies that is behind the gate. */
  static final long WORD = AccumulateGate.BYTES;

  private StressGate() {}

  /** The memory of a gate, and a word behind it. */
  static MemorySegment memory() {
    return MemorySegment.ofArray(new long[(int) (WORD + FIRST_STRIPE) / Long.BYTES]);
  }

  /** The gate as a rank sees it. */
  static AccumulateGate of(int rank, MemorySegment memory) {
    return new AccumulateGate(rank, unused -> {}, memory.asSlice(0, AccumulateGate.BYTES));
  }
}
