package org.ronsel.bench.limit;

import org.ronsel.bench.method.TimedLoop;

/**
 * Two threads hand a number over and back through two padded cells, store-release and load-acquire:
 * the lower bound of the time of a message between two cores. An operation is one way. The time of
 * a cache line depends on its address (by half as much again where the last-level cache is sliced),
 * so each batch uses the next of several pairs.
 */
final class HandOver implements TimedLoop, AutoCloseable {
  private static final int PAIRS = 8;

  /** The untimed iterations before a batch are this fraction of it. */
  private static final int SETTLE = 16;

  private final PaddedCell[] pings = PaddedCell.several(PAIRS);
  private final PaddedCell[] pongs = PaddedCell.several(PAIRS);
  private final Partner partner = new Partner(this::answer);
  private int batch;
  private int partnerBatch;

  @Override
  public long run(int iterations, boolean checked) {
    PaddedCell ping = pings[batch % PAIRS];
    PaddedCell pong = pongs[batch % PAIRS];
    batch++;
    partner.begin(iterations);
    long value = pong.poll();
    for (int i = 0; i < iterations / SETTLE; i++) {
      ping.publish(++value);
      pong.await(value);
    }
    long start = System.nanoTime();
    for (int i = 0; i < iterations; i++) {
      ping.publish(++value);
      pong.await(value);
    }
    return System.nanoTime() - start;
  }

  private void answer(int iterations) {
    PaddedCell ping = pings[partnerBatch % PAIRS];
    PaddedCell pong = pongs[partnerBatch % PAIRS];
    partnerBatch++;
    long value = pong.poll();
    for (int i = 0; i < iterations / SETTLE + iterations; i++) {
      ping.await(++value);
      pong.publish(value);
    }
  }

  @Override
  public void close() {
    partner.close();
  }
}
