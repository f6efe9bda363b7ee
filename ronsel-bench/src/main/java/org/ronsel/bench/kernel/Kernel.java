package org.ronsel.bench.kernel;

import java.util.Map;

/** One loop to measure, as one rank sees it. Every rank makes the same calls in the same order. */
interface Kernel extends AutoCloseable {
  int TAG_DATA = 1;
  int TAG_ACK = 2;
  int TAG_CONTROL = 3;
  int TAG_CHECK = 4;
  int TAG_TIMES = 5;

  /** An untimed exchange in which every byte is checked. */
  void check();

  /**
   * Runs the timed loop, then checks the message numbers that it collected.
   *
   * @return nanoseconds of the loop alone, on this rank
   */
  long run(int iterations);

  /** The ranks whose time is that of a batch. */
  enum Times {
    /** The time of rank 0. */
    FIRST,
    /** The mean of all ranks. */
    MEAN,
    /** The time of the slowest rank. */
    MAX
  }

  /** The ranks whose time counts. */
  default Times times() {
    return Times.FIRST;
  }

  /** The number of operations by which the time of one iteration is divided. */
  double operationsPerIteration();

  /** Whether a few untimed iterations before a batch bring the caches back. */
  default boolean settles() {
    return true;
  }

  /** Other series of nanoseconds of the last {@link #run}, by name; at rank 0. */
  default Map<String, double[]> parts() {
    return Map.of();
  }

  /** Releases the resources of the loop; every rank calls it. */
  @Override
  default void close() {}
}
