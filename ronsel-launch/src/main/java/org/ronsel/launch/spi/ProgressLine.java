package org.ronsel.launch.spi;

import java.io.Console;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/**
 * A progress bar on a terminal, nothing elsewhere. Redrawn once a second only, so that it does not
 * disturb measurements.
 */
public class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 96;
  private static final int INTERVAL_MS = 1000;

  private final @Nullable ProgressBar bar;

  /**
   * Creates a bar of {@code steps} steps, {@code done} of which are complete.
   *
   * @param task text before the bar
   */
  public ProgressLine(String task, int steps, int done) {
    // A consumer of our own keeps the library from opening the terminal, which needs native code.
    bar =
        isTerminal()
            ? new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH))
                .startsFrom(done, Duration.ZERO) // time left is estimated from later steps
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  // Without the module of the line editor there is still no console where input or output is not a
  // terminal.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Shows a text about the present step. */
  public final void note(String text) {
    if (bar != null) {
      bar.setExtraMessage(" " + text);
    }
  }

  /** Sets the number of complete steps. */
  public final void at(int done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  /** Counts one more complete step. */
  public final void step() {
    if (bar != null) {
      bar.step();
    }
  }

  @Override
  public void close() {
    if (bar != null) {
      bar.close();
    }
  }
}
