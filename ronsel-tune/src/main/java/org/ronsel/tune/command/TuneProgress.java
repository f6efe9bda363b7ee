package org.ronsel.tune.command;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;

/** A progress bar on a terminal, nothing elsewhere. Redrawn once a second, so as not to disturb. */
final class TuneProgress implements AutoCloseable {
  private static final int WIDTH = 96;
  private static final int INTERVAL_MS = 1000;

  private final @Nullable ProgressBar bar;

  /**
   * A bar of {@code steps} steps, of which {@code done} are done; shown only if {@code terminal}.
   */
  TuneProgress(PrintStream out, boolean terminal, int steps, int done) {
    // A consumer of our own keeps the library from opening the terminal, which needs native code.
    bar =
        terminal
            ? new ProgressBarBuilder()
                .setTaskName("tune")
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                .clearDisplayOnFinish()
                .build()
            : null;
    if (bar != null) {
      bar.stepTo(done);
    }
  }

  /** Says what is being done. */
  void note(String text) {
    if (bar != null) {
      bar.setExtraMessage(" " + text);
    }
  }

  /** One more is done. */
  void step() {
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
