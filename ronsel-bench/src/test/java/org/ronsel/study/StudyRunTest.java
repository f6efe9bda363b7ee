package org.ronsel.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.command.BenchCommand;
import org.ronsel.launch.spi.ResultFormat;
import org.ronsel.npb.command.NpbCommand;
import picocli.CommandLine;

/** Studies whose commands are a shell script that counts how often it is called. */
class StudyRunTest {
  private static final StudyGrid GRID =
      new StudyGrid(
          List.of("cg", "allreduce"),
          List.of(1, 2),
          List.of("threads", "tcp"),
          List.of("S"),
          List.of("allReduce=ring"),
          false,
          StudyGrid.Peers.NONE,
          List.of("--runs", "1"));

  @TempDir Path folder;
  private final StringWriter err = new StringWriter();

  /** The file is what follows --json; class S of CG on 2 ranks fails while a file is there. */
  private StudyRun study(String body) throws IOException {
    String script =
        """
        echo "$*" >> "$0.calls"
        while [ "$1" != --json ]; do name="$name $1"; shift; done
        row='{"kind": "kernel", "benchmark": "npb", "options": {"x": 1}}'
        """
            + body;
    Path file = Files.writeString(folder.resolve("script"), script);
    return new StudyRun(
        StudyFolder.of(folder.resolve("out"), List.of("ronsel", "study", "of", "tests")),
        new PrintWriter(err, true),
        List.of("sh", file.toString()));
  }

  private static final String WRITES =
      "echo \"{\\\"ronselBench\\\": 3, \\\"rows\\\": [$row]}\" > \"$2\"\n";

  private List<String> calls() throws IOException {
    Path calls = folder.resolve("script.calls");
    return Files.exists(calls) ? Files.readAllLines(calls) : List.of();
  }

  @Test
  void eachCellIsACommandLineOfItsCommand() {
    StudyGrid grid =
        new StudyGrid(
            List.of("cg", "allreduce"),
            List.of(2),
            List.of("threads", "processes"),
            List.of("S"),
            List.of("allReduce=ring"),
            false,
            StudyGrid.Peers.NONE,
            List.of());
    for (Cell cell : grid.cells()) {
      Object command =
          cell.command().getFirst().equals("npb") ? new NpbCommand() : new BenchCommand();
      List<String> words = cell.command().subList(1, cell.command().size());

      assertThatCode(() -> new CommandLine(command).parseArgs(words.toArray(String[]::new)))
          .as("%s", cell.command())
          .doesNotThrowAnyException();
    }
  }

  @Test
  void theSpellingOfABenchmarkMakesNoDifference() {
    for (String name : List.of("startup", "STARTUP", "Start_Up", "osu_all", "ALL")) {
      StudyGrid grid =
          new StudyGrid(
              List.of(name),
              List.of(4),
              List.of("threads"),
              List.of("S"),
              List.of(),
              false,
              StudyGrid.Peers.NONE,
              List.of());
      grid.check();
      assertThat(grid.cells().getFirst().command()).contains("--ranks", "4");
    }
  }

  @Test
  void theGridIsTheProductOfWhatMakesSense() {
    assertThat(GRID.cells())
        .extracting(Cell::name)
        .containsExactly(
            "cg-s-1-threads-allreduce=ring",
            "cg-s-1-tcp-allreduce=ring",
            "cg-s-2-threads-allreduce=ring",
            "cg-s-2-tcp-allreduce=ring",
            "allreduce-2-threads+tcp-allreduce=ring");
    assertThat(GRID.cells().getFirst().commandTo("f.json"))
        .containsSubsequence("npb", "cg", "--json", "f.json", "--", "--algorithm")
        .doesNotContain("--bound");
    assertThat(GRID.cells())
        .filteredOn(cell -> cell.command().contains("--bound"))
        .extracting(Cell::name)
        .containsExactly("cg-s-2-threads-allreduce=ring");
  }

  @Test
  void eachNasBenchmarkHasOneRunWithOneRankWhereTheGridHasNone() {
    StudyGrid grid =
        new StudyGrid(
            List.of("cg", "allreduce"),
            List.of(2, 4),
            List.of("threads", "tcp"),
            List.of("S", "W"),
            List.of("allReduce=ring"),
            false,
            StudyGrid.Peers.NONE,
            List.of());
    assertThat(grid.cells())
        .filteredOn(cell -> cell.command().contains("1"))
        .extracting(Cell::name)
        .containsExactly("cg-s-1-threads", "cg-w-1-threads");
  }

  @Test
  void whatCannotBeMeasuredHasARowThatSaysWhyAndIsTriedAgain() throws Exception {
    StudyFolder results =
        StudyFolder.of(folder.resolve("out"), List.of("ronsel", "study", "of", "tests"));
    Cell cell = GRID.cells().getFirst();

    results.leaveOut(cell, "too large");

    assertThat(ResultFormat.rows(ResultFormat.read(results.file(cell))))
        .as("in the format of all results")
        .singleElement()
        .satisfies(row -> assertThat(row).containsEntry("skipped", "too large"));
    assertThat(results.isDone(cell)).isFalse();
  }

