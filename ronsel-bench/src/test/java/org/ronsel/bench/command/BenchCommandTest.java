package org.ronsel.bench.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ronsel.bench.BenchSubcommand;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.launch.spi.Subcommand;
import picocli.CommandLine;

class BenchCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter errors = new StringWriter();

  private int run(String... args) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(errors))
        .execute(args);
  }

  /** Descriptions are formats: picocli warns of a percent sign that is not doubled. */
  @Test
  void descriptionsAreFormats() throws ReflectiveOperationException {
    List<String> commands =
        BenchCommand.class.getModule().getDescriptor().provides().stream()
            .filter(provided -> provided.service().equals(Subcommand.class.getName()))
            .flatMap(provided -> provided.providers().stream())
            .toList();
    assertThat(commands).hasSizeGreaterThan(2);
    PrintStream before = System.err;
    ByteArrayOutputStream warnings = new ByteArrayOutputStream();
    System.setErr(new PrintStream(warnings, true, StandardCharsets.UTF_8));
    try {
      for (String name : commands) {
        Subcommand subcommand = (Subcommand) Class.forName(name).getConstructor().newInstance();
        assertThat(new CommandLine(subcommand.command()).getUsageMessage()).isNotEmpty();
      }
    } finally {
      System.setErr(before);
    }
    assertThat(warnings.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "teleport | no benchmark is called 'teleport'",
        "'' | Missing required parameter",
        "pingpong --sizes 8x | '8x' is not a size",
        "barrier --sizes 8 | --sizes has no meaning for barrier",
        "STARTUP --sizes 8 | --sizes has no meaning for STARTUP",
        "Start_Up --sizes 8 | --sizes has no meaning for Start_Up",
        "osu-latnecy | no benchmark is called 'osu-latnecy'",
        "tail --sizes 8 | --sizes has no meaning for tail",
        "overlap --ranks 1 | at least 2 ranks",
        "pingpong --ranks 4 | --ranks has no meaning for pingpong, which takes two ranks",
        "pingpong rate --ranks 4 | pingpong, rate, which take two ranks",
        "rma --ranks 4 | --ranks has no meaning for rma",
        "rma --cases fly | 'fly' is not a case of rma",
        "rma --cases put-often | not often",
        "osu_put_latency --cases get | --cases chooses cases of rma, but what is measured is osu_put",
        "pingpong -w create | --win-option and --sync-option are for osu_put_latency",
        "rma -s fence | what is measured is rma, of which --cases chooses cases",
        "osu_get_bw -w wide | 'wide' is no kind of window: allocate, create, dynamic or shared",
        "osu_get_bw -s never | 'never' is no synchronization: flush, flush_local, lock, lock_all",
        "osu_put_bibw -s lock | both is for put with fence or pscw",
        "osu_put_bw -W 2000 | 'put-x2000' is not a case of rma",
        "pingpong -W 8 | --window-size has no meaning for pingpong: it is for stream, bibw, mbw_mr",
        "osu_put_latency startup -W 8 | --window-size has no meaning for osu_put_latency, startup",
        "osu_bw -W 0 | --window-size must be at least 1, not 0",
        "rma_bw --distinct-buffers | --distinct-buffers has no meaning for rma_bw: it is for stream",
        "--gate --distinct-buffers | leave out --distinct-buffers",
        "osu_latency -t 4 | --threads has no meaning for osu_latency: it is for latency_mt",
        "osu_latency_mt -t 4:2 | '4:2' is not N or N:N: both ranks have the same number of threads",
        "osu_latency_mt -t many | 'many' is not N or N:N",
        "osu_latency_mt -t 1:1 | --threads must be at least 2, not 1: latency is of one thread",
        "pingpong barrier --ghosts 1 | --ghosts has no meaning for pingpong, barrier: it is for rma",
        "osu_init | no benchmark is called 'osu_init'; near to it is startup",
        "Unidir_put | no benchmark is called 'Unidir_put'; near to it is put_bw",
        "rma --ghosts 65 | --ghosts takes 0 to 64, not 65",
        "pingpong --cases put | --cases chooses cases of rma, but what is measured is pingpong",
        "--gate --cases put | leave out --cases",
        "--gate -m 8:64 | leave out --message-size",
        "--gate -npmin 2 | leave out --npmin",
        "--gate -D cont -a segment | leave out --datatype, --memory",
        "--gate --report max --off-cache 4 | leave out --report, --off-cache",
        "barrier --ranks 1 | at least 2 ranks",
        "pingpong --batches 0 | --batches must be at least 1, not 0",
        "pingpong --batches 0 -i 10 | --batches must be at least 1, not 0",
        "pingpong --batches -5 -i 10 | --batches must be at least 1, not -5",
        "startup --ranks 0 | --ranks must be at least 1, not 0",
        "startup --ranks 100,-3 | --ranks must be at least 1, not -3",
        "pingpong --rounds 0 | must be at least 1",
        "all --budget 0s | --budget must be more than 0",
        "all --budget soon | 'soon' is not a duration",
        "pingpong --gate | --gate has benchmarks of its own: leave out pingpong",
        "--gate --vs mpich --sizes 8 | --gate compares what it always does: leave out --vs, --sizes",
        "--gate --batches 4 | --gate needs 5 pairs of batches or more, not 4",
        "pingpong --self no/such/folder | no/such/folder is no installation of Ronsel",
        "pingpong --job-limit 0 | --job-limit must be at least 1s, not 0s",
        "pingpong --job-limit 500ms | --job-limit must be at least 1s, not 0.5s",
        "pingpong --peer-limit 0 --vs mpich | --peer-limit must be at least 1",
        "pingpong --placement mars | 'mars' is not a placement",
        "pingpong --vs lam | 'lam' is not a peer",
        "osu_latnecy | no benchmark is called 'osu_latnecy'; ronsel bench --list",
        "bcas | no benchmark is called 'bcas': bcast, ibcast",
        "osu_bw -m 8:4 | '8:4' begins behind its end",
        "osu_bw -m 8:4:2 | '8:4:2' is not MIN:MAX",
        "PingPong -msglog 3:40 | '3:40' is not MIN:MAX, powers of two",
        "PingPong -msglog 3:4 --sizes 8 | sizes come from one of",
        "PingPong -msglen no/such | -msglen: no/such cannot be read: its folder does not exist",
        "pingpong -i 0 | --iterations must be at least 1",
        "pingpong -x -1 | --warmup must be at least 0",
        "pingpong -time 0 | --time must be more than 0",
        "pingpong -D hole | 'hole' is not a datatype",
        "pingpong -D vect:8:16 | blocks of a datatype",
        "pingpong -D vect:48:24 --sizes 64 | no whole blocks",
        "bcast --root -2 | --root must be at least 0, not -2",
        "rma --memory segment | rma: choose the memory of windows by --cases, not by --memory",
        "pingpong --memory tape | 'tape' is no kind of memory",
        "osu_bw --memory object | stream has no form for objects",
        "allreduce -D cont | takes no derived datatypes",
        "Sendrecv -npmin 1 --ranks 8 | -npmin must be 2 to",
        "mbw_mr --ranks 3 | mbw_mr needs an even number of ranks, not 3",
        "bcast --ranks 4 --root 4 | --root must be a rank, 0 to 3, not 4",
        "bcast --root 2 | --root must be a rank, 0 to 1, not 2",
        "ibcast --ranks 2 --root 2 | --root must be a rank, 0 to 1, not 2",
        "pingpong --root 0 | --root has no meaning for pingpong",
        "allreduce --root 0 | --root has no meaning for allreduce",
        "pingpong --report sum | 'sum' is no way to report",
        "tail --report max | --report max and --off-cache have no meaning for tail: times are taken",
        "ibcast --off-cache | --report max and --off-cache have no meaning for ibcast",
        "pingpong --off-cache 4000 | --off-cache takes 0 to 1024 MiB",
        "osu_alltoall --ranks 900 --sizes 1G | choose smaller --sizes or fewer --ranks",
        "osu_alltoall --ranks 100000 --sizes 1G | choose smaller --sizes or fewer --ranks",
        "Sendrecv -npmin 1500000000 --ranks 2000000000 | choose smaller --sizes or fewer --ranks",
        "pingpong --json target/a.out --csv ./target/a.out | ./target/a.out is the file of --json",
        "pingpong --csv pom.xml/x.csv | pom.xml/x.csv cannot be written",
        "pingpong --json pom.xml | pom.xml is damaged, or not JSON (give another name",
        "pingpong --json src | src cannot be written: it is a folder",
        "pingpong --json /dev/null | it is not a regular file",
        "pingpong --pictures pom.xml | pom.xml cannot be made a folder",
        "compare no/such.json other.json | no/such.json cannot be read: its folder does not exist",
        "compare none.json other.json | none.json cannot be read: there is no such file",
        "compare | Missing required parameters",
        "pingpong --json pom.xml/x.json | there is a file of this name",
        "pingpong -J | option '--jvm-option' expects an option of JVMs",
      })
  void wrongArgumentsAreNamedBeforeAnythingRuns(String line, String message) {
    String[] args = line.isEmpty() ? new String[0] : line.split(" ");

    assertThat(run(args)).isEqualTo(2);
    assertThat(errors.toString()).contains(message);
    assertThat(out.toString()).isEmpty();
  }

  /** What takes options of JVMs, beside what has an option {@code -D}. */
  private static class Options {
    @CommandLine.Mixin private final MeasureOptions measure = new MeasureOptions();
    @CommandLine.Mixin private final SuiteOptions suite = new SuiteOptions();
  }

  @ParameterizedTest
  @ValueSource(strings = {"-J-Da=b", "-J=-Da=b", "-J -Da=b", "--jvm-option=-Da=b"})
  void anOptionOfJvmsMayBeginLikeOneOfTheCommand(String option) {
    Options options = new Options();

    new CommandLine(options).parseArgs((option + " -J-ea").split(" "));

    assertThat(options.measure.jobs().jvmOptions()).containsExactly("-Da=b", "-ea");
  }

  @ParameterizedTest
  @CsvSource({
    "100, 150",
    "100, 101",
    "100, 199",
    "100, 1000",
    "100, 7",
    "2, 3",
    "7, 1",
    "100, 2147483647"
  })
  void asManyIterationsAsAreAskedForAndNeverMoreAreMeasured(int batches, int iterations) {
    Options options = new Options();
    new CommandLine(options).parseArgs("--batches", "" + batches, "-i", "" + iterations);

    BatchPlan plan = options.measure.plan(options.suite);

    int run = plan.batches() * plan.iterations();
    assertThat(run).isLessThanOrEqualTo(iterations).isGreaterThan(iterations - plan.iterations());
    assertThat(plan.batches()).isLessThanOrEqualTo(batches);
    assertThat(options.measure.planMap(false, options.suite))
        .containsEntry("iterations", iterations)
        .containsEntry("iterationsPerBatch", plan.iterations())
        .containsEntry("batches", plan.batches());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "189 | 540 | 189 sizes in about 540s, 2.9 s each with all entrants",
        "4 | 540 | 4 sizes in about 540s, 135.0 s each with all entrants",
        "1 | 2 | 1 size in about 2s, 2.0 s each with all entrants",
      })
  void aBudgetIsSharedAmongSizes(int sizes, int seconds, String words) {
    assertThat(BenchCommand.budgetWords(sizes, Duration.ofSeconds(seconds))).isEqualTo(words);
  }

  @Test
  void aFolderIsNoReportFile(@TempDir Path folder) {
    assertThat(run("pingpong", "--json", folder.toString())).isEqualTo(2);
  }

  @Test
  void aFileThatHasNoResultsIsRefusedAndKept(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("settings.json");
    String content = "{\"name\": \"mine\"}";
    Files.writeString(file, content);

    assertThat(run("pingpong", "--json", file.toString())).isEqualTo(2);
    assertThat(errors.toString()).contains("(give another name, or remove the file)");
    assertThat(file).hasContent(content);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "osu_latency_mt -t 4:4",
        "osu_latency osu_latency_mt -t 4",
        "osu_bw PingPong -W 8",
        "osu_put_bw -W 8",
        "osu_mbw_mr --distinct-buffers",
        "barrier osu_get_latency --ghosts 1",
        "Accumulate Get_accumulate Fetch_and_op Compare_and_swap",
      })
  void anOptionThatOneOfTheBenchmarksTakesIsTaken(String line) {
    assertThat(BenchCommand.obstacle(List.of(line.split(" ")))).isNull();
  }

  @Test
  void helpNamesEveryBenchmark() {
    assertThat(run("--help")).isZero();
    assertThat(out.toString())
        .contains("pingpong", "stream", "rate", "barrier", "allreduce", "oversubscribe", "startup")
        .contains("collectives", "overlap", "tail", "rma", "--cases");
  }

  @Test
  void theListHasTheNamesOfOtherSuites() {
    assertThat(run("--list")).isZero();
    assertThat(out.toString())
        .contains("latency", "uniband", "bcast", "neighbor_alltoallv", "imb")
        .contains("put_latency", "cas_latency", "put_bibw");
  }

  @Test
  void theCommandIsFoundByTheLauncher() {
    assertThat(BenchCommand.class.getModule().getDescriptor().provides())
        .anySatisfy(
            service -> {
              assertThat(service.service()).isEqualTo(Subcommand.class.getName());
              assertThat(service.providers()).contains(BenchSubcommand.class.getName());
            });
  }
}
