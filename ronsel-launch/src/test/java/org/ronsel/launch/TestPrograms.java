package org.ronsel.launch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.ronsel.caches.OneAtATime;
import org.ronsel.launch.install.Installation;

/**
 * The programs of {@code src/test/programs}, compiled once for all tests: a launcher that compiles
 * costs as much time again as all the rest of a small job.
 */
final class TestPrograms {
  private static final Path SOURCES = Path.of("src/test/programs").toAbsolutePath();
  private static final Path CLASSES = Path.of("target/test-programs").toAbsolutePath();

  /** Empty; younger than the classes. */
  private static final Path DONE = CLASSES.resolve("compiled");

  static {
    try {
      OneAtATime.run(
          Path.of("target").toAbsolutePath(),
          "test-programs",
          () -> {
            if (isStale()) {
              compile();
            }
          });
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private TestPrograms() {}

  /** The arguments of {@code ronsel run} that name a program. */
  static List<String> compiled(String name) {
    assertThat(CLASSES.resolve(name + ".class")).exists();
    return List.of("-cp", CLASSES.toString(), name);
  }

  /** The arguments of plain {@code java} that name a program, and make it start quickly. */
  static List<String> onClassPath(String name) {
    assertThat(CLASSES.resolve(name + ".class")).exists();
    List<String> arguments = new ArrayList<>(TestInstallation.rankOptions());
    arguments.addAll(List.of("-cp", TestInstallation.core() + File.pathSeparator + CLASSES, name));
    return arguments;
  }

  /** A program's source file. */
  static Path source(String name) {
    return SOURCES.resolve(name + ".java");
  }

  private static boolean isStale() throws IOException {
    if (!Files.exists(DONE)) {
      return true;
    }
    FileTime made = Files.getLastModifiedTime(DONE);
    try (Stream<Path> sources = Files.list(SOURCES)) {
      return Stream.concat(sources, Stream.of(Installation.core()))
          .anyMatch(file -> file.toFile().lastModified() > made.toMillis());
    }
  }

  private static void compile() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (Stream<Path> sources = Files.list(SOURCES);
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, UTF_8)) {
      Files.createDirectories(CLASSES);
      List<String> options =
          List.of(
              "-proc:none",
              "-g",
              "-parameters",
              "-d",
              CLASSES.toString(),
              "-cp",
              Installation.core().toString());
      StringWriter messages = new StringWriter();
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  options,
                  null,
                  files.getJavaFileObjectsFromPaths(sources.sorted().toList()))
              .call();
      assertThat(compiled).as("%s", messages).isTrue();
      Files.writeString(DONE, "");
    }
  }
}
