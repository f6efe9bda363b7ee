package org.ronsel.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ronsel.combinations.Economy;

/**
 * A launcher that a test has started as a process of its own. An argument that is a list stands for
 * all of its elements.
 */
final class Job implements AutoCloseable {
  /** Longer than any step takes on a busy machine; a test that reaches it has failed. */
  static final long DEADLINE_S = 120;

  /**
   * The same for a whole job: with {@code -Pthorough} one is the conformance suite between hosts.
   */
  private static final long END_S = Boolean.getBoolean("ronsel.test.thorough") ? 900 : DEADLINE_S;

  /** More than an answer takes. */
  private static final Duration ASK_AGAIN = Duration.ofSeconds(3);

  private static final Path HERE = Path.of("").toAbsolutePath();

  /** How a job has ended. */
  record Result(int status, String out, String err) {
    /** The lines of standard output in alphabetical order. */
    List<String> sortedLines() {
      return out.lines().sorted().toList();
    }
  }

  private final Process process;
  private final Output out;
  private final Output err;

  private Job(Process process) {
    this.process = process;
    out = new Output(process.getInputStream());
    err = new Output(process.getErrorStream());
  }

  /** Runs {@code ronsel} with these arguments and without input to its end. */
  static Result run(Object... arguments) throws Exception {
    try (Job job = start(arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  /** Starts {@code ronsel} with these arguments. */
  static Job start(Object... arguments) throws IOException {
    return startWith(Map.of(), arguments);
  }

  /** Starts {@code ronsel} with these arguments and variables. */
  static Job startWith(Map<String, String> environment, Object... arguments) throws IOException {
    return start(environment, HERE, arguments);
  }

  /** Starts {@code ronsel} with these arguments, variables and working directory. */
  static Job start(Map<String, String> environment, Path directory, Object... arguments)
      throws IOException {
    return start(List.of(), TestInstallation.core(), environment, directory, arguments);
  }

  /** Runs {@code ronsel} with these arguments by another command, to its end. */
  static Result runBy(List<String> command, Object... arguments) throws Exception {
    try (Job job = start(command, TestInstallation.core(), Map.of(), HERE, arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  /** Starts {@code ronsel} with these arguments by another command. */
  static Job startBy(List<String> command, Object... arguments) throws IOException {
    return start(command, TestInstallation.core(), Map.of(), HERE, arguments);
  }

  /** Starts another command than {@code ronsel}. */
  static Job startOther(List<String> command) throws IOException {
    return new Job(new ProcessBuilder(command).start());
  }

  /**
   * Runs {@code ronsel} with these arguments to its end, with its package {@code mpi} here; an
   * empty string is for a Ronsel without one.
   */
  static Result runWithMpi(Object mpi, Object... arguments) throws Exception {
    return runWithOptions(List.of("-Dronsel.mpi=" + mpi), arguments);
  }

  /** Runs {@code ronsel} with these arguments, and options for its JVM, to its end. */
  static Result runWithOptions(List<String> options, Object... arguments) throws Exception {
    try (Job job = start(List.of(), options, TestInstallation.core(), Map.of(), HERE, arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  /** Starts {@code ronsel} with another jar of ronsel-core. */
  static Job startWithCore(Path core, Map<String, String> environment, Object... arguments)
      throws IOException {
    Job job = start(List.of(), core, environment, HERE, arguments);
    job.closeInput();
    return job;
  }

  private static Job start(
      List<String> by,
      Path core,
      Map<String, String> environment,
      Path directory,
      Object... arguments)
      throws IOException {
    return start(by, List.of(), core, environment, directory, arguments);
  }

  private static Job start(
      List<String> by,
      List<String> jvmOptions,
      Path core,
      Map<String, String> environment,
      Path directory,
      Object... arguments)
      throws IOException {
    List<String> command = new ArrayList<>(by);
    command.addAll(TestInstallation.command(jvmOptions, core));
    boolean isOfRun = false;
    for (Object argument : arguments) {
      if (argument instanceof List<?> several) {
        several.forEach(each -> command.add(each.toString()));
      } else {
        command.add(argument.toString());
      }
      isOfRun = (isOfRun || argument.equals("run")) && !argument.equals("--");
      if (argument.equals("run") || isOfRun && argument.equals(":")) { // a part of the job begins
        command.addAll(Economy.ofJob());
      }
    }
    ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile());
    builder.environment().putAll(environment);
    return new Job(builder.start());
  }

  /** A program of {@code src/test/programs}, as an argument of the other methods. */
  static Object program(String name) {
    return TestPrograms.compiled(name);
  }

  /** Waits until a line of standard output contains this. */
  void awaitOut(String text) throws InterruptedException {
    out.await(text);
  }

  /** Waits until all ranks, so many, have written that they are ready. */
  void awaitReady(int ranks) throws InterruptedException {
    for (int rank = 0; rank < ranks; rank++) {
      awaitOut("ready " + rank);
    }
  }

  /** Waits until a line of standard error contains this. */
  void awaitErr(String text) throws InterruptedException {
    err.await(text);
  }

  /**
   * Sends SIGQUIT until the report of waits has been written so many times. In its first moments
   * the launcher's JVM takes the signal for itself.
   *
   * @return how many times it was sent
   */
  int askWhoWaits(int reports) throws Exception {
    int asked = 0;
    do {
      signal("QUIT");
      asked++;
    } while (!err.awaitTimes("(SIGQUIT)", reports, ASK_AGAIN));
    return asked;
  }

  /** What has been written to standard output so far. */
  String outSoFar() {
    return out.text();
  }

  /** What has been written to standard error so far. */
  String errSoFar() {
    return err.text();
  }

  /** Writes to the job's standard input. */
  void write(String text) throws IOException {
    OutputStream input = process.getOutputStream();
    input.write(text.getBytes(UTF_8));
    input.flush();
  }

  /** Ends the job's standard input. */
  void closeInput() throws IOException {
    process.getOutputStream().close();
  }

  /** Sends a signal to the launcher. */
  void signal(String name) throws Exception {
    signal(process.pid(), name);
  }

  /** The process of the launcher. */
  long pid() {
    return process.pid();
  }

  /** Sends a signal to a process. */
  static void signal(long pid, String name) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor()).as("kill -%s %d", name, pid).isZero();
  }

  /** The JVMs of the job that are alive. */
  List<ProcessHandle> jvms() {
    try (Stream<ProcessHandle> children = process.toHandle().children()) {
      return children.filter(ProcessHandle::isAlive).filter(Job::isJava).toList();
    }
  }

  /** A child is the JDK's spawn helper first. */
  private static boolean isJava(ProcessHandle child) {
    return child.info().command().orElse("").endsWith("java");
  }

  /** The JVMs of ranks that are alive, also where another command has started the launcher. */
  List<ProcessHandle> rankJvms() {
    try (Stream<ProcessHandle> all = process.descendants()) {
      return all.filter(
              each ->
                  List.of(each.info().arguments().orElse(new String[0]))
                      .contains("org.ronsel.runtime.LaunchedJvm"))
          .toList();
    }
  }

  /** The JVM of this index. */
  ProcessHandle jvm(int index) {
    return findJvm(index).orElseThrow();
  }

  /** The JVM of this index, if it is alive. */
  Optional<ProcessHandle> findJvm(int index) {
    return jvms().stream().filter(jvm -> isHost(jvm, index)).findFirst();
  }

  /** A process that is about to become one still has the arguments of the launcher. */
  private static boolean isHost(ProcessHandle jvm, int index) {
    List<String> arguments = List.of(jvm.info().arguments().orElse(new String[0]));
    return arguments.contains("org.ronsel.runtime.LaunchedJvm")
        && arguments.getLast().equals(Integer.toString(index));
  }

  /** Waits for the launcher's end. */
  Result await() throws InterruptedException {
    if (!process.waitFor(END_S, TimeUnit.SECONDS)) {
      throw new AssertionError(
          "the job does not end; output: " + out.text() + "\nerrors: " + err.text() + stacks());
    }
    out.join();
    err.join();
    return new Result(process.exitValue(), out.text(), err.text());
  }

  /** What the threads of the launcher and its JVMs do now, of a job that hangs. */
  private String stacks() throws InterruptedException {
    Path jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd");
    StringBuilder text = new StringBuilder();
    for (ProcessHandle each :
        Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList()) {
      try {
        Path dump = Files.createTempFile("threads", ".txt");
        String pid = Long.toString(each.pid());
        new ProcessBuilder(
                jcmd.toString(), pid, "Thread.dump_to_file", "-overwrite", dump.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start()
            .waitFor(10, TimeUnit.SECONDS);
        text.append("\n\nprocess ").append(pid).append(":\n").append(Files.readString(dump));
        Files.delete(dump);
      } catch (IOException e) {
        text.append("\n\nprocess ").append(each.pid()).append(": ").append(e.getMessage());
      }
    }
    return text.toString();
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  /** What a process has written so far. */
  private static final class Output {
    private final StringBuilder text = new StringBuilder();
    private final Thread reader;
    private boolean ended;

    Output(InputStream from) {
      reader = Thread.ofPlatform().daemon().start(() -> read(from));
    }

    private void read(InputStream from) {
      try (BufferedReader in = new BufferedReader(new InputStreamReader(from, UTF_8))) {
        char[] buffer = new char[8192];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
          append(new String(buffer, 0, count));
        }
      } catch (IOException e) {
        append("(" + e.getMessage() + ")");
      } finally {
        end();
      }
    }

    private synchronized void append(String more) {
      text.append(more);
      notifyAll();
    }

    private synchronized void end() {
      ended = true;
      notifyAll();
    }

    synchronized void await(String expected) throws InterruptedException {
      long deadlineNs = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_S);
      while (text.indexOf(expected) < 0) {
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        assertThat(leftMs > 0 && !ended)
            .as("'%s' is written; so far:%n%s", expected, text)
            .isTrue();
        wait(leftMs);
      }
    }

    /** Whether the text has been written so many times within this time. */
    synchronized boolean awaitTimes(String expected, int times, Duration time)
        throws InterruptedException {
      long deadlineNs = System.nanoTime() + time.toNanos();
      while (text.toString().split(Pattern.quote(expected), -1).length <= times) {
        assertThat(ended).as("'%s' is written; so far:%n%s", expected, text).isFalse();
        long leftMs = TimeUnit.NANOSECONDS.toMillis(deadlineNs - System.nanoTime());
        if (leftMs <= 0) {
          return false;
        }
        wait(leftMs);
      }
      return true;
    }

    synchronized String text() {
      return text.toString();
    }

    void join() throws InterruptedException {
      assertThat(reader.join(Duration.ofSeconds(DEADLINE_S))).isTrue();
    }
  }
}
