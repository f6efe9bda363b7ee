package org.ronsel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.spi.ResultFormat;

class BenchReportTest {
  @TempDir Path folder;

  @Test
  void aFileThatIsNullIsRefusedByName() throws IOException {
    Path file = Files.writeString(folder.resolve("report.json"), "null");

    assertThatThrownBy(() -> BenchReport.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(file + " is no JSON object, but null");
  }

  @Test
  void timesOfWrongDataAreLeftOut() throws IOException {
    String row =
        "{\"benchmark\": \"rate\", \"size\": 8, \"ranks\": 2, \"entrant\": \"threads\","
            + " \"batchesNs\": [%d], \"verified\": %b}";
    String rows = row.formatted(100, true) + ", " + row.formatted(1, false);
    Path file =
        Files.writeString(
            folder.resolve("report.json"),
            "{\"%s\": %d, \"rows\": [%s]}"
                .formatted(ResultFormat.VERSION_FIELD, ResultFormat.VERSION, rows));

    assertThat(BenchReport.read(file)).containsExactly(new Measurement("rate", "threads", 8, 100));
  }

  @Test
  void aReportOfAnotherVersionIsRefusedByItsVersion() throws IOException {
    int other = ResultFormat.VERSION + 1;
    Path file =
        Files.writeString(
            folder.resolve("report.json"),
            "{\"" + ResultFormat.VERSION_FIELD + "\": " + other + ", \"rows\": []}");

    assertThatThrownBy(() -> BenchReport.read(file))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has format " + other);
  }
}
