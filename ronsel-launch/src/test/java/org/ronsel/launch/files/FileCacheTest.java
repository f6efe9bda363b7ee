package org.ronsel.launch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The cache of files that a host was sent. */
class FileCacheTest {
  private static final int NOBODY = 65534;

  @TempDir Path folder;
  private Path place;
  private final List<String> notices = new ArrayList<>();

  @BeforeEach
  void choosePlace() {
    place = folder.resolve("ronsel/files");
  }

  @Test
  void itIsForItsOwnerOnly() throws IOException {
    Path kept = keep(open(), "content");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(place)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("r--------");
  }

  @Test
  void whatIsKeptIsFoundByItsHash() throws IOException {
    FileCache cache = open();
    Path kept = keep(cache, "content");
    assertThat(cache.find(hash("content"), 7)).isEqualTo(kept).hasContent("content");
    assertThat(cache.find(hash("other"), 5)).isNull();
    assertThat(notices).isEmpty();
  }

  @Test
  void aFileWhoseContentHasChangedIsThrownAway() throws IOException {
    FileCache cache = open();
    Path kept = keep(cache, "content");
    Files.delete(kept);
    Files.writeString(kept, "CONTENT");
    assertThat(cache.find(hash("content"), 7)).isNull();
    assertThat(kept).doesNotExist();
    assertThat(notices)
        .containsExactly(
            "the file "
                + hash("content")
                + " of the cache "
                + place
                + " has another content than it had; it is thrown away and sent again");
  }

  /** Not even to the right content: who controls the link controls what comes next. */
  @Test
  void aLinkInPlaceOfAFileIsNotFollowed() throws IOException {
    FileCache cache = open();
    Path elsewhere = Files.writeString(folder.resolve("elsewhere"), "content");
    Path link = Files.createSymbolicLink(place.resolve(hash("content")), elsewhere);
    assertThat(cache.find(hash("content"), 7)).isNull();
    assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
    assertThat(elsewhere).hasContent("content");
    assertThat(notices).singleElement().asString().contains(" is a link; it is thrown away");
  }

  @Test
  void aDirectoryOfAnotherUserIsRefused() throws IOException {
    Files.createDirectories(place);
    chown(place);
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(this::open)
        .withMessage(place + " belongs to user " + NOBODY + ", not to user " + JobDirectory.user());
  }

  @Test
  void aFileOfAnotherUserIsThrownAway() throws IOException {
    FileCache cache = open();
    chown(keep(cache, "content"));
    assertThat(cache.find(hash("content"), 7)).isNull();
    assertThat(notices).hasSize(1);
  }

  @Test
  void aDirectoryThatOthersMayWriteIsRefused() throws IOException {
    Files.createDirectories(place);
    Files.setPosixFilePermissions(place, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(this::open)
        .withMessage(place + " may be written by others (chmod go-w)");
  }

  /** As a program makes it whose umask is 002. */
  @Test
  void theDirectoryAboveIsClosedToOthers() throws IOException {
    Path above = Files.createDirectories(place.getParent());
    Files.setPosixFilePermissions(above, PosixFilePermissions.fromString("rwxrwxr-x"));
    open();
    assertThat(Files.getPosixFilePermissions(above))
        .isEqualTo(PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  @Test
  void aLinkInPlaceOfTheDirectoryIsRefused() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(folder.resolve("ronsel"));
    Files.createSymbolicLink(place, elsewhere);
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(this::open)
        .withMessage(place + " is not a directory");
  }

  @Test
  void whatHasNotBeenUsedForLongIsRemoved() throws IOException {
    FileCache cache = open();
    Path old = aged(keep(cache, "old"), Duration.ofDays(31));
    Path young = aged(keep(cache, "young"), Duration.ofDays(29));
    Path half = aged(Files.createFile(cache.newFile()), Duration.ofDays(1));
    Path started = Files.createFile(cache.newFile());
    Path foreign = aged(Files.createFile(place.resolve("mine")), Duration.ofDays(99));
    cache.clean(1000, Duration.ofDays(30));
    assertThat(old).doesNotExist();
    assertThat(young).exists();
    assertThat(half).as("nobody writes it any more").doesNotExist();
    assertThat(started).exists();
    assertThat(foreign).as("not a file of the cache").exists();
  }

  @Test
  void theLeastRecentlyUsedMakeRoomButNotWhatIsInUse() throws IOException {
    FileCache cache = open();
    Path first = aged(keep(cache, "12345"), Duration.ofDays(2));
    Path second = aged(keep(cache, "67890"), Duration.ofDays(3));
    Path used = keep(cache, "now");
    assertThat(cache.find(hash("12345"), 5)).isNotNull(); // which touches it
    cache.clean(8, Duration.ofDays(30));
    assertThat(second).doesNotExist();
    assertThat(first).exists();
    cache.clean(0, Duration.ofDays(30));
    assertThat(first).exists();
    assertThat(used).exists();
  }

  /** As when the machine was suspended, or its clock set forward. */
  @Test
  void whatAProcessUsesStaysHoweverOldItSeems() throws IOException {
    FileCache cache = open();
    Path used = keep(cache, "used");
    Path other = aged(keep(cache, "other"), Duration.ofDays(40));
    Path elsewhere = folder.resolve(String.valueOf(other.getFileName()));
    try (CacheUse _ = cache.use(List.of(used, elsewhere))) {
      var _ = aged(used, Duration.ofDays(40));
      cache.clean(0, Duration.ofDays(30));
      assertThat(used).exists();
      assertThat(other).doesNotExist();
      // Whoever looks does not give up the lock of this process, by which others know.
      Object inode = Files.getAttribute(uses().getFirst(), "unix:ino");
      assertThat(Path.of("/proc/locks")).content().contains(":" + inode + " ");
    }
    cache.clean(0, Duration.ofDays(30));
    assertThat(used).doesNotExist();
    assertThat(uses()).isEmpty();
  }

  @Test
  void whatAProcessThatHasEndedHasUsedMayGo() throws IOException {
    FileCache cache = open();
    Path used = aged(keep(cache, "used"), Duration.ofDays(2));
    Files.writeString(place.resolve("1.use"), used.getFileName() + "\n");
    cache.clean(0, Duration.ofDays(30));
    assertThat(used).doesNotExist();
    assertThat(uses()).isEmpty();
  }

  private List<Path> uses() throws IOException {
    try (Stream<Path> files = Files.list(place)) {
      return files.filter(file -> file.toString().endsWith(".use")).toList();
    }
  }

  private FileCache open() throws IOException {
    return FileCache.open(place, notices::add);
  }

  private static Path keep(FileCache cache, String content) throws IOException {
    Path file = cache.newFile();
    try (FileChannel channel = FileCache.open(file)) {
      FileCache.write(channel, content.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return cache.keep(file, hash(content));
  }

  private static Path aged(Path file, Duration age) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(Instant.now().minus(age)));
  }

  static String hash(String content) throws IOException {
    Path file = Files.createTempFile("content", "");
    try {
      return Sha256.of(Files.writeString(file, content));
    } finally {
      Files.delete(file);
    }
  }

  private static void chown(Path path) throws IOException {
    Assumptions.assumeTrue(JobDirectory.user() == 0, "only root can give files away");
    Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
  }
}
