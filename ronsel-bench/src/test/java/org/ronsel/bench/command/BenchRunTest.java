package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.jr.ob.JSON;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.caches.JobCache;
import org.ronsel.combinations.Economy;
import picocli.CommandLine;

/** The whole command over real jobs, with as few batches as there can be. No time is judged. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BenchRunTest {
  private static final List<String> SHORT =
      List.of(
          "--batches=2",
          "--rounds=1",
          "--batch-ms=0.1",
          "--warmup-ms=0",
          "--max-warmup-ms=5",
          "--job-limit=120");

  @TempDir Path folder;

  private String out = "";

  @BeforeAll
  static void haveCache() throws Exception {
    JobCache.make();
  }

  private Map<String, Object> run(String... args) throws IOException {
    Path file = folder.resolve("report.json");
    List<String> all = new ArrayList<>(List.of(args));
    all.addAll(SHORT);
    all.addAll(Economy.ofJob());
    all.add("--json=" + file);
    StringWriter text = new StringWriter();
    int status =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(text))
            .execute(all.toArray(String[]::new));
    out = text.toString();
    assertThat(status).as(out).isZero();
    return JSON.std.mapFrom(Files.readString(file));
  }

  @SuppressWarnings("unchecked")
  private static List<Map<String, Object>> list(Map<String, Object> report, String name) {
    return (List<Map<String, Object>>) report.get(name);
  }

  @Test
  void pairsAreMeasuredInBothPlacementsBesideTheLimits() throws IOException {
    Map<String, Object> report = run("pingpong", "stream", "rate", "--sizes=1000");
    List<Map<String, Object>> rows = list(report, "rows");

    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsEntry("verified", true)
                    .hasEntrySatisfying("batchesNs", b -> assertThat((List<?>) b).hasSize(2)));
    assertThat(rows)
        .filteredOn(row -> "pingpong".equals(row.get("benchmark")))
        .extracting(row -> row.get("entrant"))
        .containsExactlyInAnyOrder("threads", "processes", "handover", "socket");
    assertThat(list(report, "ratios"))
        .isNotEmpty()
        .allSatisfy(
            ratio ->
                assertThat(ratio)
                    .containsEntry("pairs", 2)
                    .containsKeys("median", "intervalLow", "intervalHigh"));
    assertThat(out).contains("pingpong:", "stream:", "rate:", "ratio of");
  }

  @Test
  void collectivesRunWithMoreRanksThanCores() throws IOException {
    List<Map<String, Object>> rows =
        list(
            run(
                "barrier",
                "allreduce",
                "broadcast",
                "oversubscribe",
                "--ranks=5",
                "--sizes=80",
                "--placement=threads"),
            "rows");

    assertThat(rows)
        .filteredOn(row -> "threads".equals(row.get("entrant")))
        .extracting(row -> row.get("benchmark") + " " + row.get("kernel"))
        .containsExactly(
            "barrier barrier",
            "allreduce allreduce",
            "broadcast broadcast",
            "oversubscribe barrier",
            "oversubscribe allreduce");
  }

  @Test
  void whatNativeLibrariesAreNotMeasuredWithIsSaid() throws IOException {
    run("allreduce_persistent", "--vs=mpich", "--sizes=8", "--placement=threads");

    assertThat(out).contains("mpich: ", "without native libraries: persistent");
  }

  @Test
  void overlapIsToldForEachNonblockingCollective() throws IOException {
    List<Map<String, Object>> rows =
        list(run("overlap", "--sizes=3000", "--placement=processes"), "rows");

    assertThat(rows)
        .filteredOn(row -> "processes".equals(row.get("entrant")))
        .extracting(row -> row.get("kernel"))
        .containsExactly(
            "ibarrier", "ibroadcast", "ireduce", "iallreduce", "iallgather", "ialltoall");
    assertThat(rows)
        .allSatisfy(
            row ->
                assertThat(row)
                    .containsKeys("pureNs", "computeNs", "testedNs")
                    .containsEntry("metric", "overlap")
                    .hasEntrySatisfying(
                        "value",
                        p ->
                            assertThat((Double) ((Map<?, ?>) p).get("median"))
                                .isBetween(0.0, 100.0)));
    assertThat(out).contains("overlap %", "with 10 tests");
  }

  @Test
  void oneSidedOperationsAreVerifiedHoweverTheyAreCompleted() throws IOException {
    List<String> cases =
        List.of(
            "put",
            "get-lock-created",
            "accumulate-shorts-fence",
            "getaccumulate-longs-pscw",
            "fetchandop-fence",
            "compareandswap-created",
            "accumulate-blocks",
            "get-fence-x3",
            "allocate");
    List<Map<String, Object>> rows =
        list(
            run("rma", "--cases=" + String.join(",", cases), "--sizes=1000", "--placement=threads"),
            "rows");

    assertThat(rows)
        .filteredOn(row -> "threads".equals(row.get("entrant")))
        .allSatisfy(row -> assertThat(row).containsEntry("verified", true))
        .extracting(row -> row.get("kernel"))
        .containsExactlyElementsOf(cases);
  }

  @Test
  void oneSidedBenchmarksHaveTheNamesAndOptionsOfOsu() throws IOException {
    List<Map<String, Object>> rows =
        list(
            run(
                "osu_put_latency",
                "osu_get_acc_latency",
                "osu_cas_latency",
                "osu_get_bw",
                "osu_put_bibw",
                "-w=dynamic",
                "-s=pscw",
                "-W=4",
                "-m=64:64",
                "--placement=threads"),
            "rows");

    assertThat(rows)
        .filteredOn(row -> "threads".equals(row.get("entrant")))
        .allSatisfy(row -> assertThat(row).containsEntry("verified", true))
        .extracting(row -> row.get("kernel") + " " + row.get("metric"))
        .containsExactly(
            "put-pscw-dynamic latency",
            "getaccumulate-pscw-dynamic latency",
            "compareandswap-pscw-dynamic latency",
            "get-pscw-dynamic-x4 bandwidth",
            "put-pscw-dynamic-both-x4 bandwidth");
  }

  @Test
  void windowsAreMeasuredBesideGhosts() throws IOException {
    List<Map<String, Object>> rows =
        list(
            run("rma", "--cases=allocate", "--sizes=64", "--placement=processes", "--ghosts=1"),
            "rows");

    assertThat(rows)
        .allSatisfy(row -> assertThat(row).doesNotContainKeys("skipped", "failure"))
        .extracting(row -> row.get("entrant"))
        .contains("processes", "processes+1ghost");
  }

  @Test
  void oneSidedOperationsReachAnotherProcess() throws IOException {
    List<Map<String, Object>> rows =
        list(
            run("rma", "--cases=get,accumulate-busy", "--sizes=3000", "--placement=processes"),
            "rows");

    assertThat(rows).allSatisfy(row -> assertThat(row).containsEntry("verified", true));
    assertThat(rows)
        .extracting(row -> row.get("entrant") + " " + row.get("kernel"))
        .contains("processes get", "copy get", "processes accumulate-busy")
        .contains("processes+progress accumulate-busy");
    assertThat(out).contains("rma:", "accumulate-busy 3000", "/ copy");
  }

  @Test
  void aProgressThreadIsLookedAtWhereItHasACore() throws IOException {
    run("overlap", "--sizes=1M", "--placement=threads");

    assertThat(out).contains("threads+progress");
    if (Runtime.getRuntime().availableProcessors() < 3) {
      assertThat(out).contains("skipped: a progress thread wants a core of its own: 3 cores");
    }
  }

  @Test
  void theTailIsOfSingleOperations() throws IOException {
    List<Map<String, Object>> rows = list(run("tail", "--ranks=3", "--placement=threads"), "rows");

    assertThat(rows).singleElement().satisfies(row -> assertThat(row).containsKey("iterations"));
    assertThat(out).contains("p99/median", "too few");
  }

  @Test
  void startUpTellsTimeAndMemory() throws IOException {
    List<Map<String, Object>> rows = list(run("startup", "--ranks=20"), "rows");

    assertThat(rows)
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row).containsEntry("ranks", 20).doesNotContainKey("skipped");
              assertThat(row).containsEntry("kind", "startup").containsKey("value");
            });
    assertThat(out).contains("own class loaders");
  }

  @Test
  void startsThatWereMeasuredBeforeAnInterruptionAreNotMeasuredAgain() throws IOException {
    Map<String, Object> report = run("startup", "--ranks=20,30");
    report.put("complete", false);
    Map<String, Object> row = list(report, "rows").getFirst();
    row.put("value", Map.of("count", 1, "median", 1234.25));
    row.put("classes", 4321);
    report.put("rows", List.of(row));
    ResultDocument.write(folder.resolve("report.json"), report);

    report = run("startup", "--ranks=20,30");

    assertThat(report).containsEntry("complete", true);
    assertThat(list(report, "rows")).extracting(each -> each.get("ranks")).containsExactly(20, 30);
    assertThat(list(report, "rows").getFirst())
        .containsEntry("classes", 4321)
        .extracting("value.median")
        .isEqualTo(1234.25);
    assertThat(out).contains("1234").containsPattern("30 +own class loaders +[0-9]");
  }
}
