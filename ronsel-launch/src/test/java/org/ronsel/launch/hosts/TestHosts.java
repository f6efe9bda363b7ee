package org.ronsel.launch.hosts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.ronsel.requirements.Requires;

/**
 * Several hosts on this machine, {@code node1}, {@code node2} and so on, for as long as a test
 * needs them ({@code testing/hosts}). They have the files of this machine, without {@code /tmp},
 * {@code /var/tmp}, {@code /dev/shm}, {@code /run} and {@code /var/log}, which each has of its own.
 * They go when this is closed, and also when this JVM ends or is killed.
 */
public final class TestHosts implements AutoCloseable {
  /** Longer than any step takes on a busy machine; a test that reaches it has failed. */
  private static final long DEADLINE_S = 120;

  private static final Path SCRIPT = Path.of("../testing/hosts").toAbsolutePath().normalize();
  private static final int CANNOT = 77;
  private static final AtomicInteger SETS = new AtomicInteger();

  /** How a command has ended. */
  public record Result(int status, String out, String err) {}

  /** What has crossed the link of a host. */
  public record Bytes(long in, long out) {}

  private final String set;
  private final Process script;
  private final Output errors;

  private TestHosts(String set, Process script, Output errors) {
    this.set = set;
    this.script = script;
    this.errors = errors;
  }

  /**
   * Brings up this many hosts, with options of {@code testing/hosts up}. Where there can be none,
   * the test is skipped.
   */
  public static TestHosts up(int count, String... options) throws Exception {
    String set = "test-" + ProcessHandle.current().pid() + "-" + SETS.incrementAndGet();
    List<String> command = script(set, "run", Integer.toString(count));
    command.addAll(List.of(options));
    command.addAll(List.of("--", "sh", "-c", "echo ready; exec cat")); // until its input ends
    Process script = new ProcessBuilder(command).start();
    Output out = new Output(script.getInputStream());
    TestHosts hosts = new TestHosts(set, script, new Output(script.getErrorStream()));
    try {
      if (!out.awaitByte()) {
        int status = hosts.end();
        String reason = hosts.errors.await().strip();
        Requires.HOSTS.unless(status != CANNOT, reason);
        throw new AssertionError("no hosts, status " + status + ": " + reason);
      }
    } catch (AssertionError | InterruptedException e) {
      hosts.script.destroy();
      throw e;
    }
    return hosts;
  }

  /** The words by which {@code testing/hosts} is called for a set of this name. */
  static List<String> script(String set, String... words) {
    List<String> command = new ArrayList<>(List.of(SCRIPT.toString(), "--set", set));
    command.addAll(Arrays.asList(words));
    return command;
  }

  /** The name of this set of hosts. */
  String set() {
    return set;
  }

  /** The process on whose end the hosts go. */
  Process script() {
    return script;
  }

  /** The words that, before a command, make it run on a host. */
  public List<String> on(String host) {
    return List.copyOf(script(set, "exec", host));
  }

  /**
   * Starts a command on a host, in this directory. The process is the command itself: signals reach
   * it.
   */
  public Process start(String host, String... command) throws IOException {
    List<String> words = new ArrayList<>(on(host));
    words.addAll(Arrays.asList(command));
    return new ProcessBuilder(words).start();
  }

  /** Runs a command without input on a host, in this directory, to its end. */
  public Result exec(String host, String... command) throws Exception {
    return await(start(host, command));
  }

  /** Pulls out the cable of a host. */
  public void cut(String host) throws Exception {
    ask("cut", host);
  }

  /** Puts it back. */
  public void restore(String host) throws Exception {
    ask("restore", host);
  }

  /** What a host has received and sent so far. */
  public Bytes bytes(String host) throws Exception {
    String[] words = ask("bytes", host).strip().split(" ");
    return new Bytes(Long.parseLong(words[1]), Long.parseLong(words[3]));
  }

  private String ask(String... words) throws Exception {
    Result result = await(new ProcessBuilder(script(set, words)).start());
    if (result.status() != 0) {
      throw new AssertionError(List.of(words) + ": " + result);
    }
    return result.out();
  }

  /** Ends the input of a process and waits for its end. */
  static Result await(Process process) throws Exception {
    Output out = new Output(process.getInputStream());
    Output err = new Output(process.getErrorStream());
    process.getOutputStream().close();
    if (!process.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("the command does not end: " + out.await() + err.await());
    }
    return new Result(process.exitValue(), out.await(), err.await());
  }

  private int end() throws InterruptedException {
    try {
      script.getOutputStream().close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!script.waitFor(DEADLINE_S, TimeUnit.SECONDS)) {
      script.destroy();
      throw new AssertionError("the hosts do not go: " + set);
    }
    return script.exitValue();
  }

  /** Takes the hosts away, with all that runs there. */
  @Override
  public void close() {
    try {
      if (script.isAlive() && end() != 0) {
        throw new AssertionError("the hosts did not go: " + errors.await());
      }
    } catch (InterruptedException e) {
      script.destroy();
      Thread.currentThread().interrupt();
    }
  }

  /** What a process writes. */
  private static final class Output {
    private static final byte[] END = {};

    private final BlockingQueue<byte[]> pieces = new LinkedBlockingQueue<>();
    private final StringBuilder text = new StringBuilder();
    private boolean ended;

    Output(InputStream from) {
      Thread.ofPlatform().daemon().start(() -> read(from));
    }

    private void read(InputStream from) {
      try (from) {
        byte[] buffer = new byte[8192];
        for (int count = from.read(buffer); count > 0; count = from.read(buffer)) {
          pieces.add(Arrays.copyOf(buffer, count));
        }
      } catch (IOException e) {
        pieces.add(("(" + e.getMessage() + ")").getBytes(UTF_8));
      } finally {
        pieces.add(END);
      }
    }

    /** Waits until something has been written; false if the end came first. */
    boolean awaitByte() throws InterruptedException {
      while (text.isEmpty() && !ended) {
        take();
      }
      return !text.isEmpty();
    }

    /** All of it. */
    String await() throws InterruptedException {
      while (!ended) {
        take();
      }
      return text.toString();
    }

    private void take() throws InterruptedException {
      byte[] piece = pieces.poll(DEADLINE_S, TimeUnit.SECONDS);
      if (piece == null) {
        throw new AssertionError("output does not go on: " + text);
      }
      ended = piece.length == 0;
      text.append(new String(piece, UTF_8));
    }
  }
}
