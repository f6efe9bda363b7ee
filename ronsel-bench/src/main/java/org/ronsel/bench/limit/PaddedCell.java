package org.ronsel.bench.limit;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A long alone on its cache lines: one thread publishes, another polls. 128 bytes keep the
 * neighbour away, since hardware fetches lines in pairs.
 */
final class PaddedCell {
  private static final int STRIDE = 16;
  private static final VarHandle LONGS = MethodHandles.arrayElementVarHandle(long[].class);

  private final long[] lines = new long[3 * STRIDE];

  static PaddedCell[] several(int count) {
    PaddedCell[] cells = new PaddedCell[count];
    Arrays.setAll(cells, i -> new PaddedCell());
    return cells;
  }

  void publish(long value) {
    LONGS.setRelease(lines, STRIDE, value);
  }

  long poll() {
    return (long) LONGS.getAcquire(lines, STRIDE);
  }

  /** Spins until the cell holds {@code value}. */
  void await(long value) {
    while (poll() != value) {
      Thread.onSpinWait();
    }
  }
}
