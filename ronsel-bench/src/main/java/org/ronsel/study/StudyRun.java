package org.ronsel.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.ProgressLine;

/** Runs the cells of a study that have not been run, one after the other. */
final class StudyRun {
  private final StudyFolder folder;
  private final PrintWriter err;
  private final List<String> launcher;

  /** Runs in a folder, and says on {@code err} what it does. */
  StudyRun(StudyFolder folder, PrintWriter err) {
    this(folder, err, ChildLauncher.command());
  }

  /** The same with another command than {@code ronsel}. */
  StudyRun(StudyFolder folder, PrintWriter err, List<String> launcher) {
    this.folder = folder;
    this.err = err;
    this.launcher = List.copyOf(launcher);
  }

  /**
   * Runs what is left.
   *
   * @return how many cells have failed
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
    int failed = 0;
    long start = System.nanoTime();
    try (ProgressLine progress = new ProgressLine("study", cells.size(), done)) {
      for (int i = 0; i < left.size(); i++) {
        Cell cell = left.get(i);
        progress.note(cell.name());
        long began = System.nanoTime();
        int status = run(cell);
        failed += status == 0 ? 0 : 1;
        progress.step();
        long now = System.nanoTime();
        double seconds = (now - start) / 1e9;
        err.printf(
            Locale.ROOT,
            "study: %d of %d, %s: %s in %.1f s, about %s left%n",
            done + i + 1,
            cells.size(),
            cell.name(),
            status == 0 ? "measured" : "failed",
            (now - began) / 1e9,
            duration(seconds / (i + 1) * (left.size() - i - 1)));
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

  private int run(Cell cell) throws IOException, InterruptedException {
    Path work = folder.workFile(cell);
    Files.deleteIfExists(work);
    Path said = Files.createTempFile("ronsel-study", ".txt");
    Process process = null;
    try {
      List<String> command = new ArrayList<>(launcher);
      command.addAll(cell.commandTo(work.toString()));
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(ProcessBuilder.Redirect.PIPE)
              .redirectOutput(said.toFile())
              .start();
      process.getOutputStream().close();
      int status = process.waitFor();
      folder.keep(cell, status, status == 0 ? "" : reason(said));
      return status;
    } finally {
      if (process != null && process.isAlive()) {
        process.destroy();
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      }
      Files.delete(said);
    }
  }

  /** The line that says why: the first that the launcher has begun, or else the first of all. */
  private static String reason(Path said) throws IOException {
    List<String> lines =
        new String(Files.readAllBytes(said), UTF_8)
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    return lines.stream()
        .filter(line -> line.startsWith("ronsel"))
        .findFirst()
        .orElse(lines.isEmpty() ? "" : lines.getFirst());
  }
}
