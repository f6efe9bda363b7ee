package org.ronsel.machine;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.ronsel.memory.MemoryCopy;

/**
 * Decides by a short measurement (about 3 ms) whether one copy by the kernel beats two copies
 * through a small buffer. Which is faster depends on the host: inside a virtual machine the
 * kernel's page walks are dear, and two copies win up to the largest sizes.
 *
 * <p>It measures within this process; whether a certain peer can be reached at all is asked by
 * {@link ProcessMemory#reachable}.
 */
public final class SingleCopyProbe {
  private SingleCopyProbe() {}

  /** Few pages, so that a round often passes between two interruptions of a busy host. */
  private static final int BYTES = 256 << 10;

  private static final int FRAGMENT = 64 << 10;
  private static final int ROUNDS = 16;
  private static final int LEAST_ROUNDS = 4;
  private static final long BUDGET_NANOS = 3_000_000;

  /** A rival must be this much faster, or its set-up does not pay. */
  private static final double MARGIN = 0.9;

  /**
   * The result of the probe.
   *
   * @param singleCopy whether the kernel's copy is worth using
   * @param reason the figures, or why there are none
   */
  public record Decision(boolean singleCopy, String reason) {}

  /** Measures; the shortest of a few rounds of each counts. */
  public static Decision measure() {
    if (!ProcessMemory.availability().usable()) {
      return new Decision(false, ProcessMemory.availability().detail());
    }
    long self = ProcessHandle.current().pid();
    long single = Long.MAX_VALUE;
    long twice = Long.MAX_VALUE;
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment from = arena.allocate(BYTES, FRAGMENT);
      MemorySegment to = arena.allocate(BYTES, FRAGMENT);
      MemorySegment buffer = arena.allocate(FRAGMENT, FRAGMENT);
      long start = System.nanoTime();
      for (int round = 0; round < ROUNDS; round++) {
        long before = System.nanoTime();
        for (int at = 0; at < BYTES; at += FRAGMENT) {
          MemoryCopy.copy(from, at, buffer, 0, FRAGMENT);
          MemoryCopy.copy(buffer, 0, to, at, FRAGMENT);
        }
        long between = System.nanoTime();
        ProcessMemory.read(self, from.address(), to, 0, BYTES);
        long after = System.nanoTime();
        twice = Math.min(twice, between - before);
        single = Math.min(single, after - between);
        if (round + 1 >= LEAST_ROUNDS && after - start > BUDGET_NANOS) {
          break;
        }
      }
    }
    boolean worth = single < MARGIN * twice;
    return new Decision(
        worth,
        String.format(
            Locale.ROOT,
            "256 KB take %.0f us in one copy by the kernel and %.0f us in two through a buffer",
            single / 1e3,
            twice / 1e3));
  }
}
