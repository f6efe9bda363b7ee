package org.ronsel.tune.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.ChildProcesses;
import org.ronsel.tune.Answer;
import org.ronsel.tune.JobShape;
import org.ronsel.tune.Question;
import org.ronsel.tune.measure.TuneMain;

/**
 * A job of Ronsel that answers questions about jobs of its shape. It does not outlive this process:
 * a process that ends normally ends its jobs, and the launcher of a job notices when the process is
 * killed.
 */
final class TuneJob {
  private static final long GRACE_S = 30;
  private static final int ERROR_LINES = 20;

  /** Receives the answers one by one. */
  @FunctionalInterface
  interface Sink {
    void take(Answer answer) throws IOException;
  }

  private final JobShape shape;
  private final List<Question> questions;
  private final double seconds;
  private final List<String> jvmOptions;

  /**
   * Creates a job, which is not started.
   *
   * @param questions all about {@code shape}
   * @param seconds longest time for measuring
   * @param jvmOptions for the JVMs that hold the ranks
   */
  TuneJob(JobShape shape, List<Question> questions, double seconds, List<String> jvmOptions) {
    this.shape = shape;
    this.questions = questions;
    this.seconds = seconds;
    this.jvmOptions = List.copyOf(jvmOptions);
  }

  /**
   * Runs the job.
   *
   * @return the reason why it did not answer all questions, or null if it did
   */
  @Nullable String run(Sink sink) throws IOException, InterruptedException {
    Process process = ChildProcesses.start(new ProcessBuilder(command()));
    try {
      process.getOutputStream().close();
      List<String> errors = new ArrayList<>();
      Thread reader =
          Thread.ofPlatform()
              .daemon()
              .name("read-measuring-job")
              .start(() -> keep(process.getErrorStream(), errors));
      boolean ended = false;
      try (BufferedReader lines = reader(process.getInputStream())) {
        String line;
        while ((line = lines.readLine()) != null) {
          ended |= line.equals(TuneMain.END);
          Answer answer = parse(line);
          if (answer != null) {
            sink.take(answer);
          }
        }
      }
      process.waitFor();
      reader.join(TimeUnit.SECONDS.toMillis(1));
      synchronized (errors) {
        return ended ? null : "status " + process.exitValue() + ": " + String.join("\n", errors);
      }
    } finally {
      ChildProcesses.end(process);
    }
  }

  private @Nullable Answer parse(String line) {
    String[] words = line.split(" ", -1);
    if (words.length < 4 || !words[0].equals(TuneMain.MARK)) {
      return null;
    }
    Collective collective = KnownAlgorithms.operation(words[1]);
    if (collective == null) {
      return null;
    }
    Map<String, Double> times = new LinkedHashMap<>();
    for (int i = 3; i < words.length; i++) {
      int equals = words[i].indexOf('=');
      times.put(words[i].substring(0, equals), Double.parseDouble(words[i].substring(equals + 1)));
    }
    return new Answer(new Question(shape, collective, Long.parseLong(words[2])), times);
  }

  private List<String> command() {
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.addAll(List.of("run", "-n", Integer.toString(shape.ranks())));
    if (!shape.isOneJvm()) {
      command.addAll(List.of("--ranks-per-jvm", Integer.toString(shape.ranksPerJvm())));
    }
    command.addAll(List.of("--collectives", "default", "--stall", "0"));
    jvmOptions.forEach(option -> command.add("-J" + option));
    command.addAll(List.of("--timeout", (long) Math.ceil(2 * seconds) + GRACE_S + "s"));
    command.addAll(
        List.of("--class-path", ChildLauncher.classPath(TuneMain.class), TuneMain.class.getName()));
    command.add(Boolean.toString(shape.isOneJvm()));
    command.add(String.format(Locale.ROOT, "%.3f", seconds));
    for (Question question : questions) {
      command.add(question.collective().call() + ":" + question.bytes());
    }
    return command;
  }

  private static BufferedReader reader(InputStream stream) {
    return new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
  }

  /** Keeps the last lines. */
  private static void keep(InputStream stream, List<String> kept) {
    try (BufferedReader lines = reader(stream)) {
      String line;
      while ((line = lines.readLine()) != null) {
        synchronized (kept) {
          if (kept.size() == ERROR_LINES) {
            kept.removeFirst();
          }
          kept.add(line);
        }
      }
    } catch (IOException e) {
      synchronized (kept) {
        kept.add("its messages were lost: " + e.getMessage());
      }
    }
  }
}
