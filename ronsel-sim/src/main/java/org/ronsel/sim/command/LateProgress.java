package org.ronsel.sim.command;

import java.util.concurrent.TimeUnit;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.ProgressLine;

/**
 * A progress bar of one simulation, which appears if the simulation takes long and is removed at
 * its end, so that the row of its result takes its place.
 */
final class LateProgress implements DoubleConsumer, AutoCloseable {
  private static final long APPEARS_NS = TimeUnit.SECONDS.toNanos(1);
  private static final int STEPS = 1000;

  private final String task;
  private final long startNs = System.nanoTime();
  private @Nullable ProgressLine line;

  /**
   * Starts the timer.
   *
   * @param task text before the bar
   */
  LateProgress(String task) {
    this.task = task;
  }

  @Override
  public void accept(double done) {
    int steps = (int) (done * STEPS);
    ProgressLine shown = line;
    if (shown != null) {
      shown.at(steps);
    } else if (System.nanoTime() - startNs > APPEARS_NS) {
      line = new ProgressLine(task, STEPS, steps);
    }
  }

  @Override
  public void close() {
    if (line != null) {
      line.close();
    }
  }
}
