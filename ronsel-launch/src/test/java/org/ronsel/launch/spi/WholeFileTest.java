package org.ronsel.launch.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WholeFileTest {
  @TempDir Path folder;

  private long files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.count();
    }
  }

  @Test
  void aFileIsReplacedAndNothingElseIsLeft() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");

    WholeFile.write(file, out -> out.write('n'));

    assertThat(file).hasContent("n");
    assertThat(files()).isOne();
  }

  @Test
  void whereWritingFailsTheOldFileStays() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");

    assertThatThrownBy(
            () ->
                WholeFile.write(
                    file,
                    out -> {
                      out.write('n');
                      throw new IOException("the disk is full");
                    }))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(file + ": the disk is full");
    assertThat(file).hasContent("old");
    assertThat(files()).isOne();
  }

  /** And not the name of the file beside it, which nobody knows. */
  @Test
  void aFileThatCannotBeMadeIsNamed() {
    Path file = folder.resolve("no/such/a.json");

    assertThatThrownBy(() -> WholeFile.write(file, out -> out.write('n')))
        .hasMessage(file + ": its folder does not exist");
  }

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Path empty = Files.createDirectory(folder.resolve("empty"));

    assertThatThrownBy(() -> WholeFile.write(empty, out -> out.write('n')))
        .isInstanceOf(IOException.class);
    assertThat(empty).isDirectory();
  }

  @Test
  void aLinkStaysAndTheFileThatItLeadsToIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("a.json"));

    WholeFile.write(link, out -> out.write('n'));

    assertThat(link).isSymbolicLink();
    assertThat(file).hasContent("n");
  }

  /** A device, such as /dev/null, is another thing that no file may take the place of. */
  @Test
  void aPipeIsWrittenToAndStays() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("cat", pipe.toString()).start();
    try {
      WholeFile.write(pipe, out -> out.write('n'));

      assertThat(Files.readAttributes(pipe, BasicFileAttributes.class).isOther()).isTrue();
      assertThat(reader.inputReader().readLine()).isEqualTo("n");
    } finally {
      reader.destroy();
    }
  }
}
