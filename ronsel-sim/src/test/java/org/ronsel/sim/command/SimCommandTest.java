package org.ronsel.sim.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.spi.Subcommand;
import picocli.CommandLine;

class SimCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new SimCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(args);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "'' | name an operation: barrier, broadcast",
        "teleport | no operation is called 'teleport'",
        "barrier --ranks 0 | ranks must be 1 to",
        "barrier --ranks x | --ranks",
        "barrier --ranks-per-jvm 0 | ranks per JVM must be at least 1",
        "barrier --jvms-per-host 0 | JVMs per host must be at least 1",
        "broadcast --sizes 8x | '8x' is not a size",
        "broadcast --root 16 | --root 16 is not one of 16 ranks",
        "broadcast --algorithm dissemination | no algorithm of these operations is called",
        "broadcast --order random | 'random' is not block or cyclic",
        "broadcast --model no/such/file | there is no file no/such/file",
        "fit | --model",
        "fit --model x | Missing required parameter",
        "fit no/such/report --model x | there is no file no/such/report",
      })
  void wrongArgumentsAreNamedBeforeAnythingRuns(String line, String message) {
    assertThat(run(line.isEmpty() ? new String[0] : line.split(" "))).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void theTableHasEveryAlgorithmAndMarksTheBestOfEachSize() {
    assertThat(
            run(
                "allreduce",
                "--ranks",
                "64",
                "--ranks-per-jvm",
                "4",
                "--jvms-per-host",
                "2",
                "--sizes",
                "8,1M"))
        .isZero();
    assertThat(out.toString()).contains("allReduce, 64 ranks: 4 in each JVM, on 8 hosts, block");
    assertThat(out.toString().lines().filter(line -> line.startsWith("8 ")))
        .filteredOn(line -> line.contains("*"))
        .hasSize(1)
        .noneMatch(line -> line.contains("flat"));
    assertThat(out.toString().lines().filter(line -> line.startsWith("1M ")))
        .anyMatch(line -> line.contains("rabenseifner"))
        .anyMatch(line -> line.contains("flat"));
  }

  @Test
  void eachRowIsPrintedWhenItIsKnownTheMostPromisingFirst() {
    List<Long> linesAtFlush = new ArrayList<>();
    StringWriter seen =
        new StringWriter() {
          @Override
          public void flush() {
            linesAtFlush.add(toString().lines().count());
          }
        };
    new CommandLine(new SimCommand())
        .setOut(new PrintWriter(seen))
        .execute("allReduce", "--ranks", "48", "--ranks-per-jvm", "4", "--sizes", "64K");
    List<Double> times =
        seen.toString()
            .lines()
            .filter(line -> line.startsWith("64K "))
            .map(SimCommandTest::time)
            .toList();
    assertThat(times).hasSizeGreaterThan(4).isSorted();
    assertThat(linesAtFlush).contains(2L, 3L, 4L, 5L, 6L);
    assertThat(seen.toString().lines().filter(line -> line.contains("*"))).hasSize(1);
  }

  /** The time in a row; 0 for an algorithm that does not work there. */
  private static double time(String row) {
    String third = row.split(" +")[2];
    return third.matches("[0-9.]+") ? Double.parseDouble(third) : 0;
  }

  @Test
  void theColumnsOfATableAreAsWideAsTheLongestName() {
    assertThat(run("allReduce", "--ranks", "8", "--ranks-per-jvm", "2", "--jvms-per-host", "2"))
        .isZero();
    List<String> rows =
        out.toString().lines().filter(line -> line.matches("(size|8) .* (bytes|\\d+)")).toList();
    assertThat(rows).hasSizeGreaterThan(4);
    assertThat(rows).extracting(String::length).containsOnly(rows.getFirst().length());
  }

  @Test
  void oneAlgorithmCanBeAskedFor() {
    assertThat(run("barrier", "--algorithm", "dissemination", "--ranks", "4,8")).isZero();
    assertThat(out.toString().lines().filter(line -> line.startsWith("0 ")))
        .hasSize(2)
        .allMatch(line -> line.contains("dissemination") && line.contains("*"));
  }

  @Test
  void aHundredThousandRanksAreSimulated() {
    assertThat(run("broadcast", "--algorithm", "binomial", "--ranks", "100000")).isZero();
    List<String> rows = out.toString().lines().filter(line -> line.contains("binomial")).toList();
    assertThat(rows).isNotEmpty().allMatch(row -> time(row) > 0);
  }

  @Test
  void aFitWritesAModelThatASimulationReads(@TempDir Path folder) throws IOException {
    Path report =
        Files.writeString(
            folder.resolve("bench.json"),
            """
            {"ronselBench": 3, "rows": [
              {"benchmark": "pingpong", "size": 8, "ranks": 2, "entrant": "threads",
               "batchesNs": [3000]},
              {"benchmark": "pingpong", "size": 1048576, "ranks": 2, "entrant": "threads",
               "batchesNs": [300000]},
              {"benchmark": "rate", "size": 8, "ranks": 2, "entrant": "threads",
               "batchesNs": [1000]}]}
            """);
    Path model = folder.resolve("model.properties");
    assertThat(run("fit", report.toString(), "--model", model.toString())).isZero();
    assertThat(Files.readString(model)).contains("thread.L = 1002", "thread.g = 997.7");
    assertThat(
            run(
                "broadcast",
                "--ranks",
                "2",
                "--sizes",
                "8",
                "--model",
                model.toString(),
                "--algorithm",
                "binomial"))
        .isZero();
    assertThat(out.toString()).containsPattern("binomial +3\\.000 \\*");
  }

  @Test
  void theCommandIsFoundByTheLauncher() {
    assertThat(new SimSubcommand().command()).isInstanceOf(SimCommand.class);
    assertThat(SimSubcommand.class.getModule().getDescriptor().provides())
        .anyMatch(
            provided ->
                provided.service().equals(Subcommand.class.getName())
                    && provided.providers().contains(SimSubcommand.class.getName()));
  }
}
