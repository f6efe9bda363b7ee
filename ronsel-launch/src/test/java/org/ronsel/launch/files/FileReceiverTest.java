package org.ronsel.launch.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a host takes of files that it is sent, and what it refuses. */
class FileReceiverTest {
  @TempDir Path folder;
  private Path temporary;
  private Path cache;
  private final List<String> notices = new ArrayList<>();

  @BeforeEach
  void makeDirectories() throws IOException {
    temporary = Files.createDirectory(folder.resolve("tmp"));
    cache = folder.resolve("ronsel/files");
  }

  /** The names that a hostile launcher might try. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "../evil",
        "a/../../evil",
        "/etc/evil",
        "a//b",
        "a/",
        "",
        ".",
        "..",
        "./a",
        "a/.",
        "..\\evil",
        "C:\\evil",
        "a\0b",
        "a\nb"
      })
  void aNameThatLeavesItsDirectoryIsRefused(String name) {
    assertThat(RelativeName.obstacle(name)).isNotNull();
    FileItem tree =
        new FileItem(
            FileItem.Kind.TREE, "/no/classes", "", "", List.of(new FileEntry(name, 4, "")));
    FileItem extra =
        new FileItem(FileItem.Kind.FILE, "/no/f", name, "", List.of(new FileEntry("f", 4, "")));
    FileItem path =
        new FileItem(
            FileItem.Kind.FILE, "/no/x/" + name, "", "", List.of(new FileEntry("f", 4, "")));
    for (FileItem item : name.isEmpty() ? List.of(tree) : List.of(tree, extra)) {
      assertThatExceptionOfType(FilesException.class)
          .isThrownBy(() -> receiver(item))
          .withMessageContaining("refused a file of /no/")
          .withMessageContaining(String.valueOf(RelativeName.obstacle(name)));
    }
    if (!name.contains("/")) {
      assertThatExceptionOfType(FilesException.class).isThrownBy(() -> receiver(path));
    }
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void moreThanAnItemMayHaveIsRefused() {
    List<FileEntry> many = new ArrayList<>();
    for (int i = 0; i <= FileScan.MAX_ENTRIES; i++) {
      many.add(new FileEntry("f" + i, 0, ""));
    }
    List<FileEntry> large = List.of(new FileEntry("f", FileScan.MAX_BYTES + 1, ""));
    for (List<FileEntry> entries : List.of(many, large)) {
      assertThatExceptionOfType(FilesException.class)
          .isThrownBy(() -> receiver(new FileItem(FileItem.Kind.TREE, "/no/t", "", "", entries)))
          .withMessage("/no/t has more files than are sent");
    }
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(
            () ->
                receiver(
                    new FileItem(
                        FileItem.Kind.FILE, "/no/f", "", "", List.of(new FileEntry("f", -1, "")))))
        .withMessage("/no/f cannot have a size of -1");
  }

  @Test
  void filesArriveWithTheirNamesAndGoWithTheJob() throws IOException {
    FileItem tree =
        new FileItem(
            FileItem.Kind.TREE,
            "/no/classes",
            "",
            "",
            List.of(new FileEntry("empty", 0, ""), new FileEntry("p/q/C.class", 4, "")));
    FileItem data =
        new FileItem(
            FileItem.Kind.FILE, "/no/d.csv", "d.csv", "", List.of(new FileEntry("d.csv", 5, "")));
    List<String> places;
    try (FileReceiver receiver = receiver(tree, data)) {
      assertThat(receiver.unlike()).containsExactly(0, 1);
      receiver.hashed(0, List.of(FileCacheTest.hash(""), FileCacheTest.hash("code")));
      receiver.hashed(1, List.of(FileCacheTest.hash("a,b,c")));
      assertThat(receiver.wanted()).containsExactly(0, 1);
      receiver.piece(0, 1, bytes("co"));
      receiver.piece(0, 1, bytes("de"));
      assertThat(receiver.isComplete()).isFalse();
      receiver.piece(1, 0, bytes("a,b,c"));
      assertThat(receiver.isComplete()).isTrue();
      places = receiver.places();
      assertThat(Path.of(places.get(0), "p/q/C.class")).hasContent("code");
      assertThat(Path.of(places.get(0), "empty")).isEmptyFile();
      assertThat(Path.of(receiver.extraFiles(), "d.csv")).hasContent("a,b,c");
    }
    assertThat(temporary).isEmptyDirectory();
    assertThat(cache.resolve(FileCacheTest.hash("a,b,c"))).hasContent("a,b,c");
    assertThat(notices).isEmpty();
  }

  @Test
  void whatIsHereWithTheSameContentIsUsedWhereItIs() throws IOException {
    Path file = Files.writeString(folder.resolve("lib.jar"), "same");
    FileEntry other = new FileEntry("lib.jar", 4, "another inode");
    try (FileReceiver receiver =
        receiver(new FileItem(FileItem.Kind.FILE, file.toString(), "", "", List.of(other)))) {
      assertThat(receiver.unlike()).containsExactly(0);
      receiver.hashed(0, List.of(FileCacheTest.hash("same")));
      assertThat(receiver.wanted()).isEmpty();
      assertThat(receiver.places()).containsExactly(file.toString());
    }
  }

  @Test
  void whatIsHereWithAnotherContentIsNotUsed() throws IOException {
    Path file = Files.writeString(folder.resolve("lib.jar"), "old!");
    FileEntry other = new FileEntry("lib.jar", 4, "another inode");
    try (FileReceiver receiver =
        receiver(new FileItem(FileItem.Kind.FILE, file.toString(), "", "", List.of(other)))) {
      receiver.unlike();
      receiver.hashed(0, List.of(FileCacheTest.hash("new!")));
      assertThat(receiver.wanted()).containsExactly(0);
    }
  }

  /** As on a shared file system: nothing is read. */
  @Test
  void theVerySameFileNeedsNoHash() throws IOException {
    Path file = Files.writeString(folder.resolve("lib.jar"), "same");
    Path classes = Files.createDirectories(folder.resolve("classes/p"));
    Files.writeString(classes.resolve("C.class"), "code");
    try (FileReceiver receiver =
        receiver(FileScan.item(file, ""), FileScan.item(classes.getParent(), ""))) {
      assertThat(receiver.unlike()).isEmpty();
      assertThat(receiver.isComplete()).isTrue();
      assertThat(receiver.places())
          .containsExactly(file.toString(), classes.getParent().toString());
    }
    assertThat(cache).as("not even looked at").doesNotExist();
  }

