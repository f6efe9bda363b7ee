package org.ronsel.bench.method;

import java.util.Map;
import org.ronsel.launch.spi.CompilerWatch;

/** A loop that can be repeated in batches. */
@FunctionalInterface
public interface TimedLoop {
  /**
   * Runs one batch: some untimed iterations to warm the caches, then {@code iterations} timed ones.
   *
   * @param checked whether all data are to be checked before, byte by byte
   * @return nanoseconds that the timed part took
   */
  long run(int iterations, boolean checked);

  /** The compile time of the JVMs that take part so far, in milliseconds. */
  default long compiledMs() {
    return CompilerWatch.compiledMs();
  }

  /**
   * Whether a batch takes longer than its timed part, so that its number of iterations is limited.
   */
  default boolean timesEach() {
    return false;
  }

  /** Other series of nanoseconds of the last batch, by name. */
  default Map<String, double[]> parts() {
    return Map.of();
  }

  /** Ends the turn: all ranks wait for the next one. */
  default void pause() {}
}
