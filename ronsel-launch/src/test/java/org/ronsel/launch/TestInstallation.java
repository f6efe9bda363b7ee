package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.jr.ob.JSON;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.ronsel.Ronsel;
import org.ronsel.caches.OneAtATime;
import org.ronsel.combinations.Economy;
import org.ronsel.launch.spi.ChildLauncher;
import org.snakeyaml.engine.v2.api.Dump;
import picocli.CommandLine;

/**
 * The jars of a launcher with the start-up caches that an installed one has: a job starts in half
 * the processor time, and the tests of this module start hundreds. Made again when classes have
 * changed. Where the core is no jar, since it was not packaged, there are no caches.
 */
final class TestInstallation {
  private static final Path FOLDER = Path.of("target/test-installation").toAbsolutePath();
  private static final Path CORE = FOLDER.resolve("ronsel-core.jar");
  private static final Path LAUNCHER = FOLDER.resolve("ronsel-launch.jar");
  private static final Path CACHE = FOLDER.resolve("launcher.aot");

  private static final boolean HAS_CACHES = prepare();

  private TestInstallation() {}

  /** The core that jobs run with, unless a test says otherwise. */
  static Path core() {
    return HAS_CACHES ? CORE : place(Ronsel.class);
  }

  /** The command that starts a launcher, without its arguments. */
  static List<String> command(List<String> jvmOptions, Path core) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(jvmOptions);
    if (HAS_CACHES && core.equals(CORE)) {
      command.addAll(
          List.of(
              "-XX:AOTCache=" + CACHE, "-XX:+UnlockDiagnosticVMOptions", "-XX:-AOTReplayTraining"));
    }
    command.addAll(options(core, HAS_CACHES ? LAUNCHER : place(Main.class)));
    return command;
  }

  /** Options for JVMs of ranks that a test starts itself, which start as those of jobs do. */
  static List<String> rankOptions() {
    List<String> options = new ArrayList<>(Economy.ofJvm());
    try (Stream<Path> files = Files.list(FOLDER)) {
      files
          .filter(file -> HAS_CACHES && file.getFileName().toString().matches("ranks-.*\\.aot"))
          .forEach(
              cache ->
                  options.addAll(
                      List.of(
                          "-XX:AOTCache=" + cache,
                          "-Xlog:disable",
                          "-XX:+UnlockDiagnosticVMOptions",
                          "-XX:-AOTReplayTraining")));
    } catch (NoSuchFileException e) {
      return options;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return options;
  }

  /** Those of the {@code ronsel} script, on the class path. */
  private static List<String> options(Path core, Path launcher) {
    List<String> options = new ArrayList<>(ChildLauncher.JVM_OPTIONS);
    options.addAll(
        List.of(
            "-Xlog:disable",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            String.join(
                File.pathSeparator,
                core.toString(),
                launcher.toString(),
                place(CommandLine.class).toString(),
                place(JSON.class).toString(),
                place(JsonFactory.class).toString(),
                place(Dump.class).toString()),
            Main.class.getName()));
    return options;
  }

  private static boolean prepare() {
    Path core = place(Ronsel.class);
    Path classes = place(Main.class);
    if (!Files.isRegularFile(core) || !Files.isDirectory(classes)) {
      return false;
    }
    try {
      OneAtATime.run(
          Path.of("target").toAbsolutePath(),
          "test-installation",
          () -> {
            if (isStale(core, classes)) {
              make(core, classes);
            }
          });
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static boolean isStale(Path core, Path classes) throws IOException {
    if (!Files.exists(CACHE)) {
      return true;
    }
    FileTime made = Files.getLastModifiedTime(CACHE);
    return made.compareTo(Files.getLastModifiedTime(core)) < 0
        || made.compareTo(newest(classes)) < 0;
  }

  private static FileTime newest(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return FileTime.fromMillis(
          files.mapToLong(file -> file.toFile().lastModified()).max().orElse(0));
    }
  }

  private static void make(Path core, Path classes) throws IOException, InterruptedException {
    if (Files.exists(FOLDER)) {
      try (Stream<Path> old = Files.walk(FOLDER)) {
        old.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
    }
    Files.createDirectories(FOLDER);
    Files.copy(core, CORE);
    int status =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "cf", LAUNCHER.toString(), "-C", classes.toString(), ".");
    assertThat(status).isZero();
    Path made = FOLDER.resolve("new.aot");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:AOTCacheOutput=" + made);
    command.addAll(options(CORE, LAUNCHER));
    command.add("aot");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectInput(
                new File("/dev/null")) // from an open pipe it would read, and end without
            .redirectErrorStream(true)
            .redirectOutput(FOLDER.resolve("log").toFile());
    builder.environment().remove("RONSEL_AOT");
    assertThat(builder.start().waitFor()).as("see %s", FOLDER.resolve("log")).isZero();
    Files.move(made, CACHE);
  }

  private static Path place(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new AssertionError(e);
    }
  }
}
