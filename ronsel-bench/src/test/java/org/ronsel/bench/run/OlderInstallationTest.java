package org.ronsel.bench.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.RankPlacement;

/** An installation beside this one whose {@code ronsel run} ends with an error. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
@DisabledOnOs(OS.WINDOWS)
class OlderInstallationTest {
  private static final int BATCHES = 5;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ronsel: rank 1 failed: java.lang.NoSuchMethodError: 'long org.ronsel.Comm.newer()'"
            + "; at org.ronsel.bench.kernel.PingPong.run(PingPong.java:1)"
            + "; ronsel: the job has been ended since rank 1 failed"
            + " | cannot run the benchmarks of this one: ronsel: rank 1 failed:"
            + " java.lang.NoSuchMethodError: 'long org.ronsel.Comm.newer()'",
        "Unknown option: '--processes'; Try 'ronsel run --help' for more information."
            + " | cannot run the benchmarks of this one: Unknown option: '--processes'",
        "ronsel: rank 1 failed: org.ronsel.RonselException: a record of wire format 1, not 3"
            + " | failed with status 1: ronsel: rank 1 failed: org.ronsel.RonselException: a record"
            + " of wire format 1, not 3",
      })
  void itsRowHasItsLastWordsAndTheOthersGoOn(String words, String said, @TempDir Path folder)
      throws Exception {
    Path command = Files.createDirectories(folder.resolve("bin")).resolve("ronsel");
    StringBuilder script = new StringBuilder("#!/bin/sh\ncat >&2 << 'END'\n");
    for (String line : words.split("; ", -1)) {
      script.append(line).append('\n');
    }
    Files.writeString(command, script.append("END\nexit 1\n"));
    assertThat(command.toFile().setExecutable(true)).isTrue();
    Entrant older =
        new RonselEntrant(
            RankPlacement.PROCESSES,
            new RonselJobs(folder, null, true, List.of(), Duration.ofSeconds(30)));
    Orchestrator orchestrator =
        new Orchestrator(1, new BatchPlan(BATCHES, 1, 0, 0), null, new Silent());

    List<Row> rows =
        orchestrator.run(
            Benchmark.PINGPONG.workloads(List.of(8), List.of(), false),
            List.of(older, ScriptEntrant.taking("threads", Entrant.Kind.RONSEL, 100)),
            true);

    assertThat(rows).extracting(Row::entrant).containsExactly("processes-old", "threads");
    assertThat(rows.getFirst().failure()).startsWith("failed with status 1: ").endsWith(said);
    assertThat(rows.getFirst().samples()).isNull();
    assertThat(rows.getLast().failure()).isNull();
    assertThat(Objects.requireNonNull(rows.getLast().samples()).perOperationNs()).hasSize(BATCHES);
  }

  private static final class Silent implements Orchestrator.Listener {
    @Override
    public void begins(Workload workload, Entrant entrant, int round) {}

    @Override
    public void ended(Row row) {}
  }
}
