package org.ronsel.runtime;

import org.ronsel.machine.Setting;

/**
 * How much memory of its own a collective operation may take at a rank. An algorithm that needs
 * more is not chosen, so all ranks must know the same limit: the smallest that any JVM of the job
 * names.
 */
final class ScratchLimit {
  /** Bytes that trees need which pass their data in portions. */
  private static final long LEAST = 64 << 10;

  private static final int SHARE_OF_HEAP = 8;

  private ScratchLimit() {}

  /** The limit of this JVM; an eighth of its heap, divided among its ranks, if it is not set. */
  static long ofJvm(int localRanks) {
    return Setting.COLLECTIVE_SCRATCH.number(ofHeap(Runtime.getRuntime().maxMemory(), localRanks));
  }

  static long ofHeap(long heap, int localRanks) {
    return Math.max(LEAST, heap / SHARE_OF_HEAP / localRanks);
  }
}
