package org.ronsel.launch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The directory of a job on a host. */
class JobDirectoryTest {
  @TempDir Path folder;

  @Test
  void itIsForItsOwnerOnlyAndGoesWithAllThatIsInIt() throws IOException {
    Path outside = Files.writeString(folder.resolve("outside"), "stays");
    Path path;
    try (JobDirectory directory = JobDirectory.create(folder)) {
      path = directory.path();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
          .isEqualTo("rwx------");
      directory.link(directory.directory("a/b").resolve("link"), outside);
    }
    assertThat(path).doesNotExist();
    assertThat(outside).hasContent("stays");
  }

  @Test
  void nothingIsMadeOutsideOrAfterItsEnd() throws IOException {
    JobDirectory directory = JobDirectory.create(folder);
    assertThatExceptionOfType(IOException.class)
        .isThrownBy(() -> directory.directory("../elsewhere"));
    directory.close();
    assertThatExceptionOfType(IOException.class).isThrownBy(() -> directory.directory("late"));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void whatAProcessThatHasEndedHasLeftIsRemoved() throws IOException {
    Path stale = Files.createDirectory(folder.resolve("ronsel-job-1"));
    Files.createFile(stale.resolve("lock"));
    Files.createDirectories(stale.resolve("places/0"));
    Path made = Files.createDirectory(folder.resolve("ronsel-job-2"));
    Path old = Files.createDirectory(folder.resolve("ronsel-job-3"));
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofHours(2))));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createFile(elsewhere.resolve("lock"));
    Path link = Files.createSymbolicLink(folder.resolve("ronsel-job-4"), elsewhere);
    try (JobDirectory used = JobDirectory.create(folder)) {
      JobDirectory.removeStale(folder);
      assertThat(used.path()).as("in use").exists();
    }
    assertThat(stale).doesNotExist();
    assertThat(made).as("perhaps in the making").exists();
    assertThat(old).doesNotExist();
    assertThat(link).exists();
    assertThat(elsewhere.resolve("lock")).exists();
  }

  /** The system lets go of a lock when its process closes the file, whoever opened it. */
  @Test
  void lookingForOthersDoesNotGiveUpTheOwnLock() throws IOException {
    try (JobDirectory used = JobDirectory.create(folder)) {
      Object inode = Files.getAttribute(used.path().resolve("lock"), "unix:ino");
      assertThat(Path.of("/proc/locks")).content().contains(":" + inode + " ");
      JobDirectory.removeStale(folder);
      assertThat(Path.of("/proc/locks")).content().contains(":" + inode + " ");
    }
  }

  @Test
  void whatIsOfAnotherUserStays() throws IOException {
    Assumptions.assumeTrue(JobDirectory.user() == 0, "only root can give files away");
    Path theirs = Files.createDirectory(folder.resolve("ronsel-job-1"));
    Files.createFile(theirs.resolve("lock"));
    Files.setAttribute(theirs, "unix:uid", 65534, LinkOption.NOFOLLOW_LINKS);
    JobDirectory.removeStale(folder);
    assertThat(theirs).exists();
  }
}
