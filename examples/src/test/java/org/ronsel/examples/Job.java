package org.ronsel.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assertions;
import org.ronsel.combinations.Combinations;
import org.ronsel.combinations.Economy;

/**
 * What a program did that was started with {@code ./ronsel run} or in this JVM, or another command
 * that has ended.
 */
record Job(String command, int status, byte[] out, String err) {
  private static final int LIMIT_S = 240;

  /** The folder of the checkout. */
  static final Path ROOT = findRoot();

  private static final Path CLASSES = ROOT.resolve("examples/target/classes");

  /**
   * Runs {@code examples/PROGRAM.java} as it was compiled with these tests and waits for its end; a
   * launcher that compiles takes twice the time. Where the ranks of the layout are threads, they
   * are those of this JVM, unless the tests take every combination.
   */
  static Job run(Layout layout, String program, Object... args)
      throws IOException, InterruptedException {
    if (layout.placement() == Layout.Placement.THREADS && !Combinations.all()) {
      String[] words = Stream.of(args).map(Object::toString).toArray(String[]::new);
      return Assertions.assertTimeoutPreemptively(
          Duration.ofSeconds(LIMIT_S),
          () -> InThisJvm.run(CLASSES, layout.ranks(), program, words));
    }
    return run(layout, List.of("-cp", CLASSES.toString(), program), args);
  }

  /** Runs {@code examples/PROGRAM.java} as users do and waits for its end. */
  static Job runSource(Layout layout, String program, Object... args)
      throws IOException, InterruptedException {
    String source = ROOT.resolve("examples").resolve(program + ".java").toString();
    return run(layout, List.of(source), args);
  }

  private static Job run(Layout layout, List<String> program, Object... args)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(ROOT.resolve("ronsel").toString(), "run"));
    command.addAll(layout.options());
    command.addAll(Economy.ofJob());
    command.addAll(program);
    for (Object arg : args) {
      command.add(arg.toString());
    }
    return run(command);
  }

  /** Runs a command and waits for its end. */
  static Job run(List<String> command) throws IOException, InterruptedException {
    Path out = Files.createTempFile("ronsel-example", ".out");
    Path err = Files.createTempFile("ronsel-example", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(LIMIT_S, TimeUnit.SECONDS)) {
        List<ProcessHandle> left = new ArrayList<>(process.descendants().toList());
        left.add(process.toHandle());
        left.forEach(ProcessHandle::destroyForcibly);
        throw new AssertionError(
            String.join(" ", command)
                + " has not ended after "
                + LIMIT_S
                + " s; its output:\n"
                + Files.readString(out, StandardCharsets.ISO_8859_1)
                + Files.readString(err, StandardCharsets.ISO_8859_1));
      }
      return new Job(
          String.join(" ", command),
          process.exitValue(),
          Files.readAllBytes(out),
          Files.readString(err));
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }

  /** Fails unless the command has ended well. */
  Job succeeded() {
    assertThat(status).as("exit status of %s", this).isZero();
    return this;
  }

  /** Standard output as lines. */
  List<String> lines() {
    return new String(out, StandardCharsets.UTF_8).lines().toList();
  }

  /**
   * The number that follows {@code label} on the one line of standard output that begins with it.
   */
  double number(String label) {
    return Double.parseDouble(word(label));
  }

  /** The word that follows {@code label} on the one line of standard output that begins with it. */
  String word(String label) {
    List<String> matching = lines().stream().filter(line -> line.startsWith(label)).toList();
    assertThat(matching).as("lines of %s that begin with %s", this, label).hasSize(1);
    return matching.getFirst().substring(label.length()).trim().split("\\s+")[0];
  }

  @Override
  public String toString() {
    return command
        + "\n--- output\n"
        + new String(out, StandardCharsets.UTF_8)
        + "--- errors\n"
        + err
        + "---";
  }

  private static Path findRoot() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("ronsel-core"))) {
      folder = folder.getParent();
      if (folder == null) {
        throw new IllegalStateException("not started inside a checkout of Ronsel");
      }
    }
    return folder;
  }
}
