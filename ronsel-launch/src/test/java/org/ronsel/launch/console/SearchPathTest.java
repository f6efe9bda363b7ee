package org.ronsel.launch.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SearchPathTest {
  @TempDir Path folder;

  @Test
  void starStandsForTheJarsOfADirectory() throws Exception {
    Path jars = Files.createDirectories(folder.resolve("jars"));
    Files.writeString(jars.resolve("b.jar"), "");
    Files.writeString(jars.resolve("a.jar"), "");
    Files.writeString(jars.resolve("c.txt"), "");
    assertThat(SearchPath.elements(jars + "/*:" + folder))
        .containsExactly(
            jars.resolve("a.jar").toString(), jars.resolve("b.jar").toString(), folder.toString());
  }
}
