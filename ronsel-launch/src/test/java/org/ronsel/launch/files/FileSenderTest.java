package org.ronsel.launch.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that change between the look at them and their sending. */
class FileSenderTest {
  @TempDir Path folder;
  private Path file;
  private FileSender sender;

  @BeforeEach
  void look() throws IOException {
    file = Files.writeString(folder.resolve("C.class"), "code");
    sender = new FileSender(List.of(FileScan.item(folder, "")));
  }

  @Test
  void aFileThatIsDeletedBeforeItsHashIsAskedForIsNamed() throws IOException {
    Files.delete(file);
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(() -> sender.hashes(0))
        .withMessage(file + " was deleted while it was sent; start again");
  }

  @Test
  void aFileThatIsDeletedBeforeItIsSentIsNamed() throws IOException {
    assertThat(sender.hashes(0)).containsExactly(FileCacheTest.hash("code"));
    Files.delete(file);
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(() -> sender.send(0, (item, entry, bytes) -> {}))
        .withMessage(file + " was deleted while it was sent; start again");
  }

  @Test
  void aFileThatBecomesShorterBeforeItIsSentIsNamed() throws IOException {
    Files.writeString(file, "");
    assertThatExceptionOfType(FilesException.class)
        .isThrownBy(() -> sender.send(0, (item, entry, bytes) -> {}))
        .withMessage(file + " was changed while it was sent; start again");
  }
}
