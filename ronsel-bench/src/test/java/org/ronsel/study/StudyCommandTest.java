package org.ronsel.study;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.spi.ChildLauncher;
import picocli.CommandLine;

/** {@code ronsel study} as a user meets it. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class StudyCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... words) {
    return new CommandLine(new StudyCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(words);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "speed | 'speed' is not a study",
        "scaling --benchmarks cg,teleport | no benchmark is called 'teleport'",
        "scaling --benchmarks lu-mz | of ronsel npb there are ep, cg",
        "scaling --class Z | 'Z' is not a class",
        "scaling --placement moon | 'moon' is not a placement",
        "scaling --algorithm ring | give OPERATION=ALGORITHM",
        "scaling --algorithm sum=ring | the operations are",
        "scaling --algorithm allReduce=spiral | no such algorithm",
        "scaling --ranks 0 | --ranks must be at least 1",
        "scaling --benchmarks cg,bt --ranks 2,3 | bt class A does not run on 2 ranks; it runs on",
        "scaling --benchmarks bt --ranks 2 | a square up to 441: 1, 4, 9, 16, 25, 36, ...",
        "scaling --benchmarks ep --class D --ranks 65536 --placement tcp | 65536 ranks (tcp) needs",
        "placement --benchmarks mbw_mr --ranks 3 | mbw_mr needs an even number of ranks, not 3",
        "placement --benchmarks pingpong -- --teleport | ronsel bench pingpong: Unknown option",
        "placement --benchmarks ep -- --vs openmpi | ronsel npb ep: Unknown option",
        "placement --benchmarks pingpong --vs lam | 'lam'",
        "scaling --benchmarks ep --native missing | --native: there is no folder missing",
        "scaling --weak --class A --ranks 1,4 | --weak needs a class for each number of ranks",
        "scaling --weak --class W,S --ranks 1,4 | --weak needs classes and numbers of ranks in",
        "scaling --weak --benchmarks ft,allreduce | --weak is for benchmarks of ronsel npb, ep, cg",
        "placement --weak | --weak is an option of ronsel study scaling",
        "scaling --vs openmpi | --vs has no meaning for ep, cg, mg, ft, is: it is for benchmarks of",
        "transports --native src | --native has no meaning for pingpong, stream, rate: it is for",
        "transports --class A | --class has no meaning for pingpong, stream, rate: it is for",
        "transports --ranks 4 | --ranks has no meaning for pingpong, stream, rate, which take two",
        "scaling --deadline 3s | --deadline and --instance need a price list",
        "scaling --price missing.json | --price: there is no missing.json",
      })
  void whatMeansNothingIsRefusedBeforeAnythingRuns(String line, String message) {
    Path results = folder.resolve("results");
    String[] words = (line + " --dry-run --out " + results).split(" ");

    assertThat(run(words)).isEqualTo(2);
    assertThat(err.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
    assertThat(results).doesNotExist();
  }

  @Test
  void benchmarksOfTwoRanksAreRunOnceUnderAnyOfTheirNames() {
    assertThat(run("placement", "--benchmarks", "osu_latency,ep", "--ranks", "2,4", "--dry-run"))
        .isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "ronsel bench osu_latency --placement threads,processes",
            "ronsel npb ep --placement threads --ranks 1 --class A --no-serial",
            "ronsel npb ep --placement threads --ranks 2 --class A --no-serial --bound",
            "ronsel npb ep --placement processes --ranks 2 --class A --no-serial",
            "ronsel npb ep --placement threads --ranks 4 --class A --no-serial --bound",
            "ronsel npb ep --placement processes --ranks 4 --class A --no-serial");
  }

  /** Messages, kernels and native programs beside both in one study. */
  @Test
  void nativeProgramsAreMeasuredBesideWhatTheyCompareWith() {
    String line = "placement --benchmarks allreduce,ep --ranks 2 --vs openmpi,mpich --native";
    assertThat(run((line + " " + folder + " --dry-run").split(" "))).as(err.toString()).isZero();
    String beside = " --native " + folder;
    assertThat(out.toString().lines())
        .containsExactly(
            "ronsel bench allreduce --placement threads,processes --ranks 2 --vs openmpi,mpich",
            "ronsel npb ep --placement threads --ranks 1 --class A --no-serial" + beside,
            "ronsel npb ep --placement threads --ranks 2 --class A --no-serial --bound" + beside,
            "ronsel npb ep --placement processes --ranks 2 --class A --no-serial");
  }

  @Test
  void transportsAreComparedByMessagesAlone() {
    assertThat(run("transports", "--dry-run")).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "ronsel bench pingpong --placement threads,processes,tcp",
            "ronsel bench stream --placement threads,processes,tcp",
            "ronsel bench rate --placement threads,processes,tcp");
  }

  @Test
  void inWeakScalingTheClassesBelongToTheNumbersOfRanks() {
    String line = "scaling --weak --benchmarks ft,ep --class S,W --ranks 1,2";
    assertThat(run((line + " --dry-run -- --runs 2").split(" "))).isZero();
    assertThat(out.toString().lines())
        .containsExactly(
            "ronsel npb ft --placement threads,processes --ranks 1,2 --class S,W --weak --runs 2",
            "ronsel npb ep --placement threads,processes --ranks 1,2 --class S,W --weak --runs 2");
  }

  @Test
  void anAlgorithmHasTheSpellingThatItsSettingHas() {
    assertThat(
            run("placement", "--benchmarks=allreduce", "--algorithm=allreduce=ring", "--dry-run"))
        .isZero();
    assertThat(out.toString()).contains("-J -Dronsel.collective.allReduce=ring");
  }

  @Test
  void whatAKernelDoesNotAllowIsLeftOutWithTheAllowedNumbersOfRanks() {
    assertThat(run("scaling", "--benchmarks=bt,ep", "--ranks=2,4", "--placement=tcp", "--dry-run"))
        .isZero();
    assertThat(err.toString())
        .isEqualTo(
            "study: left out: bt class A does not run on 2 ranks; it runs on a square up to 441:"
                + " 1, 4, 9, 16, 25, 36, ...\n");
    assertThat(out.toString().lines())
        .containsExactly(
            "ronsel npb bt --placement tcp --ranks 1 --class A --no-serial",
            "ronsel npb bt --placement tcp --ranks 4 --class A --no-serial --bound",
            "ronsel npb ep --placement tcp --ranks 1 --class A --no-serial",
            "ronsel npb ep --placement tcp --ranks 2 --class A --no-serial --bound",
            "ronsel npb ep --placement tcp --ranks 4 --class A --no-serial --bound");
  }

  /** Another program may use the memory at this moment, and not at the next. */
  @Test
  void aClassThatDoesNotFitIsLeftOutAndTheOthersAreMeasured() throws IOException {
    Path results = Files.createDirectory(folder.resolve("results"));
    StudyGrid grid =
        new StudyGrid(
            List.of("ep"),
            List.of(65_536),
            List.of("tcp"),
            List.of("S", "D"),
            List.of(),
            false,
            StudyGrid.Peers.NONE,
            List.of());
    StudyFolder done = StudyFolder.of(results, grid.command("scaling"));
    for (Cell cell : grid.cells()) {
      if (cell.problemClass().equals("S")) {
        Files.writeString(
            done.workFile(cell),
            RESULT.formatted(cell.isBaseline() ? 1 : 65_536, "tcp", 500, 3600));
        done.keep(cell, 0, "");
      }
    }
    String[] line = {
      "scaling", "--benchmarks=ep", "--class=S,D", "--ranks=65536", "--placement=tcp"
    };

    int status = run(with(line, "--out=" + results));

    assertThat(err.toString())
        .contains(
            "study: left out: ep class D on 65536 ranks (tcp) needs about",
            "study: nothing of ep class D can be measured now\n",
            "; 2 runs, in");
    assertThat(status).isEqualTo(1);
    assertThat(results.resolve("report.html")).exists();
  }

  @Test
  void aValueThatIsNamedTwiceIsMeasuredOnce() {
    assertThat(run("scaling", "--benchmarks=ep,ep", "--ranks=1,1", "--class=S,S", "--dry-run"))
        .isZero();
    assertThat(out.toString().lines()).hasSize(2);
  }

  @Test
  void aNameThatIsWrittenInTwoWaysIsMeasuredOnce() {
    assertThat(run("scaling", "--benchmarks=ep,EP", "--ranks=1", "--class=s,S", "--dry-run"))
        .isZero();
    assertThat(run("transports", "--benchmarks=pingpong,PingPong", "--dry-run")).isZero();
    assertThat(out.toString().lines()).hasSize(3);
  }

  @Test
  void anInstanceIsLookedForBeforeAnythingRuns() throws IOException {
    Path prices = Files.writeString(folder.resolve("prices.txt"), PRICES);
    String[] line = {"scaling", "--benchmarks=ep", "--ranks=1", "--price=" + prices, "--dry-run"};

    assertThat(run(with(line, "--instance=two"))).isEqualTo(2);
    assertThat(err.toString()).contains("has no price for two, only for one");
    assertThat(run(with(line, "--instance=cg-a-1-threads.json=one"))).isEqualTo(2);
    assertThat(err.toString()).contains("cg-a-1-threads.json is none of the result files");
    assertThat(run(with(line, "--instance=ep-a-1-threads.json=one"))).isZero();
  }

  private static final String PRICES =
      """
      {"ronselPrices": 1, "date": "2026-11-25", "source": "a test",
       "instances": [{"name": "one", "cores": 2, "onDemand": 2, "spot": 1}]}
      """;

  private static String[] with(String[] line, String option) {
    return Stream.concat(Stream.of(line), Stream.of(option)).toArray(String[]::new);
  }

  /** A folder in which all of a study is measured already, so that it makes the page alone. */
  @Test
  void thePageOfAStudyHasSpeedUpsOverOneRankAndCosts() throws IOException {
    Path prices = Files.writeString(folder.resolve("prices.txt"), PRICES);
    Path results = Files.createDirectory(folder.resolve("results"));
    StudyGrid grid =
        new StudyGrid(
            List.of("cg"),
            List.of(2),
            List.of("threads", "tcp"),
            List.of("A"),
            List.of(),
            false,
            StudyGrid.Peers.NONE,
            List.of());
    StudyFolder done = StudyFolder.of(results, grid.command("scaling"));
    for (Cell cell : grid.cells()) {
      int ranks = cell.isBaseline() ? 1 : 2;
      int mops = ranks == 1 ? 500 : cell.name().contains("tcp") ? 750 : 900;
      Files.writeString(
          done.workFile(cell),
          RESULT.formatted(ranks, cell.name().contains("tcp") ? "tcp" : "threads", mops, 3600));
      done.keep(cell, 0, "");
    }
    String[] line = {
      "scaling", "--benchmarks=cg", "--ranks=2", "--placement=threads,tcp", "--out=" + results
    };

    assertThat(run(with(line, "--price=" + prices))).as(err.toString()).isZero();

    assertThat(rows(results, "MOP/s and speed-up"))
        .containsExactly(
            "CG class A|1|threads|500|1|1",
            "CG class A|2|tcp|750|1.5|0.75",
            "CG class A|2|threads|900|1.80|0.900");
    assertThat(rows(results, "What was measured, priced"))
        .contains(
            "CG class A, 2 ranks|threads|one|on-demand|1|2|3600|2|2.22|",
            "CG class A, 2 ranks|threads|one|spot|1|1|3600|1|1.11|");
    assertThat(rows(results, "The cheapest configuration of each kernel"))
        .containsExactly("CG class A|threads, 1 rank|one|spot|3600|1");
  }

  private static final String RESULT =
      """
      {"ronselBench": 3, "complete": true, "rows": [{"kind": "kernel", "benchmark": "cg",
       "kernel": "CG", "class": "A", "ranks": %d, "threads": 1, "entrant": "%s",
       "entrantKind": "ronsel", "round": 0, "metric": "mops", "unit": "MOP/s", "better": "more",
       "value": {"median": %d, "count": 1}, "verified": true, "seconds": [%d]}]}
      """;

  /** The rows of the table with a caption. */
  private static List<String> rows(Path folder, String caption) throws IOException {
    String page = Files.readString(folder.resolve("report.html"));
    String table = page.substring(page.indexOf("<caption>" + caption + "</caption>"));
    return Pattern.compile("<tr><td[^>]*>(.*)")
        .matcher(table.substring(table.indexOf("<tbody>"), table.indexOf("</table>")))
        .results()
        .map(row -> row.group(1).replaceAll("<td[^>]*>", "|"))
        .toList();
  }

  /**
   * Ended alone, as by who has its process id, not with its processes, as by Ctrl-C. SIGINT, which
   * does the same as SIGTERM, is ignored where the tests run in the background.
   */
  @ParameterizedTest
  @ValueSource(strings = {"TERM", "KILL"})
  @DisabledOnOs(OS.WINDOWS)
  void aStudyThatIsEndedLeavesNoProcessBehind(String signal) throws Exception {
    Path results = folder.resolve("results");
    Path temporary = Files.createDirectory(folder.resolve("tmp"));
    List<String> command = new ArrayList<>(ChildLauncher.command());
    command.add(1, "-Djava.io.tmpdir=" + temporary);
    command.addAll(List.of("study", "scaling", "--benchmarks", "ep", "--class", "D"));
    command.addAll(List.of("--ranks", "1", "--placement", "threads", "--out", results.toString()));
    Process study =
        new ProcessBuilder(command).redirectErrorStream(true).redirectInput(nothing()).start();
    try {
      List<ProcessHandle> family = awaitRanks(study);
      new ProcessBuilder("kill", "-" + signal, Long.toString(study.pid())).start().waitFor();

      for (ProcessHandle each : family) {
        each.onExit().get(1, TimeUnit.MINUTES);
      }
      assertThat(study.waitFor(1, TimeUnit.MINUTES)).isTrue();
      String said = new String(study.getInputStream().readAllBytes(), UTF_8);
      assertThat(said).doesNotContain("Exception");
      if (!signal.equals("KILL")) {
        assertThat(said).endsWith("study: interrupted; the same command goes on where it was\n");
        assertThat(names(results)).containsExactly(".study.json");
        assertThat(names(temporary)).isEmpty();
      }
    } finally {
      study.descendants().forEach(ProcessHandle::destroyForcibly);
      study.destroyForcibly();
    }
  }

  private static ProcessBuilder.Redirect nothing() {
    return ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile());
  }

  /** The processes of a study when there is a JVM with ranks: command, launcher, ranks. */
  private static List<ProcessHandle> awaitRanks(Process study) {
    while (study.isAlive()) {
      List<ProcessHandle> family = study.descendants().toList();
      if (family.stream().anyMatch(StudyCommandTest::holdsRanks)) {
        return family;
      }
      Thread.yield();
    }
    throw new AssertionError("the study has ended by itself");
  }

  private static boolean holdsRanks(ProcessHandle process) {
    return process.info().arguments().stream()
        .flatMap(Stream::of)
        .anyMatch("org.ronsel.runtime.LaunchedJvm"::equals);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
