package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ronsel.bench.report.SampleRows.PINGPONG_8;
import static org.ronsel.bench.report.SampleRows.row;
import static org.ronsel.bench.report.SampleRows.skipped;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.launch.spi.ResultFormat;

class JsonReportTest {
  private static final Results RESULTS =
      new Results(
          List.of(
              row(PINGPONG_8, "threads", Kind.RONSEL, 0, 90, 100, 110),
              row(PINGPONG_8, "handover", Kind.LIMIT, 0, 45, 40, 55),
              skipped(PINGPONG_8, "mpich", Kind.PEER, "MPICH is not installed")));

  @TempDir Path folder;

  private Map<String, Object> written() throws IOException {
    Path file = folder.resolve("report.json");
    ResultDocument.write(
        file,
        JsonReport.of(
            new RunDescription(
                List.of("ronsel", "bench", "pingpong"),
                Map.of("mpich", "MPICH is not installed"),
                Map.of("rounds", 1)),
            true,
            RESULTS,
            Map.of(),
            Targets.ALL,
            List.of()));
    return JSON.std.mapFrom(Files.readString(file));
  }

  @Test
  void holdsWhereAndHowItWasMeasured() throws IOException {
    Map<String, Object> report = written();

    assertThat(report)
        .containsEntry(ResultFormat.VERSION_FIELD, ResultFormat.VERSION)
        .containsEntry("command", List.of("ronsel", "bench", "pingpong"))
        .containsEntry("peers", Map.of("mpich", "MPICH is not installed"))
        .containsKeys("date", "plan");
    assertThat(mapAt(report, "machine")).containsKeys("processors", "system", "java");
  }

  @Test
  void holdsEveryBatchOfEveryRow() throws IOException {
    List<Map<String, Object>> rows = listAt(written(), "rows");

    assertThat(rows).hasSize(3);
    assertThat(rows.get(0))
        .containsEntry("entrant", "threads")
        .containsEntry("batchesNs", List.of(90.0, 100.0, 110.0))
        .containsEntry("kind", "message")
        .containsEntry("metric", "latency")
        .containsEntry("placement", "threads")
        .hasEntrySatisfying("value", v -> assertThat(((Map<?, ?>) v).get("median")).isEqualTo(0.1))
        .containsEntry("unit", "us")
        .containsEntry("command", List.of("command", "of", "threads"));
    assertThat(rows.get(2)).containsEntry("skipped", "MPICH is not installed");
  }

  @Test
  void holdsRatiosAndVerdicts() throws IOException {
    Map<String, Object> report = written();

    assertThat(listAt(report, "ratios"))
        .singleElement()
        .satisfies(
            ratio ->
                assertThat(ratio)
                    .containsEntry("subject", "threads")
                    .containsEntry("reference", "handover")
                    .containsEntry("pairs", 3)
                    .containsEntry("median", 2.0)
                    .containsEntry("intervalLow", 2.0)
                    .containsEntry("intervalHigh", 2.5));
    assertThat(listAt(report, "targets"))
        .singleElement()
        .satisfies(
            target ->
                assertThat(target)
                    .containsEntry("verdict", "open")
                    .containsEntry("atMost", 2.0)
                    .containsEntry("median", 2.0));
  }

  @Test
  void dataThatDidNotArriveAsTheyWereSentAreTold() {
    List<Row> rows =
        List.of(
            skipped(
                PINGPONG_8,
                "threads",
                Kind.RONSEL,
                "failed with status 1: org.ronsel.bench.method.VerificationException: byte 3"),
            skipped(
                PINGPONG_8,
                "mpich",
                Kind.PEER,
                "failed with status 3: mpi_peer: rank 0: content: got 3, expected 4"),
            skipped(PINGPONG_8, "openmpi-cma", Kind.PEER, "failed with status 137"));

    assertThat(JsonReport.rows(rows, Map.of()))
        .extracting(row -> row.get("verified"))
        .containsExactly(false, false, null);
  }

  @Test
  void aFileOfAnotherVersionIsRefusedByName() throws IOException {
    Path old = Files.writeString(folder.resolve("old.json"), "{\"ronselBench\": 2, \"rows\": []}");
    Path other = Files.writeString(folder.resolve("other.json"), "{\"a\": 1}");
    Path none = Files.writeString(folder.resolve("none.json"), "{\"ronselBench\": 3, ");

    assertThatThrownBy(() -> ResultFormat.read(old))
        .hasMessageContaining("old.json has format 2, this version reads 3: measure again");
    assertThatThrownBy(() -> ResultFormat.read(other))
        .hasMessageContaining("is not what ronsel bench");
    assertThatThrownBy(() -> ResultFormat.read(none))
        .hasMessageContaining("none.json is damaged, or not JSON");
  }

  @Test
  void replacesAnOlderFileAndLeavesNothingElse() throws IOException {
    Path file = folder.resolve("report.json");
    Files.writeString(file, "old");

    ResultDocument.write(file, Map.of("new", 1));

    assertThat(JSON.std.mapFrom(Files.readString(file))).containsOnlyKeys("new");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void aFolderThatDoesNotExistIsAnError() {
    assertThatThrownBy(() -> ResultDocument.write(folder.resolve("no/such.json"), Map.of()))
        .isInstanceOf(IOException.class);
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> mapAt(Map<String, Object> report, String name) {
    return (Map<String, Object>) report.get(name);
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> listAt(Map<String, Object> report, String name) {
    return (List<Map<String, Object>>) report.get(name);
  }
}
