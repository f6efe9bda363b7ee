package org.ronsel.bench.command;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;

/** A progress bar on a terminal, nothing elsewhere. Redrawn once a second, so as not to disturb. */
final class Progress implements Orchestrator.Listener, AutoCloseable {
  private static final int WIDTH = 96;
  private static final int INTERVAL_MS = 1000;

  private final @Nullable ProgressBar bar;

  /** A bar of {@code steps} steps; shown only if {@code terminal}. */
  Progress(PrintStream out, boolean terminal, int steps) {
    // A consumer of our own keeps the library from opening the terminal, which needs native code.
    bar =
        terminal
            ? new ProgressBarBuilder()
                .setTaskName("bench")
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(INTERVAL_MS)
                .setConsumer(new ConsoleProgressBarConsumer(out, WIDTH))
                .clearDisplayOnFinish()
                .build()
            : null;
  }

  @Override
  public void begins(Workload workload, Entrant entrant, int round) {
    note(workload.label() + " " + entrant.label());
  }

  @Override
  public void ended(Row row) {
    step();
  }

  void note(String text) {
    if (bar != null) {
      bar.setExtraMessage(" " + text);
    }
  }

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
