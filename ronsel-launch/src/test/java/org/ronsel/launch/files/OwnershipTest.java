package org.ronsel.launch.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whose files are used: this user's, and of an installation those of its owner. */
class OwnershipTest {
  private static final int NOBODY = 65534;

  @TempDir Path folder;
  private Path jar;
  private Path beside;
  private Path file;

  @BeforeEach
  void write() throws IOException {
    jar = Files.writeString(folder.resolve("some.jar"), "");
    beside = Files.writeString(folder.resolve("beside"), "");
    file = Files.writeString(Files.createDirectory(folder.resolve("own")).resolve("file"), "");
    permit(folder.resolve("own"), "rwx------");
    permit(beside, "r--r--r--");
    permit(file, "r--r--r--");
  }

  @Test
  void whatThisUserHasWrittenIsUsed() {
    assertThat(Ownership.isOfThisUser(file)).isTrue();
    assertThat(Ownership.isOfOwnerOf(jar, beside)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw-r--", "rw-r--rw-"})
  void aFileThatOthersMayWriteIsNot(String permissions) throws IOException {
    permit(beside, permissions);
    permit(file, permissions);
    assertThat(Ownership.isOfThisUser(file)).isFalse();
    assertThat(Ownership.isOfOwnerOf(jar, beside)).isFalse();
  }

  @Test
  void aFolderInWhichOthersMayWriteIsNotThisUsersAlone() throws IOException {
    permit(file.getParent(), "rwxrwxr-x");
    assertThat(Ownership.isOfThisUser(file)).isFalse();
  }

  /** Who may write into the folder of jars could write these. */
  @Test
  void theFolderOfJarsIsTrustedAsTheyAre() throws IOException {
    permit(folder, "rwxrwxr-x");
    assertThat(Ownership.isOfOwnerOf(jar, beside)).isTrue();
  }

  @Test
  void aLinkIsNoFileOfThisUser() throws IOException {
    Path link = Files.createSymbolicLink(file.resolveSibling("link"), file);
    assertThat(Ownership.isOfThisUser(link)).isFalse();
    assertThat(Ownership.isOfThisUser(file.resolveSibling("none"))).isFalse();
  }

  @Test
  void aFileOfAnotherUserIsUsedBesideHisJarsAlone() throws IOException {
    give(beside, NOBODY);
    assertThat(Ownership.isOfOwnerOf(jar, beside)).isFalse();
    give(jar, NOBODY);
    assertThat(Ownership.isOfOwnerOf(jar, beside)).isTrue();
    give(file, NOBODY);
    assertThat(Ownership.isOfThisUser(file)).isFalse();
  }

  @Test
  void aFileInAFolderOfAnotherUserIsNotUsed() throws IOException {
    give(file.getParent(), NOBODY);
    assertThat(Ownership.isOfThisUser(file)).isFalse();
  }

  private static void permit(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static void give(Path path, int user) {
    try {
      Files.setAttribute(path, "unix:uid", user);
    } catch (IOException e) {
      Assumptions.abort("only the superuser gives files away");
    }
  }
}