  @Test
  void serialCopiesThatDidNotFitMakeNoOtherCommandOfACell() throws Exception {
    List<Cell> all = GRID.cells();
    List<Cell> without = all.stream().map(Cell::withoutCopies).toList();
    assertThat(without).isNotEqualTo(all);

    assertThat(study(WRITES).run(without)).isZero();
    assertThat(study(WRITES).run(all)).isZero();
    assertThat(calls()).hasSize(5);
  }

  @Test
  void everyCellIsMeasuredOnceAndSaysWithWhichAlgorithm() throws Exception {
    assertThat(study(WRITES).run(GRID.cells())).as(err.toString()).isZero();
    assertThat(study(WRITES).run(GRID.cells())).isZero();

    assertThat(calls()).hasSize(5);
    Map<String, Object> file =
        JSON.std.mapFrom(Files.readString(folder.resolve("out/cg-s-1-tcp-allreduce=ring.json")));
    assertThat(file.get("rows").toString()).contains("algorithm=allReduce=ring", "x=1");
    assertThat(err.toString()).contains("5 of 5, allreduce-2", "0 s left", "5 of 5 are there");
  }

  @Test
  void whatWasInterruptedGoesOn() throws Exception {
    // The third call kills the study's own thread, as Ctrl-C would, while the command still runs.
    Thread studying = Thread.currentThread();
    String waits =
        "[ $(wc -l < \"$0.calls\") -ne 3 ] || { touch \"$0.there\"; exec sleep 1000; }\n";
    Thread interrupts =
        Thread.ofVirtual()
            .start(
                () -> {
                  while (!Files.exists(folder.resolve("script.there"))) {
                    Thread.yield();
                  }
                  studying.interrupt();
                });
    StudyRun interrupted = study(waits + WRITES);
    assertThatThrownBy(() -> interrupted.run(GRID.cells()))
        .isInstanceOf(InterruptedException.class);
    interrupts.join();
    try (var files = Files.list(folder.resolve("out"))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder(
              ".study.json",
              "cg-s-1-threads-allreduce=ring.json",
              "cg-s-1-tcp-allreduce=ring.json");
    }

    assertThat(study(WRITES).run(GRID.cells())).isZero();
    assertThat(calls()).hasSize(3 + 3);
    assertThat(err.toString()).contains("2 of 5 are there");
  }

  @Test
  void whatFailsIsTriedAgainAndHasARowThatSaysWhy() throws Exception {
    String fails =
        "[ $(wc -l < \"$0.calls\") -ne 1 ] || { echo 'ronsel: no such class'; exit 2; }\n";

    assertThat(study(fails + WRITES).run(GRID.cells())).isOne();
    Path file = folder.resolve("out/cg-s-1-threads-allreduce=ring.json");
    assertThat(Files.readString(file)).contains("\"skipped\" : \"ronsel: no such class\"");
    assertThat(err.toString()).contains("failed in").contains("  ronsel: no such class");
    assertThat(study(WRITES).run(GRID.cells())).isZero();
    assertThat(calls()).hasSize(6);
    assertThat(Files.readString(file)).doesNotContain("skipped");
  }

  @Test
  void aDamagedFileIsMeasuredAgainAndAnotherCommandsIsRefused() throws Exception {
    assertThat(study(WRITES).run(GRID.cells())).isZero();
    Path file = folder.resolve("out/cg-s-1-threads-allreduce=ring.json");
    Files.writeString(file, "{\"rows\": [");
    assertThat(study(WRITES).run(GRID.cells())).isZero();
    assertThat(calls()).hasSize(6);

    StudyGrid other =
        new StudyGrid(
            GRID.benchmarks(),
            GRID.ranks(),
            GRID.placements(),
            GRID.classes(),
            GRID.algorithms(),
            false,
            StudyGrid.Peers.NONE,
            List.of("--runs", "9"));
    assertThatThrownBy(() -> study(WRITES).run(other.cells()))
        .hasMessageContaining("has been measured by another command: choose another folder");
    assertThat(calls()).hasSize(6);
  }

  @Test
  void aFolderOfAnotherStudyIsRefusedAndNothingInItIsTouched() throws Exception {
    Path out = folder.resolve("out");
    assertThat(study(WRITES).run(GRID.cells())).isZero();
    List<String> before = content(out);

    assertThatThrownBy(() -> StudyFolder.of(out, List.of("ronsel", "study", "of", "others")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has the results of ronsel study of tests: choose another folder");
    assertThat(content(out)).isEqualTo(before);
  }

  @Test
  void aFolderWithResultsThatAreOfNoStudyIsRefused() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.writeString(other.resolve("bench.json"), "{}");

    assertThatThrownBy(() -> StudyFolder.of(other, List.of("ronsel", "study", "of", "tests")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("has results that are of no study");
    assertThat(content(other)).containsExactly("bench.json {}");
  }

  /** Names and content of the files of a folder. */
  private static List<String> content(Path folder) throws IOException {
    List<String> files = new ArrayList<>();
    try (var each = Files.list(folder)) {
      for (Path file : each.sorted().toList()) {
        files.add(file.getFileName() + " " + Files.readString(file));
      }
    }
    return files;
  }

  @Test
  void timesAreShort() {
    assertThat(StudyRun.duration(12.4)).isEqualTo("12 s");
    assertThat(StudyRun.duration(600)).isEqualTo("10 min");
    assertThat(StudyRun.duration(9000)).isEqualTo("2.5 h");
  }
}