  @Test
  void aDirectoryWithMoreInItIsNotTheSame() throws IOException {
    Path classes = Files.createDirectory(folder.resolve("classes"));
    Files.writeString(classes.resolve("C.class"), "code");
    FileItem item = FileScan.item(classes, "");
    Files.writeString(classes.resolve("Stale.class"), "code");
    try (FileReceiver receiver = receiver(item)) {
      assertThat(receiver.unlike()).containsExactly(0);
      receiver.hashed(0, List.of(FileCacheTest.hash("code")));
      assertThat(receiver.wanted()).containsExactly(0);
    }
  }

  @Test
  void aFileWithAnotherContentThanItsHashIsRefusedAndNotKept() throws IOException {
    FileItem item =
        new FileItem(
            FileItem.Kind.FILE, "/no/a.jar", "", "", List.of(new FileEntry("a.jar", 4, "")));
    try (FileReceiver receiver = receiver(item)) {
      receiver.unlike();
      receiver.hashed(0, List.of(FileCacheTest.hash("good")));
      receiver.wanted();
      assertThatExceptionOfType(FilesException.class)
          .isThrownBy(() -> receiver.piece(0, 0, bytes("evil")))
          .withMessage("a.jar was changed while it was sent; start again");
    }
    assertThat(cache).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  @Test
  void aCacheThatOthersControlIsNotUsed() throws IOException {
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Files.createDirectory(folder.resolve("ronsel"));
    Files.createSymbolicLink(cache, elsewhere);
    FileItem item =
        new FileItem(
            FileItem.Kind.FILE, "/no/a.jar", "", "", List.of(new FileEntry("a.jar", 4, "")));
    try (FileReceiver receiver = receiver(item)) {
      receiver.unlike();
      receiver.hashed(0, List.of(FileCacheTest.hash("good")));
      receiver.wanted();
      receiver.piece(0, 0, bytes("good"));
      assertThat(Path.of(receiver.places().getFirst())).hasContent("good");
    }
    assertThat(notices)
        .containsExactly(cache + " is not a directory; what is sent is kept for this job only");
    assertThat(elsewhere).isEmptyDirectory();
    assertThat(temporary).isEmptyDirectory();
  }

  /** Whatever order the launcher's frames come in: one message, and nothing is left. */
  @Test
  void nonsenseIsRefused() throws IOException {
    long seed = Long.getLong("ronsel.test.seed", System.nanoTime());
    Random random = new Random(seed);
    FileItem file =
        new FileItem(FileItem.Kind.FILE, "/no/a", "a", "", List.of(new FileEntry("a", 4, "")));
    FileItem tree =
        new FileItem(
            FileItem.Kind.TREE,
            "/no/b",
            "",
            "",
            List.of(new FileEntry("c", 4, ""), new FileEntry("d/e", 1, "")));
    for (int i = 0; i < 2000; i++) {
      try (FileReceiver receiver = receiver(file, tree)) {
        receiver.unlike();
        for (int step = random.nextInt(8); step >= 0; step--) {
          int item = random.nextInt(4) - 1;
          switch (random.nextInt(4)) {
            case 0 -> receiver.hashed(item, List.of(FileCacheTest.hash("good")));
            case 1 -> receiver.hashed(1, List.of("../../x", "y"));
            case 2 -> receiver.wanted();
            default -> receiver.piece(item, random.nextInt(3) - 1, new byte[random.nextInt(6)]);
          }
        }
        receiver.places();
      } catch (FilesException e) {
        assertThat(e).hasMessageNotContaining("\n");
      } catch (IOException | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
      assertThat(temporary).as("seed %s", seed).isEmptyDirectory();
    }
  }

  @Test
  void whatIsNotSentHasToBeThere() throws IOException {
    FileItem required =
        new FileItem(
            FileItem.Kind.REQUIRED, "/no/where", "", "it has more than 3 files", List.of());
    try (FileReceiver receiver = receiver(required)) {
      assertThatExceptionOfType(FilesException.class)
          .isThrownBy(receiver::unlike)
          .withMessage(
              "there is no directory /no/where, and it is not sent: it has more than 3 files");
    }
  }

  private FileReceiver receiver(FileItem... items) throws IOException {
    return new FileReceiver(List.of(items), temporary, cache, notices::add);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(UTF_8);
  }
}
