package org.ronsel.bench.kernel;

/** Other memory that a rank reads and writes, so that the caches hold it and not the messages. */
final class Eviction {
  /** One word of each line of the cache. */
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
