package org.ronsel.bench.limit;

import java.util.Arrays;
import org.ronsel.bench.stats.Summary;

/**
 * How far apart the two cores are right now: two pinned threads pass a cache line to and fro. Run
 * directly before and after each measurement.
 */
public final class CacheLineProbe {
  private static final int CELLS = 8;
  private static final int BATCHES = 28;
  private static final int DISCARDED = 4;
  private static final int ITERATIONS = 2_000;

  private CacheLineProbe() {}

  /** One-way times in nanoseconds; blocks for about 10 ms when the cores are near and quiet. */
  public static Summary read() throws InterruptedException {
    return PinnedThreads.join(PinnedThreads.start("probe", 0, CacheLineProbe::measure));
  }

  private static Summary measure() {
    double[] samples = new double[BATCHES];
    try (OneLine loop = new OneLine()) {
      for (int b = 0; b < BATCHES; b++) {
        samples[b] = loop.run(ITERATIONS) / (2.0 * ITERATIONS);
      }
    }
    return Summary.of(Arrays.copyOfRange(samples, DISCARDED, BATCHES));
  }

  /**
   * Both threads write the same cell, the next one each batch: odd numbers first, even ones back.
   */
  private static final class OneLine implements AutoCloseable {
    private final PaddedCell[] cells = PaddedCell.several(CELLS);
    private final Partner partner = new Partner(this::answer);
    private int batch;
    private int partnerBatch;

    long run(int iterations) {
      PaddedCell cell = cells[batch++ % CELLS];
      partner.begin(iterations);
      long value = cell.poll();
      long start = System.nanoTime();
      for (int i = 0; i < iterations; i++) {
        cell.publish(value + 1);
        value += 2;
        cell.await(value);
      }
      return System.nanoTime() - start;
    }

    private void answer(int iterations) {
      PaddedCell cell = cells[partnerBatch++ % CELLS];
      // The other side may have published the first odd number already.
      long value = cell.poll() & ~1L;
      for (int i = 0; i < iterations; i++) {
        cell.await(value + 1);
        value += 2;
        cell.publish(value);
      }
    }

    @Override
    public void close() {
      partner.close();
    }
  }
}
