package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shared memory that is full or must not be written: the launcher runs with a file system of its
 * own, in a mount namespace that ends with it. That takes the superuser.
 */
class SharedMemoryFaultTest {
  /** Mounts memory on $1 with options $0, runs the rest, and says what is left there. */
  private static final String SCRIPT =
      """
      where=$1; shift
      mount -t tmpfs -o "$0" ronsel-test "$where" || exit 99
      "$@"
      status=$?
      echo "left: $(ls -A "$where")" >&2
      exit $status
      """;

  @TempDir Path folder;

  @BeforeAll
  static void needsMountNamespaces() throws Exception {
    boolean works;
    try {
      Process probe =
          new ProcessBuilder(
                  "unshare", "-m", "sh", "-c", "mount -t tmpfs -o size=64k ronsel-test /mnt")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      works = probe.waitFor(10, TimeUnit.SECONDS) && probe.exitValue() == 0;
    } catch (java.io.IOException e) {
      works = false;
    }
    assumeTrue(works, "no mount namespaces for this user");
  }

  private static List<String> on(Path directory, String options) {
    return List.of("unshare", "-m", "sh", "-c", SCRIPT, options, directory.toString());
  }

  private static Object[] job(Path directory, String program) {
    return new Object[] {
      "run", "-n", 2, "--processes", "-J-Dronsel.shm.dir=" + directory, Job.program(program)
    };
  }

  @ParameterizedTest
  @CsvSource({
    "4k, rank [01] cannot start: ",
    "40k, rank [01] (cannot start|failed): ",
    "240k, rank 0 failed: org.ronsel.NoMemoryException: "
  })
  void aFullDirectoryIsOneErrorThatSaysWhatToDo(String size, String who) throws Exception {
    Job.Result result = Job.runBy(on(folder, "size=" + size), job(folder, "Large"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern(who)
        .containsPattern("Cannot (get|create) [0-9.]+ (KiB|MiB|B) of shared memory")
        .containsPattern(folder + " has [0-9.]+ (KiB|MiB|B) of [0-9.]+ (KiB|MiB|B) free")
        .contains("--shm-size")
        .contains("-Dronsel.shm.dir=DIR")
        .endsWith("left: \n");
    assertThat(result.err().lines().filter(line -> line.startsWith("ronsel: "))).hasSize(1);
    assertThat(result.out()).isEmpty();
  }

  @Test
  void aDirectoryThatIsReadOnlyIsOneErrorThatSaysWhatToDo() throws Exception {
    Job.Result result = Job.runBy(on(folder, "ro"), job(folder, "Large"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err())
        .containsPattern("rank [01] cannot start: Cannot create [0-9.]+ \\w+ of shared memory")
        .contains(folder + " is not writable")
        .contains("-Dronsel.shm.dir=DIR")
        .endsWith("left: \n");
    assertThat(result.err().lines()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource({"missing, does not exist", "file, is not a directory"})
  void aDirectoryThatIsNoneIsOneErrorThatNamesIt(String name, String why) throws Exception {
    Path place = folder.resolve(name);
    if (name.equals("file")) {
      Files.createFile(place);
    }
    Job.Result result = Job.run(job(place, "Large"));
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().lines()).hasSize(1);
    assertThat(result.err())
        .contains(place + " " + why + ". Name a directory that exists with -Dronsel.shm.dir");
  }

  @Test
  void aDirectoryThatIsLargeEnoughIsUsedAndLeftEmpty() throws Exception {
    Job.Result result = Job.runBy(on(folder, "size=64m"), job(folder, "Large"));
    assertThat(result.err()).isEqualTo("left: \n");
    assertThat(result.status()).isZero();
    assertThat(result.out().lines()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"size=4k", "ro"})
  void theUsualPlaceMayBeFullBecauseItIsNotUsed(String options) throws Exception {
    Job.Result result =
        Job.runBy(
            on(Path.of("/dev/shm"), options),
            "run",
            "-n",
            4,
            "--processes",
            Job.program("Statics"));
    assertThat(result.err()).isEqualTo("left: \n");
    assertThat(result.status()).isZero();
    assertThat(result.out().lines()).hasSize(4);
  }
}
