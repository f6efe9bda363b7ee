package org.ronsel.tune.command;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.KnownAlgorithms;
import org.ronsel.launch.spi.ChildLauncher;
import org.ronsel.launch.spi.ProcessRunner;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.tune.Answer;
import org.ronsel.tune.Question;
import org.ronsel.tune.Shapes;
import org.ronsel.tune.measure.TuneMain;

/**
 * A job of Ronsel that answers questions about jobs of its shape. It does not outlive this process:
 * a process that ends normally ends its jobs, and the launcher of a job notices when the process is
 * killed.
 */
final class TuneJob {
  private static final long GRACE_S = 30;

  /** Receives the answers one by one. */
  @FunctionalInterface
  interface Sink {
    void take(Answer answer) throws IOException;
  }

  private final CommShape shape;
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
  TuneJob(CommShape shape, List<Question> questions, double seconds, List<String> jvmOptions) {
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
    AtomicBoolean ended = new AtomicBoolean();
    ProcessRunner.Result result =
        ProcessRunner.follow(
            new ProcessSpec(command(), Map.of(), Duration.ofSeconds(limitS() + GRACE_S)),
            line -> {
              if (line.equals(TuneMain.END)) {
                ended.set(true);
              }
              Answer answer = parse(line);
              if (answer != null) {
                sink.take(answer);
              }
            });
    if (ended.get()) {
      return null;
    }
    return result.timedOut()
        ? "ended after " + (limitS() + GRACE_S) + " s"
        : "status " + result.status() + ": " + String.join("\n", result.errors());
  }

  /** Time after which the launcher ends the job, in seconds. */
  private long limitS() {
    return (long) Math.ceil(2 * seconds) + GRACE_S;
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
    if (!Shapes.isOneJvm(shape)) {
      command.addAll(List.of("--ranks-per-jvm", Integer.toString(shape.ranksPerJvm())));
    }
    command.addAll(List.of("--collectives", "default", "--stall", "0"));
    jvmOptions.forEach(option -> command.add("-J" + option));
    command.addAll(List.of("--timeout", limitS() + "s"));
    command.addAll(
        List.of("--class-path", ChildLauncher.classPath(TuneMain.class), TuneMain.class.getName()));
    command.add(Boolean.toString(Shapes.isOneJvm(shape)));
    command.add(String.format(Locale.ROOT, "%.3f", seconds));
    for (Question question : questions) {
      command.add(question.collective().call() + ":" + question.bytes());
    }
    return command;
  }
}
