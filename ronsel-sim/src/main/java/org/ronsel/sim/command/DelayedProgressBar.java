package org.ronsel.sim.command;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.ProgressLine;

/**
 * A progress bar of one simulation, which appears if the simulation takes long and is removed at
 * its end, so that the row of its result takes its place.
 */
final class DelayedProgressBar implements DoubleConsumer, AutoCloseable {
  private static final long APPEARS_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int STEPS = 1000;

  private final IntFunction<ProgressLine> lines;
  private final LongSupplier clock;
  private final long startNs;
  private @Nullable ProgressLine line;

  /**
   * Starts the timer.
   *
   * @param task text before the bar
   */
  DelayedProgressBar(String task) {
    this(done -> new ProgressLine(task, STEPS, done), System::nanoTime);
  }

  /**
   * Starts the timer.
   *
   * @param lines makes the bar, of which so many thousandths are complete
   * @param clock nanoseconds
   */
  DelayedProgressBar(IntFunction<ProgressLine> lines, LongSupplier clock) {
    this.lines = lines;
    this.clock = clock;
    this.startNs = clock.getAsLong();
  }

  @Override
  public void accept(double done) {
    int steps = (int) (done * STEPS);
    ProgressLine shown = line;
    if (shown != null) {
      shown.at(steps);
    } else if (clock.getAsLong() - startNs > APPEARS_NS) {
      line = lines.apply(steps);
    }
  }

  @Override
  public void close() {
    if (line != null) {
      line.close();
    }
  }
}
