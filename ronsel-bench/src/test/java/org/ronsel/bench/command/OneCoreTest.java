package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.launch.spi.ChildLauncher;

/** {@code ronsel bench} where it may use one core. */
@Timeout(value = 2, unit = TimeUnit.MINUTES)
@EnabledOnOs(OS.LINUX)
class OneCoreTest {
  @Test
  void twoRanksAreMeasuredAndWhatIsOfTwoCoresSaysSo(@TempDir Path folder) throws Exception {
    Path json = folder.resolve("report.json");
    Path said = folder.resolve("said");
    List<String> command = new ArrayList<>(List.of("taskset", "--cpu-list", firstCore()));
    command.addAll(ChildLauncher.command());
    command.addAll(List.of("bench", "allgather", "--placement", "threads", "--sizes", "1K"));
    command.addAll(List.of("--rounds", "1", "--batches", "2", "--batch-ms", "0.1"));
    command.addAll(List.of("--warmup-ms", "0", "--max-warmup-ms", "50", "--json", json.toString()));
    Process bench =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(said.toFile())
            .start();
    try {
      assertThat(bench.waitFor(1, TimeUnit.MINUTES)).isTrue();
    } finally {
      bench.descendants().forEach(ProcessHandle::destroyForcibly);
      bench.destroyForcibly();
    }

    String text = Files.readString(said);
    assertThat(bench.exitValue()).as(text).isZero();
    assertThat(text).contains("this process may use one core", "takes two cores");
    List<?> rows = (List<?>) JSON.std.mapFrom(Files.readString(json)).get("rows");
    assertThat(rows)
        .allSatisfy(
            each -> {
              Map<?, ?> row = (Map<?, ?>) each;
              if ("ronsel".equals(row.get("entrantKind"))) {
                assertThat(row.get("batchesNs")).isNotNull();
                assertThat(row.get("failure")).isNull();
              } else {
                assertThat(String.valueOf(row)).contains("takes two cores");
              }
            })
        .extracting(row -> String.valueOf(((Map<?, ?>) row).get("entrant")))
        .contains("threads", "copies");
  }

  /** The first one that this process may use. */
  private static String firstCore() throws Exception {
    String allowed = Files.readString(Path.of("/proc/self/status"));
    String list =
        allowed
            .lines()
            .filter(line -> line.startsWith("Cpus_allowed_list:"))
            .findFirst()
            .orElseThrow();
    return list.substring(list.indexOf(':') + 1).strip().split("[,-]", 2)[0];
  }
}
