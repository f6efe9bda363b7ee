package org.ronsel.bench.method;

import java.util.Map;
import org.ronsel.launch.spi.CompilerWatch;

/** A loop that can be repeated in batches. */
@FunctionalInterface
public interface TimedLoop {
  /**
   * Runs one batch: untimed what brings the caches back, then {@code iterations} iterations timed.
   *
   * @param checked whether all data are to be checked before, byte by byte
   * @return nanoseconds that the timed part took
   */
  long run(int iterations, boolean checked);

  /** What the JVMs that take part have spent compiling so far. */
  default long compiledMs() {
    return CompilerWatch.compiledMs();
  }

  /** Whether a batch takes longer than its timed part, and has not more iterations than some. */
  default boolean timesEach() {
    return false;
  }

  /** Other series of nanoseconds of the last batch, by name. */
  default Map<String, double[]> parts() {
    return Map.of();
  }

  /** The turn ends: whoever takes part waits for the next one. */
  default void pause() {}
}
