package org.ronsel.launch.spi;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs processes and keeps their output; none is left behind, see {@link ChildProcesses}. */
public final class ProcessRunner {
  private static final Duration GRACE = Duration.ofSeconds(5);
  private static final int ERROR_LINES = 40;

  private ProcessRunner() {}

  /**
   * The result of a process.
   *
   * @param status exit status; meaningless after a timeout
   * @param timedOut whether it was ended because it took too long
   * @param out lines of standard output
   * @param errors last lines of standard error
   * @param wall time from start to end
   */
  public record Result(
      int status, boolean timedOut, List<String> out, List<String> errors, Duration wall) {
    /** The way in which a process ended without a result, and the last line of its errors. */
    public String failure() {
      String words = lastError();
      return failure(words.contains(SAID_BEFORE) ? firstError() : words);
    }

    /**
     * The way in which a process ended without a result, and why.
     *
     * @param why the reason, "" if it is not known
     */
    public String failure(String why) {
      String how = status == 0 ? "ended without a result" : "failed with status " + status;
      return why.isEmpty() ? how : how + ": " + why;
    }

    /**
     * The launcher's message about a JVM that did not start; the reason is in the lines before it.
     */
    private static final String SAID_BEFORE = "what it has printed says why";

    private String firstError() {
      return errors.stream()
          .map(String::strip)
          .filter(
              line -> line.chars().anyMatch(Character::isLetter) && !line.contains(" warning: "))
          .findFirst()
          .orElse("");
    }

    /** The last line of standard error with words that are not a stack trace's, or "". */
    public String lastError() {
      for (String line : errors.reversed()) {
        String words = line.strip();
        boolean trace = words.startsWith("at ") || words.startsWith("... ");
        if (!trace && words.chars().anyMatch(Character::isLetter)) {
          return words;
        }
      }
      return "";
    }
  }

  /** Watches a process while it runs. */
  @FunctionalInterface
  public interface Watcher {
    /** Called on a thread of its own; returns when the process has ended or it is interrupted. */
    void watch(Process process) throws InterruptedException;
  }

  /** Takes the lines of standard output, one by one. */
  @FunctionalInterface
  public interface Lines {
    /** Called by one thread; if it fails, the process is ended. */
    void take(String line) throws IOException;
  }

  /** A process that has been started. */
  public static final class Running {
    private final Process process;
    private final long start;
    private final List<String> out = Collections.synchronizedList(new ArrayList<>());
    private final List<String> errors = Collections.synchronizedList(new ArrayList<>());
    private final Thread outReader;
    private final Thread errorReader;

    private volatile @Nullable IOException refusal;

    private Running(Process process, long start, @Nullable Lines lines) {
      this.process = process;
      this.start = start;
      outReader =
          lines == null
              ? read(process.getInputStream(), keep(out, Integer.MAX_VALUE), out)
              : read(process.getInputStream(), line -> give(line, lines), out);
      errorReader = read(process.getErrorStream(), keep(errors, ERROR_LINES), errors);
    }

    private void give(String line, Lines lines) {
      if (refusal == null) {
        try {
          lines.take(line);
        } catch (IOException e) {
          refusal = e;
          process.destroy();
        }
      }
    }

    /** Whether it has not ended. */
    public boolean isAlive() {
      return process.isAlive();
    }

    /** Waits for its end, and ends it after the limit. */
    public Result await(Duration limit) throws InterruptedException {
      try {
        boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
        Duration wall = Duration.ofNanos(System.nanoTime() - start);
        if (!ended) {
          ChildProcesses.end(process);
        }
        // A grandchild that survives could hold the pipes open for ever.
        outReader.join(GRACE);
        errorReader.join(GRACE);
        return new Result(
            ended ? process.exitValue() : -1, !ended, List.copyOf(out), List.copyOf(errors), wall);
      } finally {
        ChildProcesses.end(process);
      }
    }
  }

  /**
   * Starts a process, which the caller must {@linkplain Running#await await}. What options the
   * environment has for every JVM it finds where it looks for them: a launcher of this version
   * under the names that {@link JvmVariables} keeps them by, all else, as an older launcher, under
   * their own.
   */
  public static Running start(ProcessSpec spec) throws IOException {
    return start(spec, null);
  }

  private static Running start(ProcessSpec spec, @Nullable Lines lines) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(spec.command());
    builder.environment().putAll(spec.environment());
    if (ChildLauncher.isMadeHere(spec.command())) {
      JvmVariables.keep(builder.environment());
    } else {
      JvmVariables.giveBack(builder.environment());
    }
    long start = System.nanoTime();
    Process process = ChildProcesses.start(builder);
    process.getOutputStream().close();
    return new Running(process, start, lines);
  }

  /** Runs the process to its end or its limit. */
  public static Result run(ProcessSpec spec) throws IOException, InterruptedException {
    return start(spec, null).await(spec.limit());
  }

  /**
   * Runs the process to its end or its limit; the lines of its output are not kept, but taken as
   * they come, on a thread of its own.
   *
   * @throws IOException if the process cannot be started, or a line could not be taken
   */
  public static Result follow(ProcessSpec spec, Lines lines)
      throws IOException, InterruptedException {
    Running running = start(spec, lines);
    Result result = running.await(spec.limit());
    IOException refusal = running.refusal;
    if (refusal != null) {
      throw refusal;
    }
    return result;
  }

  /** Runs the process to its end or its limit, with a watcher beside it. */
  public static Result run(ProcessSpec spec, Watcher watcher)
      throws IOException, InterruptedException {
    Running running = start(spec);
    Thread watching = watch(watcher, running.process);
    try {
      return running.await(spec.limit());
    } finally {
      watching.interrupt();
      watching.join();
    }
  }

  private static Thread watch(Watcher watcher, Process process) {
    return Thread.ofPlatform()
        .daemon()
        .name("watch-measuring-process")
        .start(
            () -> {
              try {
                watcher.watch(process);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
  }

  /** Keeps the last lines. */
  private static Consumer<String> keep(List<String> lines, int most) {
    return line -> {
      if (lines.size() == most) {
        lines.removeFirst();
      }
      lines.add(line);
    };
  }

  private static Thread read(InputStream stream, Consumer<String> lines, List<String> kept) {
    return Thread.ofPlatform()
        .daemon()
        .name("read-measuring-process")
        .start(
            () -> {
              try (BufferedReader reader =
                  new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                String line;
                while ((line = reader.readLine()) != null) {
                  lines.accept(line);
                }
              } catch (IOException e) {
                kept.add("output lost: " + e.getMessage());
              }
            });
  }
}
