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
            "ronsel npb ep --placement threads --ranks 2 --class A --no-serial --bound",
            "ronsel npb ep --placement processes --ranks 2 --class A --no-serial",
            "ronsel npb ep --placement threads --ranks 4 --class A --no-serial --bound",
            "ronsel npb ep --placement processes --ranks 4 --class A --no-serial");
  }

  @Test
  void anAlgorithmHasTheSpellingThatItsSettingHas() {
    assertThat(
            run("placement", "--benchmarks=allreduce", "--algorithm=allreduce=ring", "--dry-run"))
        .isZero();
    assertThat(out.toString()).contains("-J -Dronsel.collective.allReduce=ring");
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
        .anyMatch("org.ronsel.runtime.RankHost"::equals);
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> String.valueOf(file.getFileName())).toList();
    }
  }
}
