package org.ronsel.machine;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ronsel.ErrorClass;
import org.ronsel.RonselException;
import org.ronsel.machine.SharedSegment.Backing;
import org.ronsel.memory.ByteSize;

class SharedSegmentTest {
  private static final String DIRECTORY = "ronsel.shm.dir";

  @AfterEach
  void restoreDirectory() {
    System.clearProperty(DIRECTORY);
  }

  @ParameterizedTest
  @EnumSource
  void bothMappingsShowTheSameBytes(Backing backing) {
    try (SharedSegment made = SharedSegment.create("same", 1 << 20, backing);
        SharedSegment opened = SharedSegment.open(made.handle(), 1 << 20)) {
      made.commit(0, 1 << 20);
      made.memory().set(ValueLayout.JAVA_LONG, 4096, 42);
      assertThat(opened.memory().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(42);
      assertThat(opened.memory().get(ValueLayout.JAVA_LONG, 8192)).isZero();
    }
  }

  /** The launcher removes what a killed process leaves, maybe before a peer has opened it. */
  @Test
  void aNamedSegmentIsGoneWithTheProcessThatMadeIt(@TempDir Path folder) throws Exception {
    Process over = new ProcessBuilder("true").start();
    over.waitFor();
    Path its = folder.resolve("ronsel-" + over.pid() + "-ring-00ff");
    assertThatThrownBy(() -> SharedSegment.open(its.toString(), 4096))
        .isInstanceOf(ProcessGoneException.class)
        .hasMessageContaining("process " + over.pid() + " has ended");
    Path ofALivingOne = folder.resolve("ronsel-" + ProcessHandle.current().pid() + "-ring-00ff");
    assertThatThrownBy(() -> SharedSegment.open(ofALivingOne.toString(), 4096))
        .isNotInstanceOf(ProcessGoneException.class)
        .hasMessageContaining("is gone: who made it has closed it");
  }

  /** Channels of files close when their thread is interrupted; a rank may be at any time. */
  @ParameterizedTest
  @EnumSource
  void anInterruptedThreadMakesAndOpensSegments(Backing backing) {
    Thread.currentThread().interrupt();
    try (SharedSegment made = SharedSegment.create("interrupted", 1 << 20, backing);
        SharedSegment opened = SharedSegment.open(made.handle(), 1 << 20)) {
      made.commit(0, 1 << 20);
      made.memory().set(ValueLayout.JAVA_LONG, 4096, 42);
      assertThat(opened.memory().get(ValueLayout.JAVA_LONG, 4096)).isEqualTo(42);
      assertThat(Thread.currentThread().isInterrupted()).isTrue();
    } finally {
      Thread.interrupted();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aSizeIsRoundedUpToPages(Backing backing) {
    try (SharedSegment made = SharedSegment.create("odd", 5, backing);
        SharedSegment opened = SharedSegment.open(made.handle(), 5)) {
      assertThat(made.byteSize()).isEqualTo(SharedSegment.pageSize());
      assertThat(opened.byteSize()).isEqualTo(made.byteSize());
    }
  }

  @ParameterizedTest
  @EnumSource
  void aNewSegmentCostsAddressSpaceOnly(Backing backing) throws IOException {
    try (SharedSegment made = SharedSegment.create("sparse", 1L << 40, backing)) {
      made.commit((1L << 40) - 4096, 4096);
      made.memory().set(ValueLayout.JAVA_LONG, (1L << 40) - 8, 7);
      assertThat(made.memory().get(ValueLayout.JAVA_LONG, (1L << 40) - 8)).isEqualTo(7);
    }
  }

  @ParameterizedTest
  @EnumSource
  void committingTwiceKeepsWhatWasWritten(Backing backing) {
    try (SharedSegment made = SharedSegment.create("twice", 1 << 20, backing);
        SharedSegment opened = SharedSegment.open(made.handle(), 1 << 20)) {
      made.commit(0, 10_000);
      made.memory().set(ValueLayout.JAVA_INT, 9_996, 5);
      made.commit(9_000, 10_000);
      opened.commit(0, 1 << 20);
      assertThat(made.memory().get(ValueLayout.JAVA_INT, 9_996)).isEqualTo(5);
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMappingOutlivesTheNameAndTheCreator(Backing backing) {
    SharedSegment made = SharedSegment.create("outlive", 1 << 16, backing);
    try (SharedSegment opened = SharedSegment.open(made.handle(), 1 << 16)) {
      made.commit(0, 1 << 16);
      made.unlink();
      made.unlink();
      made.memory().set(ValueLayout.JAVA_INT, 0, 3);
      made.close();
      assertThat(opened.memory().get(ValueLayout.JAVA_INT, 0)).isEqualTo(3);
      opened.commit(0, 1 << 16);
      assertThatThrownBy(() -> SharedSegment.open(made.handle(), 1 << 16))
          .isInstanceOf(RonselException.class);
    } finally {
      made.close();
    }
  }

  @Test
  void accessAfterCloseIsRefused() {
    SharedSegment made = SharedSegment.create("closed", 4096, Backing.AUTO);
    made.commit(0, 4096);
    MemorySegment memory = made.memory();
    made.close();
    made.close();
    assertThatThrownBy(() -> memory.get(ValueLayout.JAVA_BYTE, 0))
        .isInstanceOf(IllegalStateException.class);
  }

  @Test
  void aFileIsReadableByItsOwnerOnlyAndLeavesNothing(@TempDir Path directory) throws IOException {
    System.setProperty(DIRECTORY, directory.toString());
    try (SharedSegment made = SharedSegment.create("private", 4096, Backing.AUTO)) {
      Path file = Path.of(made.handle());
      assertThat(file).hasParent(directory);
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
          .isEqualTo("rw-------");
      made.unlink();
      assertThat(directory).isEmptyDirectory();
    }
    SharedSegment.create("private", 4096, Backing.AUTO).close();
    assertThat(directory).isEmptyDirectory();
  }

  /** Neither a file by its name, nor memory without one by the process that has it. */
  @ParameterizedTest
  @EnumSource
  void anotherUserCannotOpenASegment(Backing backing) throws Exception {
    assumeTrue(
        run("sh", "-c", "[ $(id -u) = 0 ] && command -v setpriv").isEmpty(),
        "root may run commands as another user, by setpriv");
    try (SharedSegment made = SharedSegment.create("private", 4096, backing)) {
      made.commit(0, 4096);
      String read = "head -c 1 " + made.handle() + " >/dev/null";
      String write = ": >>" + made.handle();
      assertThat(run("sh", "-c", read)).as("its owner").isEmpty();
      for (String each : List.of(read, write)) {
        assertThat(
                run(
                    "setpriv",
                    "--reuid=65534",
                    "--regid=65534",
                    "--clear-groups",
                    "sh",
                    "-c",
                    each))
            .as(each)
            .contains("Permission denied");
      }
    }
  }

  /** What a command writes to standard error, with its status if that is not 0. */
  private static String run(String... command) throws Exception {
    Process process =
        new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD).start();
    String said = new String(process.getErrorStream().readAllBytes(), UTF_8);
    int status = process.waitFor();
    return status == 0 ? said : said + "status " + status;
  }

  @Test
  void whatAKilledProcessLeftIsRemovedByItsNumber(@TempDir Path directory) throws IOException {
    System.setProperty(DIRECTORY, directory.toString());
    Path other = Files.createFile(directory.resolve("ronsel-4711-ring-00ff"));
    Path mine = Files.createFile(directory.resolve("ronsel-47-ring-00ff"));
    Files.createFile(directory.resolve("ronsel-47-pool-00fe"));
    assertThat(SharedSegment.removeLeftovers(null, 47)).isEqualTo(2);
    assertThat(other).exists();
    assertThat(mine).doesNotExist();
  }

  @Test
  void aMissingDirectoryIsNamedWithWhatToDo(@TempDir Path directory) {
    System.setProperty(DIRECTORY, directory.resolve("absent").toString());
    assertThatThrownBy(() -> SharedSegment.create("ring", 4096, Backing.AUTO))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("absent does not exist")
        .hasMessageContaining("-Dronsel.shm.dir");
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsNamed(@TempDir Path directory) throws IOException {
    Path file = Files.createFile(directory.resolve("file"));
    System.setProperty(DIRECTORY, file.toString());
    assertThatThrownBy(() -> SharedSegment.create("ring", 4096, Backing.AUTO))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("file is not a directory");
  }

  @Test
  void aDirectoryWhereNothingCanBeWrittenIsNamed() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self")));
    System.setProperty(DIRECTORY, "/proc/self");
    assertThatThrownBy(() -> SharedSegment.create("ring", 4096, Backing.AUTO))
        .isInstanceOf(RonselException.class)
        .hasMessageContaining("/proc/self")
        .hasMessageContaining("-Dronsel.shm.dir");
  }

  @Test
  void aFullDirectoryIsAnExceptionThatNamesSizeAndSpace() throws IOException {
    Path shm = Path.of("/dev/shm");
    assumeTrue(Files.isDirectory(shm) && LinuxCalls.AVAILABILITY.usable());
    FileStore store = Files.getFileStore(shm);
    long size = 2 * store.getTotalSpace();
    assumeTrue(store.type().equals("tmpfs") && size > 0 && size < 1L << 44);
    try (SharedSegment made = SharedSegment.create("huge", size, Backing.FILE)) {
      assertThatThrownBy(() -> made.commit(0, size))
          .isInstanceOf(RonselException.class)
          .hasMessageContaining(ByteSize.describe(size))
          .hasMessageContaining("No space left")
          .hasMessageContaining("/dev/shm")
          .hasMessageContaining("-Dronsel.shm.dir");
      made.commit(0, 4096);
      made.memory().set(ValueLayout.JAVA_INT, 0, 1);
    }
  }

  @Test
  void whatADeadProcessLeftLongAgoIsRemovedByTheNextWhoMakesAFile(@TempDir Path directory)
      throws Exception {
    Process dead = new ProcessBuilder("true").start();
    dead.waitFor();
    FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofHours(1)));
    String living = "ronsel-" + ProcessHandle.current().pid() + "-x";
    for (String name : List.of("ronsel-" + dead.pid() + "-old", living, "other-1-x")) {
      Files.setLastModifiedTime(Files.createFile(directory.resolve(name)), longAgo);
    }
    Files.createFile(directory.resolve("ronsel-" + dead.pid() + "-new"));
    System.setProperty(DIRECTORY, directory.toString());
    SharedSegment.create("sweeps", 1, Backing.FILE).close();
    assertThat(directory.toFile().list())
        .containsExactlyInAnyOrder("ronsel-" + dead.pid() + "-new", living, "other-1-x");
  }

  @Test
  void handlesThatAreNoSegmentsAreRefused(@TempDir Path directory) throws IOException {
    Path wrongSize = Files.createFile(directory.resolve("ronsel-1-x-00"));
    for (String handle :
        new String[] {
          "/etc/passwd",
          "relative/ronsel-1-x",
          "ronsel-1-x",
          "/proc/self/fd/0",
          "/proc/" + ProcessHandle.current().pid() + "/fd/0",
          "/proc/999999999/fd/3",
          directory.resolve("ronsel-absent").toString(),
          wrongSize.toString()
        }) {
      assertThatThrownBy(() -> SharedSegment.open(handle, 4096))
          .as(handle)
          .isInstanceOf(RonselException.class)
          .hasMessageContaining(handle);
    }
  }

  @Test
  void aSymbolicLinkIsNotFollowed(@TempDir Path directory) throws IOException {
    Path target = Files.write(directory.resolve("secret"), new byte[4096]);
    Path link = Files.createSymbolicLink(directory.resolve("ronsel-1-link-00"), target);
    assertThatThrownBy(() -> SharedSegment.open(link.toString(), 4096))
        .isInstanceOf(RonselException.class);
  }

  @Test
  void sizesAndRangesAreChecked() {
    for (long bytes : new long[] {0, -1}) {
      assertThatThrownBy(() -> SharedSegment.create("none", bytes, Backing.AUTO))
          .isInstanceOfSatisfying(
              RonselException.class,
              e -> assertThat(e.errorClass()).isEqualTo(ErrorClass.ARGUMENT));
    }
    try (SharedSegment made = SharedSegment.create("range", 4096, Backing.AUTO)) {
      assertThatThrownBy(() -> made.commit(0, made.byteSize() + 1))
          .isInstanceOf(IndexOutOfBoundsException.class);
      assertThatThrownBy(() -> made.commit(-1, 1)).isInstanceOf(IndexOutOfBoundsException.class);
      made.commit(made.byteSize(), 0);
    }
  }

  @Test
  void aPeerCannotShrinkAnonymousMemoryUnderTheOthers() throws IOException {
    assumeTrue(SharedSegment.anonymous().usable());
    try (SharedSegment made = SharedSegment.create("sealed", 1 << 16, Backing.MEMORY);
        var channel =
            java.nio.channels.FileChannel.open(
                Path.of(made.handle()), java.nio.file.StandardOpenOption.WRITE)) {
      assertThatThrownBy(() -> channel.truncate(0)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void descriptorsAreGivenBack() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")));
    for (Backing backing : Backing.values()) {
      SharedSegment.create("warm", 4096, backing).close();
      long before = openFiles();
      for (int i = 0; i < 50; i++) {
        try (SharedSegment made = SharedSegment.create("fd", 4096, backing);
            SharedSegment opened = SharedSegment.open(made.handle(), 4096)) {
          opened.commit(0, 1);
        }
        assertThatThrownBy(() -> SharedSegment.open("/proc/1/fd/77777", 4096))
            .isInstanceOf(RonselException.class);
      }
      assertThat(openFiles()).isLessThan(before + 25);
    }
  }

  private static long openFiles() throws IOException {
    try (var files = Files.list(Path.of("/proc/self/fd"))) {
      return files.count();
    }
  }

  @Test
  void thePageSizeComesFromTheAuxiliaryVector(@TempDir Path directory) throws IOException {
    assertThat(auxiliaryVector(directory, 3, 99, 6, 65536, 0, 0)).isEqualTo(65536);
    assertThat(auxiliaryVector(directory, 6, 16384, 0, 0)).isEqualTo(16384);
    long fallback = PageSize.fromAuxiliaryVector(directory.resolve("absent"));
    assertThat(fallback).isIn(4096L, 65536L);
    assertThat(auxiliaryVector(directory, 6, 4095)).isEqualTo(fallback);
    assertThat(auxiliaryVector(directory, 6)).isEqualTo(fallback);
    assertThat(SharedSegment.pageSize()).isIn(4096L, 16384L, 65536L);
  }

  private static long auxiliaryVector(Path directory, long... words) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Path file = directory.resolve("auxv");
      Files.write(
          file, arena.allocateFrom(ValueLayout.JAVA_LONG, words).toArray(ValueLayout.JAVA_BYTE));
      return PageSize.fromAuxiliaryVector(file);
    }
  }
}
