package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.launch.spi.ChildLauncher;

/** {@code ronsel bench} when a signal ends it while its jobs run. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@EnabledOnOs(OS.LINUX)
class EndedBenchTest {
  @TempDir Path folder;

  /** A terminal sends its signal to all processes, {@code kill} to one. */
  @ParameterizedTest
  @CsvSource({"INT, true", "TERM, false"})
  void itKeepsWhatWasMeasuredAndLeavesNothingElse(String signal, boolean toAll) throws Exception {
    Path json = folder.resolve("report.json");
    Path said = folder.resolve("said");
    Process bench = start(json, said);
    try {
      List<ProcessHandle> family = awaitSecondRound(bench);
      assertThat(pipes(bench)).isNotEmpty();

      List<String> kill = new ArrayList<>(List.of("kill", "-" + signal));
      kill.add(Long.toString(bench.pid()));
      if (toAll) {
        family.forEach(each -> kill.add(Long.toString(each.pid())));
      }
      new ProcessBuilder(kill).redirectErrorStream(true).start().waitFor();

      assertThat(bench.waitFor(1, TimeUnit.MINUTES)).isTrue();
      for (ProcessHandle each : family) {
        each.onExit().get(1, TimeUnit.MINUTES);
      }
      assertThat(bench.exitValue()).isNotZero();
      assertThat(pipes(bench)).isEmpty();
      assertThat(Files.readString(said)).doesNotContain("Exception").contains("barrier");
      Map<String, Object> report = JSON.std.mapFrom(Files.readString(json));
      assertThat(report).containsEntry("complete", false);
      assertThat((List<?>) report.get("rows"))
          .isNotEmpty()
          .allSatisfy(row -> assertThat(String.valueOf(row)).doesNotContain("failed with"))
          .anySatisfy(
              row ->
                  assertThat(String.valueOf(row))
                      .contains("entrant=threads", "round=0", "batchesNs")
                      .doesNotContain("failure"));
    } finally {
      bench.descendants().forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }
  }

  private static Process start(Path json, Path said) throws IOException {
    // the signal may be ignored in what has started this JVM, and so in this JVM's children
    List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT"));
    command.addAll(ChildLauncher.command());
    command.addAll(List.of("bench", "barrier", "--placement", "threads", "--rounds", "1000"));
    command.addAll(List.of("--batches", "2", "--batch-ms", "0.1", "--warmup-ms", "0"));
    command.addAll(List.of("--max-warmup-ms", "50", "--json", json.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectInput(Path.of("/dev/null").toFile())
        .redirectOutput(said.toFile())
        .start();
  }

  /** All processes when the ranks of the second round run; the first round is measured then. */
  private static List<ProcessHandle> awaitSecondRound(Process bench) {
    Set<Long> hosts = new HashSet<>();
    while (bench.isAlive()) {
      List<ProcessHandle> family = bench.descendants().toList();
      family.stream().filter(EndedBenchTest::holdsRanks).forEach(each -> hosts.add(each.pid()));
      if (hosts.size() == 2) {
        return family;
      }
      Thread.yield();
    }
    throw new AssertionError("it has ended by itself");
  }

  private static boolean holdsRanks(ProcessHandle process) {
    return process.info().arguments().stream()
        .flatMap(Stream::of)
        .anyMatch("org.ronsel.runtime.LaunchedJvm"::equals);
  }

  private static List<Path> pipes(Process bench) throws IOException {
    List<Path> found = new ArrayList<>();
    for (String place : List.of("/dev/shm", System.getProperty("java.io.tmpdir"))) {
      try (DirectoryStream<Path> folders =
          Files.newDirectoryStream(Path.of(place), "ronsel-bench-" + bench.pid() + "-*")) {
        folders.forEach(found::add);
      }
    }
    return found;
  }
}
