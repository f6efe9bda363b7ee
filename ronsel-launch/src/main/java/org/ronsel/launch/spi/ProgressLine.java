package org.ronsel.launch.spi;

import java.io.Console;
import java.time.Duration;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on a terminal, nothing elsewhere. Redrawn once a second, so as not to disturb. */
public class ProgressLine implements AutoCloseable {
  private static final int WIDTH = 96;
  private static final int INTERVAL_MS = 1000;

  private final @Nullable ProgressBar bar;

  /**
   * A bar of {@code steps} steps, of which {@code done} are done.
   *
   * @param task what stands before it
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
                .startsFrom(done, Duration.ZERO) // the time left is judged by the others
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  // Without the module of the line editor there still is no console where input or output is no
  // terminal.
  @SuppressWarnings("SystemConsoleNull")
  private static boolean isTerminal() {
    Console console = System.console();
    return console != null && console.isTerminal();
  }

  /** Says what is being done. */
  public final void note(String text) {
    if (bar != null) {
      bar.setExtraMessage(" " + text);
    }
  }

  /** So many are done. */
  public final void at(int done) {
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  /** One more is done. */
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
