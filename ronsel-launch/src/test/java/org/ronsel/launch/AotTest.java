package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.install.Installation;

/**
 * The start-up cache of the JVMs of jobs: used where it fits, never a reason to fail or to speak.
 */
class AotTest {
  @TempDir Path folder;

  @Test
  void aCacheIsMadeAndUsedAndNeverMissed() throws Exception {
    Path core = jar();
    try (Job job = Job.startWithCore(core, Map.of(), "aot")) {
      assertThat(job.await().status()).isZero();
    }
    List<Path> made = files();
    Path cache =
        made.stream()
            .filter(file -> file.getFileName().toString().startsWith("ranks-"))
            .findFirst()
            .orElseThrow();
    assertThat(made)
        .allMatch(file -> file.equals(core) || file.getFileName().toString().endsWith(".aot"));

    try (Job job = Job.startWithCore(core, Map.of(), "run", "-n", 1, Job.program("Ready"), 0)) {
      job.awaitOut("ready");
      assertThat(job.await().err()).isEmpty();
    }
    assertThat(used(core, Map.of())).isTrue();
    assertHasAllClasses(core);
    assertThat(used(core, Map.of("RONSEL_AOT", "off"))).isFalse();
    assertThat(Files.getPosixFilePermissions(cache))
        .as("whatever the umask is")
        .isEqualTo(PosixFilePermissions.fromString("r--r--r--"));
    // Who may write into a cache could make programs of others run what they like.
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rw-rw-r--"));
    assertThat(used(core, Map.of())).isFalse();
    Files.setPosixFilePermissions(cache, PosixFilePermissions.fromString("rw-r--r--"));
    runsSilently(core, "-J-XX:+UseZGC");
    Files.writeString(cache, "this is no cache");
    runsSilently(core, "-J-Dx=y");
  }

  @Test
  void agentsOfHostsHaveACacheOfTheirOwn() throws Exception {
    assumeTrue(Files.isRegularFile(TestInstallation.core()), "there are no jars");
    FakeShell shell = FakeShell.in(folder);
    for (String aot : List.of("", "off")) {
      try (Job job = SeveralHosts.ready(Map.of("RONSEL_AOT", aot), shell)) {
        // A JVM that cannot use a cache has not mapped it.
        String mapped =
            Files.readString(
                Path.of("/proc", Long.toString(shell.agent("b.invalid").pid()), "maps"));
        assertThat(mapped.contains("/agents-")).isEqualTo(aot.isEmpty());
        job.signal("TERM");
        assertThat(job.await().err()).isEqualTo("ronsel: ended by SIGTERM\n");
      }
    }
  }

  /** Whether the JVM says that classes come from the cache. */
  private static boolean used(Path core, Map<String, String> environment) throws Exception {
    try (Job job =
        Job.startWithCore(
            core,
            environment,
            "run",
            "-n",
            1,
            "-J-Xlog:class+load:file=/dev/stderr",
            Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.out()).isEqualTo("0 of 1 \n");
      return result
          .err()
          .lines()
          .anyMatch(
              line -> line.contains("org.ronsel.runtime.LaunchedJvm source: shared objects file"));
    }
  }

  /**
   * Fails if a small program has classes of Ronsel read from the jar, checked and linked when its
   * JVMs start: a job that fits no other was recorded then.
   */
  private static void assertHasAllClasses(Path core) throws Exception {
    String log = "-J-Xlog:class+load:file=/dev/stderr";
    try (Job job =
        Job.startWithCore(core, Map.of(), "run", "-n", 2, "--processes", log, Job.program("Who"))) {
      assertThat(job.await().err().lines())
          .filteredOn(line -> line.contains("] org.ronsel.") && line.contains("source: file:"))
          .isEmpty();
    }
  }

  private static void runsSilently(Path core, String option) throws Exception {
    try (Job job =
        Job.startWithCore(
            core, Map.of(), "run", "-n", 2, "--processes", option, Job.program("Who"))) {
      Job.Result result = job.await();
      assertThat(result.err()).isEmpty();
      assertThat(result.sortedLines()).containsExactly("0 of 2 ", "1 of 2 ");
    }
  }

  private Path jar() throws IOException {
    Path core = Installation.core();
    Path jar = folder.resolve("core.jar");
    if (Files.isRegularFile(core)) {
      return Files.copy(core, jar);
    }
    int status =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(System.out, System.err, "cf", jar.toString(), "-C", core.toString(), ".");
    assertThat(status).isZero();
    return jar;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }
}
