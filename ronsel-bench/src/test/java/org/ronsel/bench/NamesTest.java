package org.ronsel.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ronsel.bench.command.BenchCommand;

/** A class is found by its name: no two of this module have the same one. */
class NamesTest {
  @Test
  void noTwoClassesHaveTheSameSimpleName() throws IOException {
    List<String> names;
    try (ModuleReader reader =
        BenchCommand.class
            .getModule()
            .getLayer()
            .configuration()
            .findModule("org.ronsel.bench")
            .orElseThrow()
            .reference()
            .open()) {
      names =
          reader
              .list()
              .filter(file -> file.startsWith("org/ronsel/") && file.endsWith(".class"))
              .map(file -> file.substring(file.lastIndexOf('/') + 1))
              .filter(file -> !file.contains("$") && !file.startsWith("package-info"))
              .toList();
    }

    assertThat(names).hasSizeGreaterThan(100).doesNotHaveDuplicates();
  }
}
