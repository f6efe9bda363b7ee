package org.ronsel.study;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.ronsel.bench.command.Interruption;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.ProgressLine;

/**
 * Runs the cells of a study that have not been run, one after the other. The running command ends
 * with this process; then its cell is lost and no other.
 */
final class StudyRun {
  private static final Duration NO_LIMIT = Duration.ofDays(10_000);

  private final StudyFolder folder;
  private final PrintWriter err;
  private final List<String> launcher;

  /** Creates a run in a folder; progress is printed to {@code err}. */
  StudyRun(StudyFolder folder, PrintWriter err) {
    this(folder, err, ChildLauncher.command());
  }

  /** Creates a run with another command than {@code ronsel}. */
  StudyRun(StudyFolder folder, PrintWriter err, List<String> launcher) {
    this.folder = folder;
    this.err = err;
    this.launcher = List.copyOf(launcher);
  }

  /**
   * Runs the remaining cells.
   *
   * @return number of failed cells
   * @throws InterruptedException if the study is interrupted; completed cells are kept
   * @throws IllegalArgumentException if the folder has results of other commands
   */
  int run(List<Cell> cells) throws IOException, InterruptedException {
    List<Cell> left = new ArrayList<>();
    for (Cell cell : cells) {
      if (!folder.isDone(cell)) {
        left.add(cell);
      }
    }
    int done = cells.size() - left.size();
    if (done > 0) {
      err.printf(Locale.ROOT, "study: %d of %d are there%n", done, cells.size());
    }
    AtomicBoolean stopped = new AtomicBoolean();
    try (Interruption interruption = new Interruption()) {
      interruption.stopsBy(() -> stopped.set(true));
      try {
        return measure(left, done, stopped::get);
      } catch (InterruptedException e) {
        err.println("study: interrupted; the same command goes on where it was");
        err.flush();
        throw e;
      }
    }
  }

  private int measure(List<Cell> left, int done, BooleanSupplier stopped)
      throws IOException, InterruptedException {
    int all = done + left.size();
    int failed = 0;
    long start = System.nanoTime();
    try (ProgressLine progress = new ProgressLine("study", all, done)) {
      for (int i = 0; i < left.size(); i++) {
        Cell cell = left.get(i);
        progress.note(cell.name());
        long began = System.nanoTime();
        End end = run(cell, stopped);
        failed += end.status() == 0 ? 0 : 1;
        progress.step();
        long now = System.nanoTime();
        double seconds = (now - start) / 1e9;
        err.printf(
            Locale.ROOT,
            "study: %d of %d, %s: %s in %.1f s, about %s left%n",
            done + i + 1,
            all,
            cell.name(),
            end.status() == 0 ? "measured" : "failed",
            (now - began) / 1e9,
            duration(seconds / (i + 1) * (left.size() - i - 1)));
        if (end.status() != 0) {
          err.println("  " + end.reason());
        }
        err.flush();
      }
    }
    return failed;
  }

  /** A time such as 45 s, 12 min or 3.5 h. */
  static String duration(double seconds) {
    if (seconds < 100) {
      return Math.round(seconds) + " s";
    }
    return seconds < 6000
        ? Math.round(seconds / 60) + " min"
        : String.format(Locale.ROOT, "%.1f h", seconds / 3600);
  }

  /** The end of a cell's command: its status, and the reason of a failure. */
  private record End(int status, String reason) {}

  private End run(Cell cell, BooleanSupplier stopped) throws IOException, InterruptedException {
    Path work = folder.workFile(cell);
    Files.deleteIfExists(work);
    try {
      List<String> command = new ArrayList<>(launcher);
      command.addAll(cell.commandTo(work.toString()));
      ProcessRunner.Result result = ProcessRunner.run(new ProcessSpec(command, Map.of(), NO_LIMIT));
      if (stopped.getAsBoolean()) {
        throw new InterruptedException("the study is ended");
      }
      return new End(
          result.status(),
          folder.keep(cell, result.status(), result.status() == 0 ? "" : reason(result)));
    } finally {
      Files.deleteIfExists(work);
    }
  }

  /** The line with the reason: the first one of the launcher, or else the first one. */
  private static String reason(ProcessRunner.Result result) {
    List<String> lines =
        Stream.concat(result.errors().stream(), result.out().stream())
            .filter(line -> !line.isBlank())
            .toList();
    return lines.stream()
        .filter(line -> line.startsWith("ronsel"))
        .findFirst()
        .orElse(lines.isEmpty() ? "" : lines.getFirst());
  }
}
