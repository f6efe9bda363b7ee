package org.ronsel.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.spi.FileProblem;

/** Why a file cannot be read or written, in words. */
class FileProblemTest {
  @TempDir Path folder;

  private static String reason(ThrowingCallable call) {
    return FileProblem.reason(catchThrowableOfType(IOException.class, call));
  }

  @Test
  void theReasonIsSaidAndNotTheNameAgain() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(reason(() -> Files.readString(folder.resolve("none"))))
        .isEqualTo("there is no such file");
    assertThat(reason(() -> Files.readString(folder.resolve("none/none"))))
        .isEqualTo("its folder does not exist");
    assertThat(reason(() -> Files.createDirectories(file)))
        .isEqualTo("there is a file of this name");
    assertThat(reason(() -> Files.writeString(file.resolve("x"), ""))).isEqualTo("not a directory");
    assertThat(FileProblem.reason(new FileSystemException("f", null, "No space left on device")))
        .isEqualTo("no space left on device");
    assertThat(FileProblem.text(new FileSystemException("f", null, "No space left on device")))
        .isEqualTo("f: no space left on device");
    assertThat(FileProblem.reason(new IOException("Broken pipe"))).isEqualTo("Broken pipe");
  }

  @Test
  void whatCannotBeWrittenIsKnownBefore() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    assertThat(FileProblem.ofOutput(file)).isNull();
    assertThat(FileProblem.ofOutput(folder.resolve("new"))).isNull();
    assertThat(FileProblem.ofOutput(Path.of("/dev/null"))).isNull();
    assertThat(FileProblem.ofOutput(folder)).isEqualTo("it is a folder");
    assertThat(FileProblem.ofOutput(folder.resolve("none/new")))
        .isEqualTo("its folder does not exist");
    assertThat(FileProblem.ofOutput(file.resolve("new"))).isEqualTo(file + " is not a folder");
  }
}
