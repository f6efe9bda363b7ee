package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a program needs of files gets to hosts that lack it. The hosts are those of {@link
 * FakeShell}, each with a cache and a temporary directory of its own. Paths begin with {@code
 * /proc/self/cwd}, which for each process is its own working directory: so they lead elsewhere for
 * the launcher and for the agent of a host.
 */
class HostFilesTest {
  private static final String HERE = "/proc/self/cwd/";
  private static final List<String> HOSTS = List.of("--hosts", "a.invalid,b.invalid");

  @TempDir Path folder;
  private Path work;
  private FakeShell shell;

  @BeforeEach
  void makeHosts() throws IOException {
    work = Files.createDirectory(folder.resolve("work"));
    for (String host : List.of("a.invalid", "b.invalid")) {
      for (String each : List.of("tmp", "cache", "cwd")) {
        Files.createDirectories(folder.resolve(host).resolve(each));
      }
    }
    shell = shell("");
  }

  private FakeShell shell(String before) throws IOException {
    return FakeShell.in(
        folder,
        """
        D=%s/$FAKE_HOST
        TMPDIR=$D/tmp; XDG_CACHE_HOME=$D/cache; export TMPDIR XDG_CACHE_HOME
        cd $D/cwd
        %s
        sh -c "$*"
        """
            .formatted(folder, before));
  }

  @Test
  void aDirectoryOfClassesTravelsAndIsRemoved() throws Exception {
    Path classes = classes();
    Job.Result result = run(HOSTS, "-cp", HERE + "classes", "Shipped");
    assertThat(result.err()).isEmpty();
    assertThat(result.sortedLines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("0 from " + folder + "/a.invalid/tmp/ronsel-job-"),
            line -> assertThat(line).startsWith("1 from " + folder + "/b.invalid/tmp/ronsel-job-"));
    assertThat(result.status()).isZero();
    assertThat(classes).isNotEmptyDirectory();
    assertNothingLeft();
  }

  @Test
  void aJarTravelsOnceAndIsKept() throws Exception {
    jar(work.resolve("app.jar"));
    for (int i = 0; i < 2; i++) {
      Job.Result result = run(HOSTS, "-cp", HERE + "app.jar", "Shipped");
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines())
          .satisfiesExactly(
              line -> assertThat(line).startsWith("0 from").endsWith("/places/0/app.jar"),
              line -> assertThat(line).startsWith("1 from").endsWith("/places/0/app.jar"));
      assertThat(cached("a.invalid")).hasSize(1);
    }
    assertNothingLeft();
  }

  private Job.Result run(Object... arguments) throws Exception {
    try (Job job = start(arguments)) {
      job.closeInput();
      return job.await();
    }
  }

  private Job start(Object... arguments) throws IOException {
    return start(Map.of(), arguments);
  }

  private Job start(Map<String, String> environment, Object... arguments) throws IOException {
    Object[] all =
        Stream.of(Stream.of("run", shell.option(), "-n", 2), Stream.of(arguments))
            .flatMap(each -> each)
            .toArray();
    return Job.start(environment, work, all);
  }

  /** A directory of the classes of the program, in the working directory of the launcher. */
  private Path classes() throws IOException {
    Path classes = Files.createDirectory(work.resolve("classes"));
    Path compiled = Path.of(TestPrograms.compiled("Shipped").get(1));
    Files.copy(compiled.resolve("Shipped.class"), classes.resolve("Shipped.class"));
    return classes;
  }

  private void jar(Path jar, String... more) throws IOException {
    Path classes = Files.exists(work.resolve("classes")) ? work.resolve("classes") : classes();
    String[] words =
        Stream.concat(
                Stream.of("cf", jar.toString()),
                Stream.concat(Stream.of(more), Stream.of("-C", classes.toString(), ".")))
            .toArray(String[]::new);
    assertThat(ToolProvider.findFirst("jar").orElseThrow().run(System.out, System.err, words))
        .isZero();
  }

  private List<Path> cached(String host) throws IOException {
    Path cache = folder.resolve(host).resolve("cache/ronsel/files");
    if (!Files.exists(cache)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(cache)) {
      return files.toList();
    }
  }

  private void assertNothingLeft() {
    assertThat(folder.resolve("a.invalid/tmp")).isEmptyDirectory();
    assertThat(folder.resolve("b.invalid/tmp")).isEmptyDirectory();
  }
}
