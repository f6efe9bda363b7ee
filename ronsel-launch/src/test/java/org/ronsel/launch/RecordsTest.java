package org.ronsel.launch;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.jr.ob.JSON;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.launch.report.Records;

/** {@code --profile} and {@code --trace}. */
class RecordsTest {
  /** A placement's table and timeline: one job for all that is asserted of them. */
  private record Records(Job.Result result, Path timeline) {
    private static final Map<String, Records> KNOWN = new ConcurrentHashMap<>();

    static Records of(String placement, Path directory) {
      return of("Traffic", placement, directory);
    }

    static Records of(String name, String placement, Path directory) {
      return KNOWN.computeIfAbsent(
          name + placement,
          key -> {
            Path file = directory.resolve("trace" + name + placement + ".json");
            Object program = Job.program(name);
            try {
              return new Records(
                  Job.run("run", "-n", 3, placement, "--profile", "--trace", file, program), file);
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          });
    }
  }

  @TempDir static Path kept;

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2", "--processes"})
  void theTableHasEachCallSiteOfAllRanksOnce(String placement) {
    Job.Result result = Records.of(placement, kept).result();
    assertThat(result.status()).isZero();
    assertThat(result.out()).isEmpty();
    assertThat(result.err()).containsOnlyOnce("ronsel: profile of 3 ranks\n");
    assertRow(result.err(), "iReceive", 15, 3, 30, "0 B");
    assertRow(result.err(), "send", 16, 3, 30, "146.5 KiB");
    assertRow(result.err(), "await", 17, 3, 30, "146.5 KiB");
    assertRow(result.err(), "sendReceive", 19, 3, 3, "120 B");
    assertRow(result.err(), "allReduce", 20, 3, 3, "24 B");
    assertRow(result.err(), "barrier", 21, 3, 3, "0 B");
    assertThat(result.err())
        .containsPattern("\n  send +Traffic.java:16 +- +- +- +30 ")
        .containsPattern("\n  sendReceive +Traffic.java:19 +- +6 ")
        .containsPattern("\n      0 +\\d.*%\n      1 +\\d.*%\n      2 +\\d.*%\n");
  }

  /** What each rank gives to a call counts, also where its type is known at run time only. */
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void bytesOfUntypedCollectiveCallsCount(String placement) {
    String table = Records.of(placement, kept).result().err();
    assertRow(table, "broadcast", 43, 3, 3, "300 B");
    assertRow(table, "allGather", 44, 3, 3, "300 B");
    assertRow(table, "gatherv", 45, 3, 3, "60 B"); // 10, 20 and 30
    assertRow(table, "scatterv", 46, 3, 3, "60 B");
    assertRow(table, "allToAll", 47, 3, 3, "900 B");
    assertRow(table, "allToAllv", 48, 3, 3, "180 B");
    assertRow(table, "reduce", 49, 3, 3, "120 B");
    assertThat(table).containsPattern("\n  allToAll +Traffic.java:47 +- +- +3 ");
  }

  /** A call counts once, however many messages it sends and waits it makes. */
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void callsThatAreMadeOfOthersCountOnce(String placement) {
    String table = Records.of(placement, kept).result().err();
    assertRow(table, "broadcastObject", 61, 3, 3, "51 B"); // ten letters take 17 bytes
    assertRow(table, "gatherObjects", 62, 3, 3, "51 B");
    assertRow(table, "allGatherObjects", 63, 3, 3, "51 B");
    assertRow(table, "split", 64, 3, 3, "0 B");
    assertRow(table, "iSend", 66, 3, 3, "60 B");
    assertRow(table, "receive", 67, 3, 3, "60 B");
    assertThat(table).doesNotContain("lambda");
  }

  /** Operations on windows, and what synchronises them, are calls as others are. */
  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void callsOnWindowsAreInTheTableAndTheTimeline(String placement) throws Exception {
    Records records = Records.of("Windows", placement, kept);
    String table = records.result().err();
    assertThat(records.result().status()).as(table).isZero();
    assertWindowRow(table, "allocate", 14, 3, "0 B");
    assertWindowRow(table, "lockAll", 15, 3, "0 B");
    assertWindowRow(table, "put", 17, 15, "1200 B");
    assertWindowRow(table, "flush", 18, 15, "0 B");
    assertWindowRow(table, "get", 20, 3, "240 B");
    assertWindowRow(table, "accumulate", 21, 3, "240 B");
    assertWindowRow(table, "flushAll", 22, 3, "0 B");
    assertWindowRow(table, "getAccumulate", 23, 3, "480 B"); // what is sent, and what comes back
    assertWindowRow(table, "flushLocalAll", 24, 3, "0 B");
    assertWindowRow(table, "fetchAndOp", 25, 3, "48 B");
    assertWindowRow(table, "compareAndSwap", 26, 3, "72 B"); // two values there, one back
    assertWindowRow(table, "rPut", 27, 3, "240 B");
    assertWindowRow(table, "await", 28, 3, "0 B");
    assertWindowRow(table, "unlockAll", 29, 3, "0 B");
    assertWindowRow(table, "lock", 30, 3, "0 B");
    assertWindowRow(table, "put", 31, 3, "0 B"); // to nobody
    assertWindowRow(table, "unlock", 32, 3, "0 B");
    assertWindowRow(table, "fence", 33, 3, "0 B");
    assertWindowRow(table, "fence", 34, 3, "0 B");
    assertWindowRow(table, "post", 35, 3, "0 B");
    assertWindowRow(table, "start", 36, 3, "0 B");
    assertWindowRow(table, "complete", 37, 3, "0 B");
    assertWindowRow(table, "await", 38, 3, "0 B");
    assertThat(table.substring(table.indexOf("messages up to")))
        .containsPattern("\n  put +Windows.java:17 +- +- +15 ")
        .doesNotContain("  flush", "  fence", "  lock", "  allocate"); // no data
    assertThat(events(records.timeline(), "X"))
        .anySatisfy(
            call -> {
              assertThat(call.get("name")).isEqualTo("put");
              assertThat(call.get("args"))
                  .isEqualTo(Map.of("call", "Windows.java:17", "sent", "80 bytes to rank 1"));
            })
        .anySatisfy(
            call -> {
              assertThat(call.get("name")).isEqualTo("get");
              assertThat(call.get("args"))
                  .isEqualTo(Map.of("call", "Windows.java:20", "received", "80 bytes from rank 1"));
            });
  }

