package org.ronsel.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FitTest {
  @TempDir private Path folder;

  private static List<Measurement> measured(String entrant, LevelCosts costs) {
    List<Measurement> measurements = new ArrayList<>();
    for (long size : new long[] {8, 1 << 10, 64 << 10, 1 << 20}) {
      measurements.add(new Measurement("pingpong", entrant, size, costs.oneWay(size)));
    }
    measurements.add(new Measurement("rate", entrant, 8, costs.perMessage(8)));
    measurements.add(new Measurement("stream", entrant, 1 << 20, costs.perMessage(1 << 20)));
    return measurements;
  }

  @Test
  void theCostsThatMadeTheMeasurementsAreFound() {
    LevelCosts truth = new LevelCosts(300, 100, 100, 100, 0.25, 0.25, 0.25);
    Fit fit = Fit.of(measured("processes", truth), Model.common());
    LevelCosts found = fit.model().costs(Level.PROCESS);
    assertThat(found.sendOverhead()).isCloseTo(100, within(0.5));
    assertThat(found.receiveOverhead()).isCloseTo(100, within(0.5));
    assertThat(found.latency()).isCloseTo(300, within(1.0));
    assertThat(found.gap()).isCloseTo(100, within(0.5));
    assertThat(found.gapPerByte()).isCloseTo(0.25, within(0.001));
    assertThat(found.sendPerByte()).isCloseTo(0.25, within(0.001));
    // What was not measured stays.
    assertThat(fit.model().costs(Level.THREAD)).isEqualTo(Model.common().costs(Level.THREAD));
    assertThat(fit.points())
        .allSatisfy(p -> assertThat(p.fittedNs() / p.measuredNs()).isCloseTo(1, within(0.01)))
        .hasSize(6);
  }

  @Test
  void tooFewMeasurementsAreRefused() {
    assertThatThrownBy(
            () -> Fit.of(List.of(new Measurement("pingpong", "threads", 8, 100)), Model.common()))
        .hasMessageContaining("ronsel bench pingpong stream rate --json FILE");
  }

  @Test
  void aReportGivesTheMedianOfItsRounds() throws IOException {
    Path report =
        Files.writeString(
            folder.resolve("bench.json"),
            """
            {"ronselBench": 3, "rows": [
              {"benchmark": "pingpong", "size": 8, "ranks": 2, "entrant": "threads",
               "batchesNs": [100.0]},
              {"benchmark": "pingpong", "size": 8, "ranks": 2, "entrant": "threads",
               "batchesNs": [120]},
              {"benchmark": "pingpong", "size": 8, "ranks": 2, "entrant": "threads",
               "batchesNs": [110.0]},
              {"benchmark": "pingpong", "size": 8, "ranks": 2, "entrant": "mpich",
               "skipped": "not installed"},
              {"benchmark": "barrier", "size": 0, "ranks": 16, "entrant": "threads",
               "batchesNs": [5.0]}]}
            """);
    assertThat(BenchReport.read(report))
        .containsExactly(new Measurement("pingpong", "threads", 8, 110));
  }

  @Test
  void otherFilesAreNoReports() throws IOException {
    Path other = Files.writeString(folder.resolve("x.json"), "{\"rows\": []}");
    assertThatThrownBy(() -> BenchReport.read(other))
        .hasMessageContaining("not what ronsel bench --json writes");
    Path broken = Files.writeString(folder.resolve("y.json"), "{\"rows\": ");
    assertThatThrownBy(() -> BenchReport.read(broken)).hasMessageContaining("not JSON");
  }

  @Test
  void aModelIsReadAsItWasWritten() throws IOException {
    Path file = folder.resolve("model.properties");
    Model model = Model.common().with(Level.HOST, new LevelCosts(1, 2, 3, 4, 0.125, 0.5, 0.25));
    ModelFile.write(file, model, List.of("a remark"));
    assertThat(ModelFile.read(file)).isEqualTo(model);
    assertThat(Files.readString(file)).contains("# a remark", "host.o.receive = 3\n");
  }

  @Test
  void aLinkToAModelStaysAndWhatItLeadsToMayBeReadByOthers() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("model"));
    Path real = Files.createFile(folder.resolve("model"));

    ModelFile.write(link, Model.common(), List.of());

    assertThat(link).isSymbolicLink();
    assertThat(ModelFile.read(real)).isEqualTo(Model.common());
    assertThat(Files.getPosixFilePermissions(real)).isEqualTo(Files.getPosixFilePermissions(plain));
  }

  @Test
  void aModelFileWithMistakesIsRefusedByName() throws IOException {
    Path file = folder.resolve("model.properties");
    Files.writeString(file, "process.L = fast");
    assertThatThrownBy(() -> ModelFile.read(file))
        .hasMessageContaining("process.L must be a time in nanoseconds, not \"fast\"");
    Files.writeString(file, "process.G = -1");
    assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("process.G");
    Files.writeString(file, "cluster.L = 1");
    assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("called cluster.L");
    Files.writeString(file, "copy = NaN");
    assertThatThrownBy(() -> ModelFile.read(file)).hasMessageContaining("copy");
  }
}
