package org.ronsel.sim;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {
  @TempDir Path folder;

  @Test
  void aFileThatIsNullIsRefusedByName() throws IOException {
    Path file = Files.writeString(folder.resolve("report.json"), "null");

    assertThatThrownBy(() -> BenchReport.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + " is not a report of ronsel bench --json in format 3");
  }
}