  /** A row of three ranks, and no other of the same call. */
  private static void assertWindowRow(
      String table, String operation, int line, int count, String bytes) {
    String row = "\n  %s +Windows.java:%d +3 +%d +%s ".formatted(operation, line, count, bytes);
    assertThat(table).containsPattern(row);
    assertThat(
            table.lines().filter(each -> each.matches("  \\w+ +Windows.java:" + line + " +3 .*")))
        .hasSize(1);
  }

  private static void assertRow(
      String table, String operation, int line, int ranks, int count, String bytes) {
    assertThat(table)
        .containsPattern(
            "\n  %s +Traffic.java:%d +%d +%d +%s ".formatted(operation, line, ranks, count, bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--processes"})
  void aProgramThatFailsIsRecordedUpToThere(String placement, @TempDir Path directory)
      throws Exception {
    Path file = directory.resolve("trace.json");
    Job.Result result =
        Job.run(
            "run",
            "-n",
            2,
            placement,
            "--profile",
            "--trace",
            file,
            Job.program("Traffic"),
            "fail");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err()).contains("boom after 2.0").contains("profile of 2 ranks");
    assertRow(result.err(), "send", 16, 2, 20, "97.7 KiB");
    assertThat(events(file, "X")).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--jvms=1", "--jvms=2"})
  void theTimelineHasATrackPerRankAndAnArrowPerMessage(String placement) throws Exception {
    Path file = Records.of(placement, kept).timeline();
    assertThat(
            events(file, "M").stream()
                .filter(event -> event.get("name").equals("thread_name"))
                .map(event -> event.get("args"))
                .collect(toSet()))
        .containsExactlyInAnyOrder(
            Map.of("name", "rank 0"),
            Map.of("name", "rank 1"),
            Map.of("name", "rank 2"),
            Map.of("name", "rank 0, ronsel-completion"),
            Map.of("name", "rank 1, ronsel-completion"),
            Map.of("name", "rank 2, ronsel-completion"));
    List<Map<String, Object>> calls =
        events(file, "X").stream().filter(event -> event.get("cat").equals("call")).toList();
    assertThat(calls.stream().filter(call -> call.get("name").equals("send"))).hasSize(30);
    assertThat(calls)
        .allSatisfy(call -> assertThat((Double) call.get("dur")).isNotNegative())
        .anySatisfy(
            call ->
                assertThat(call.get("args"))
                    .isEqualTo(
                        Map.of("call", "Traffic.java:16", "sent", "5000 bytes to rank 1, tag 3")));
    Set<Object> starts = new HashSet<>();
    events(file, "s").forEach(arrow -> starts.add(arrow.get("id")));
    Set<Object> ends = new HashSet<>();
    events(file, "f").forEach(arrow -> ends.add(arrow.get("id")));
    assertThat(starts).hasSize(36).isEqualTo(ends);
  }

  @Test
  void aFileThatCannotBeWrittenIsRefusedBeforeAnythingStarts() throws Exception {
    Job.Result result =
        Job.run("run", "-n", 1, "--trace", "/nowhere/t.json", Job.program("Traffic"));
    assertThat(result.status()).isEqualTo(2);
    assertThat(result.err()).contains("--trace /nowhere/t.json: cannot be written");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aFileThatTakesNoMoreIsSaidAndTheJobGoesOn(boolean fails, @TempDir Path directory)
      throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full), "no " + full);
    Path file = Files.createSymbolicLink(directory.resolve("t.json"), full);
    Job.Result result =
        Job.run(
            "run",
            "-n",
            2,
            "--profile",
            "--trace",
            file,
            Job.program("Traffic"),
            fails ? List.of("fail") : List.of());
    assertThat(result.err())
        .containsOnlyOnce("ronsel: --trace: " + file + " cannot be written, and ")
        .contains("No space left on device", "profile of 2 ranks");
    assertThat(result.status()).isEqualTo(1);
    assertThat(result.err().contains("boom after 2.0")).isEqualTo(fails);
  }

  private static List<Map<String, Object>> events(Path file, String phase) throws Exception {
    return JSON.std.listFrom(Files.readString(file)).stream()
        .map(RecordsTest::event)
        .filter(event -> event.get("ph").equals(phase))
        .toList();
  }

  @SuppressWarnings("unchecked")
  private static Map<String, Object> event(Object parsed) {
    return (Map<String, Object>) parsed;
  }

  @Test
  void aProfileWithoutCallsSaysSo() throws Exception {
    Job.Result result = Job.run("run", "-n", 2, "--profile", Job.program("Who"));
    assertThat(result.status()).as(result.err()).isZero();
    assertThat(result.err()).contains("profile of 2 ranks: no calls").doesNotContain("operation");
  }
}
