package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TurnPipesTest {
  @TempDir Path place;

  @Test
  void pipesOfAProcessThatIsGoneAreDeleted() throws Exception {
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path abandoned = folder("ronsel-bench-" + gone.pid() + "-12345");
    Path own = folder("ronsel-bench-" + ProcessHandle.current().pid() + "-12345");
    Path other = folder("ronsel-bench-x-12345");

    TurnPipes.deleteAbandoned(place);

    assertThat(abandoned).doesNotExist();
    assertThat(own.resolve("answers")).exists();
    assertThat(other.resolve("answers")).exists();
  }

  private Path folder(String name) throws Exception {
    Path folder = Files.createDirectory(place.resolve(name));
    Files.writeString(folder.resolve("answers"), "");
    return folder;
  }
}
