package org.ronsel.bench.limit;

import java.util.stream.DoubleStream;
import org.ronsel.bench.stats.Summary;

/**
 * How far apart the two cores are right now: two pinned threads pass a cache line to and fro. Run
 * directly before and after each measurement.
 */
public final class CacheLineProbe {
  private static final int CELLS = 8;

  /** Few, so that a stolen core spoils one batch and not the reading. */
  private static final int ITERATIONS = 100;

  private static final int ENOUGH_BATCHES = 24;
  private static final long DURATION_NS = 20_000_000;
  private static final long LONGEST_NS = 250_000_000;
  private static final long WARM_UP_NS = 300_000_000;

  private static volatile boolean warm;

  private CacheLineProbe() {}

  /**
   * One-way times in nanoseconds. Takes 20 ms, up to a quarter of a second when the cores are busy,
   * and the first time a little more.
   */
  public static Summary read() throws InterruptedException {
    return PinnedThreads.join(PinnedThreads.start("probe", 0, CacheLineProbe::measure));
  }

  private static Summary measure() {
    try (OneLine loop = new OneLine()) {
      if (!warm) {
        batches(loop, WARM_UP_NS, WARM_UP_NS);
        warm = true;
      }
      return Summary.of(batches(loop, DURATION_NS, LONGEST_NS));
    }
  }

  private static double[] batches(OneLine loop, long durationNs, long longestNs) {
    DoubleStream.Builder samples = DoubleStream.builder();
    long start = System.nanoTime();
    int count = 0;
    long spent;
    do {
      samples.add(loop.run(ITERATIONS) / (2.0 * ITERATIONS));
      count++;
      spent = System.nanoTime() - start;
    } while (spent < (count < ENOUGH_BATCHES ? longestNs : durationNs));
    return samples.build().toArray();
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
