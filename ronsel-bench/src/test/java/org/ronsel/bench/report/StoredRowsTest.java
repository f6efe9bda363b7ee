package org.ronsel.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ronsel.bench.report.SampleRows.PINGPONG_8;
import static org.ronsel.bench.report.SampleRows.STREAM_1M;
import static org.ronsel.bench.report.SampleRows.TAIL;
import static org.ronsel.bench.report.SampleRows.row;
import static org.ronsel.bench.report.SampleRows.skipped;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Entrant.Kind;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.launch.spi.ProcessSpec;
import org.ronsel.launch.spi.ResultFormat;

/** A run that was interrupted goes on where it was. */
class StoredRowsTest {
  private static final List<String> COMMAND = List.of("ronsel", "bench", "pingpong", "stream");

  @TempDir Path folder;

  private record Taker(String label, Kind kind) implements Entrant {
    @Override
    public boolean takes(Workload workload) {
      return kind == Kind.RONSEL || workload.size() < 1000;
    }

    @Override
    public int pipes(Workload workload) {
      return 1;
    }

    @Override
    public ProcessSpec processSpec(List<Workload> workloads, BatchPlan plan, Path turns) {
      throw new AssertionError("nothing is measured here");
    }
  }

  private static final List<Entrant> ENTRANTS =
      List.of(new Taker("threads", Kind.RONSEL), new Taker("mpich", Kind.PEER));

  private static final RunDescription RUN = new RunDescription(COMMAND, Map.of(), Map.of());

  private Path written(boolean complete, List<Row> rows) throws IOException {
    Path file = folder.resolve("part.json");
    ResultDocument.write(file, ResultDocument.of(RUN, complete, JsonReport.rows(rows, Map.of())));
    return file;
  }

  private static List<Row> measured() {
    return List.of(
        row(PINGPONG_8, "threads", Kind.RONSEL, 0, 90, 100, 110),
        skipped(PINGPONG_8, "mpich", Kind.PEER, "MPICH is not installed"),
        skipped(STREAM_1M, "threads", Kind.RONSEL, "interrupted"));
  }

  private static Map<Row, Map<String, Object>> read(Path file, List<String> command)
      throws IOException {
    return StoredRows.of(file, command, List.of(PINGPONG_8, STREAM_1M, TAIL), ENTRANTS, 1);
  }

  @Test
  void whatWasMeasuredIsTakenUpAndTheRestIsNot() throws IOException {
    Path file = written(false, measured());

    assertThat(read(file, COMMAND).keySet())
        .extracting(Row::workload)
        .hasSize(2)
        .containsOnly(PINGPONG_8);
    assertThat(read(file, COMMAND).keySet())
        .anySatisfy(
            row -> {
              assertThat(row.samples()).isNotNull();
              assertThat(row.samples().perOperationNs()).containsExactly(90, 100, 110);
            });
    assertThat(read(file, COMMAND).values())
        .as("as the file has it")
        .anySatisfy(map -> assertThat(map).containsEntry("verified", true));
  }

  @Test
  void aRoundOfWhichAnEntrantIsMissingIsNotTakenUp() throws IOException {
    Row threads = row(PINGPONG_8, "threads", Kind.RONSEL, 0, 90, 100);
    Row mpich = row(PINGPONG_8, "mpich", Kind.PEER, 0, 90, 100);
    Path file = written(false, List.of(threads));
    assertThat(read(file, COMMAND)).isEmpty();
    file = written(false, List.of(threads, mpich));
    assertThat(read(file, COMMAND)).hasSize(2);
  }

  @Test
  void roundsThatAllEntrantsHaveCompletedAreTakenUp() throws IOException {
    Row interrupted = new Row(PINGPONG_8, "mpich", Kind.PEER, 1, null, "interrupted", List.of());
    Path file =
        written(
            false,
            List.of(
                row(PINGPONG_8, "threads", Kind.RONSEL, 0, 90, 100),
                row(PINGPONG_8, "mpich", Kind.PEER, 0, 90, 100),
                row(PINGPONG_8, "threads", Kind.RONSEL, 1, 90, 100),
                interrupted));

    assertThat(StoredRows.of(file, COMMAND, List.of(PINGPONG_8), ENTRANTS, 3).keySet())
        .hasSize(2)
        .extracting(Row::round)
        .containsOnly(0);
  }

  /** Its report needs the times of single operations, which the file does not have. */
  @Test
  void tailsAreMeasuredAgain() throws IOException {
    assertThat(read(written(false, List.of(row(TAIL, "threads", Kind.RONSEL, 0, 5))), COMMAND))
        .isEmpty();
  }

  @Test
  void anotherCommandOrARunThatCameToItsEndBeginsAnew() throws IOException {
    assertThat(read(written(true, measured()), COMMAND)).isEmpty();
    assertThat(read(written(false, measured()), List.of("ronsel", "bench", "rate"))).isEmpty();
    assertThat(read(folder.resolve("none.json"), COMMAND)).isEmpty();
    Path torn = Files.writeString(folder.resolve("torn.json"), "{\"ronselBench\": 3, \"rows\": [");
    assertThat(read(torn, COMMAND)).isEmpty();
    Path written = written(false, measured());
    Map<String, Object> later = ResultFormat.read(written);
    later.put(ResultFormat.VERSION_FIELD, ResultFormat.VERSION + 1);
    ResultDocument.write(written, later);
    assertThat(read(written, COMMAND)).as("of another version").isEmpty();
  }

  /** Else the file would say of them that this machine and these versions have measured them. */
  @Test
  void rowsOfAnotherMachineOrVersionAreMeasuredAgain() throws IOException {
    for (String fact : List.of("processor", "processors", "memory", "java", "ronsel")) {
      Path file = written(false, measured());
      Map<String, Object> report = ResultFormat.read(file);
      Map<String, Object> machine = new LinkedHashMap<>(Fields.map(report, "machine"));
      machine.put(fact, "another");
      report.put("machine", machine);
      ResultDocument.write(file, report);

      assertThat(read(file, COMMAND)).as(fact).isEmpty();
    }
  }

  @Test
  void aTextWithAnEndOfLineIsOneCellOfCsv() {
    Row failed = skipped(PINGPONG_8, "threads", Kind.RONSEL, "ended\rearly");

    String text =
        CsvReport.text(ResultDocument.of(RUN, true, JsonReport.rows(List.of(failed), Map.of())));

    assertThat(text).contains(",\"ended\rearly\",");
  }

  @Test
  void aLineOfCsvHasARow() {
    String text =
        CsvReport.text(ResultDocument.of(RUN, true, JsonReport.rows(measured(), Map.of())));

    assertThat(text.lines()).hasSize(4).first().asString().startsWith("kind,benchmark,kernel");
    assertThat(text).contains("message,pingpong,pingpong,,2,,8,,threads,ronsel,threads,0,latency");
    int columns = text.lines().findFirst().orElseThrow().split(",", -1).length;
    assertThat(text.lines()).allMatch(line -> line.split(",", -1).length == columns);
  }
}
