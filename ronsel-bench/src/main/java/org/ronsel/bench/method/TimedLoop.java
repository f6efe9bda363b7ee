package org.ronsel.bench.method;

import org.ronsel.launch.spi.CompilerWatch;

/** A loop that can be repeated in batches. */
@FunctionalInterface
public interface TimedLoop {
  /**
   * Runs one batch: whatever checks and preparation it needs untimed, then {@code iterations}
   * iterations timed.
   *
   * @return nanoseconds that the timed part took
   */
  long run(int iterations);

  /** What the JVMs that take part had spent compiling when the last batch ended. */
  default long compiledMs() {
    return CompilerWatch.compiledMs();
  }
}
