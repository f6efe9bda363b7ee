package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ronsel.bench.report.Targets;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.ScriptEntrant;
import picocli.CommandLine;

/** The whole of {@code ronsel bench --gate}, over shell scripts that tell chosen times. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@DisabledOnOs(OS.WINDOWS)
class GateTest {
  private static final List<String> SHORT = List.of("--batches=5", "--rounds=1");

  @TempDir Path folder;

  private String out = "";

  private static Entrant told(String label, Entrant.Kind kind, double ns) {
    return ScriptEntrant.taking(label, kind, ns);
  }

  private int gate(List<String> options, Entrant... entrants) {
    List<String> all = new ArrayList<>(List.of("--gate"));
    all.addAll(SHORT);
    all.addAll(options);
    StringWriter text = new StringWriter();
    int status =
        new CommandLine(new BenchCommand(given -> new Participants(List.of(entrants), Map.of())))
            .setOut(new PrintWriter(text))
            .setErr(new PrintWriter(text))
            .execute(all.toArray(String[]::new));
    out = text.toString();
    return status;
  }

  /** Times over those of the other installation; bounds of rates are of the inverse. */
  @ParameterizedTest
  @CsvSource({"100, 100, 0", "104, 104, 0", "100, 106, 1", "50, 100, 0", "106, 100, 1"})
  void itFailsIfARowIsSlowerThanInTheOtherInstallation(double threads, double processes, int status)
      throws Exception {
    Path json = folder.resolve("gate.json");

    assertThat(
            gate(
                List.of("--self", installation().toString(), "--json", json.toString()),
                told("threads", Entrant.Kind.RONSEL, threads),
                told("processes", Entrant.Kind.RONSEL, processes),
                told("threads-old", Entrant.Kind.OLDER, 100),
                told("processes-old", Entrant.Kind.OLDER, 100)))
        .as(out)
        .isEqualTo(status);
    assertThat((List<?>) JSON.std.mapFrom(Files.readString(json)).get("targets")).hasSize(12);
    assertThat(out)
        .contains(
            status == 0
                ? "no row has become slower than its bound"
                : "slower than the bound, or not measured well enough: ");
  }

  @Test
  void theRowThatIsSlowerIsNamedAndNoOther() throws Exception {
    int status =
        gate(
            List.of("--self", installation().toString()),
            told("threads", Entrant.Kind.RONSEL, 100),
            new ScriptEntrant(
                "processes",
                Entrant.Kind.RONSEL,
                (workload, turns) ->
                    ScriptEntrant.batches(workload.size() == 1 << 20 ? 107 : 100, turns)),
            told("threads-old", Entrant.Kind.OLDER, 100),
            told("processes-old", Entrant.Kind.OLDER, 100));

    assertThat(status).as(out).isEqualTo(1);
    assertThat(out.lines().filter(line -> line.startsWith("slower than")))
        .containsExactly(
            "slower than the bound, or not measured well enough: processes pingpong 1M");
  }

  /** Of Open MPI's time 0.4 is within every bound, and ten times as much within none. */
  @ParameterizedTest
  @CsvSource({"40, 0", "1000, 1"})
  void withoutAnInstallationOpenMpiIsTheReference(double ns, int status) {
    assertThat(
            gate(
                List.of(),
                told("threads", Entrant.Kind.RONSEL, ns),
                told("processes", Entrant.Kind.RONSEL, ns),
                told("openmpi-nocma", Entrant.Kind.PEER, 100)))
        .as(out)
        .isEqualTo(status);
    assertThat(out).contains("openmpi-nocma");
  }

  /** An entrant that the gate does not judge, so that nothing else is a reason to fail. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "mpi_peer: rank 1: numbers: got 7, expected 9 | wrong data: after one batch: failed with | 1",
        "org.ronsel.bench.method.VerificationException: byte 3 | wrong data: after one batch: | 1",
        "it is tired | 0.0500! | 0"
      })
  void dataThatArriveWrongAreSaidAndFailTheRun(String words, String said, int status) {
    ScriptEntrant other =
        new ScriptEntrant(
            "mpich",
            Entrant.Kind.PEER,
            (workload, turns) -> ScriptEntrant.failing(50, words, turns));

    assertThat(
            gate(
                List.of(),
                told("threads", Entrant.Kind.RONSEL, 40),
                told("processes", Entrant.Kind.RONSEL, 40),
                told("openmpi-nocma", Entrant.Kind.PEER, 100),
                other))
        .as(out)
        .isEqualTo(status);
    assertThat(out.lines().filter(line -> line.matches("mpich +1K .*")))
        .singleElement()
        .asString()
        .contains(said);
  }

  @Test
  void bothGatesWatchTheSameTwelveRows() {
    Set<Object> rows = new HashSet<>();
    for (Targets.Target target : Targets.GATE) {
      rows.add(List.of(target.kernel(), target.size(), target.subject(), target.bound().isLeast()));
    }
    assertThat(rows).hasSize(12);
    for (Targets.Target target : Targets.GATE_OF_VERSIONS) {
      assertThat(
              rows.remove(
                  List.of(
                      target.kernel(), target.size(), target.subject(), target.bound().isLeast())))
          .isTrue();
      assertThat(Targets.gateWorkloads()).filteredOn(target::isAbout).hasSize(1);
    }
    assertThat(rows).isEmpty();
  }

  private Path installation() throws Exception {
    Path command = folder.resolve("old").resolve("bin").resolve("ronsel");
    Files.createDirectories(command.getParent());
    Files.writeString(command, "#!/bin/sh\nexit 1\n");
    assertThat(command.toFile().setExecutable(true)).isTrue();
    return folder.resolve("old");
  }
}
