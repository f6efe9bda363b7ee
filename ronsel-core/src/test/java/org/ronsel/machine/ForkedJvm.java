package org.ronsel.machine;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Another JVM that runs a main class of these tests. */
public final class ForkedJvm implements AutoCloseable {
  /** After this time it is killed, and whoever waits for it sees its end. */
  private static final long LONGEST_SECONDS = 100;

  /** The option that lets it call native functions. */
  public static final String NATIVE = "--enable-native-access=ALL-UNNAMED";

  private final Process process;
  private final Path errors;

  private ForkedJvm(Process process, Path errors) {
    this.process = process;
    this.errors = errors;
  }

  /** Starts {@code main} with these options of the JVM. */
  public static ForkedJvm start(Class<?> main, List<String> options, String... arguments)
      throws IOException {
    return start(main, options, Map.of(), arguments);
  }

  static ForkedJvm start(
      Class<?> main, List<String> options, Map<String, String> environment, String... arguments)
      throws IOException {
    Path target = Path.of(System.getProperty("basedir", ".")).resolve("target").toAbsolutePath();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add("-cp");
    command.add(target.resolve("classes") + ":" + target.resolve("test-classes"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Path errors = Files.createTempFile("forked", ".err");
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(errors.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().putAll(environment);
    Process process = builder.start();
    CompletableFuture.delayedExecutor(LONGEST_SECONDS, TimeUnit.SECONDS)
        .execute(process::destroyForcibly);
    return new ForkedJvm(process, errors);
  }

  long pid() {
    return process.pid();
  }

  Process process() {
    return process;
  }

  /** Writes to its standard input. */
  public void write(String text) throws IOException {
    Writer writer = process.outputWriter(StandardCharsets.UTF_8);
    writer.write(text);
    writer.flush();
  }

  /** The next line that it prints. */
  String line() throws IOException {
    String line = process.inputReader(StandardCharsets.UTF_8).readLine();
    if (line == null) {
      throw new IOException("the forked JVM ended: " + errors());
    }
    return line;
  }

  /** Waits for its end; everything that it printed and this object has not read. */
  public String finish() throws IOException, InterruptedException {
    String output = String.join("\n", process.inputReader(StandardCharsets.UTF_8).lines().toList());
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException("the forked JVM failed: " + output + errors());
    }
    return output;
  }

  String errors() throws IOException {
    return Files.readString(errors);
  }

  @Override
  public void close() throws IOException {
    process.destroyForcibly();
    Files.deleteIfExists(errors);
  }
}
