package org.ronsel.bench.kernel;

/** Other memory that a rank reads and writes, so that it displaces the messages from the caches. */
final class Eviction {
  /** Words from one access to the next: one access in each cache line. */
  private static final int STRIDE = 8;

  private final long[] memory;

  Eviction(long bytes) {
    memory = new long[Math.toIntExact(bytes / Long.BYTES)];
  }

  /** Goes through all of it. */
  void run() {
    for (int i = 0; i < memory.length; i += STRIDE) {
      memory[i]++;
    }
  }
}
