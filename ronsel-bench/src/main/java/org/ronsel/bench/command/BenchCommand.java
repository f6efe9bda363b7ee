package org.ronsel.bench.command;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.report.CsvReport;
import org.ronsel.bench.report.JsonReport;
import org.ronsel.bench.report.MachineFacts;
import org.ronsel.bench.report.Pictures;
import org.ronsel.bench.report.ResultDocument;
import org.ronsel.bench.report.ResultTarget;
import org.ronsel.bench.report.Results;
import org.ronsel.bench.report.RunDescription;
import org.ronsel.bench.report.StartUpReport;
import org.ronsel.bench.report.Targets;
import org.ronsel.bench.report.TextReport;
import org.ronsel.bench.report.Verdict;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.startup.StartUpBenchmark;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.FileProblem;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code ronsel bench}: measures, prints tables, writes JSON. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measure Ronsel beside the machine's own limits and, if wanted, beside native"
            + " message-passing libraries (--vs) or another installation of Ronsel (--self). All"
            + " that is compared runs at the same time and takes turns of a few milliseconds.",
    subcommands = CompareCommand.class,
    footer = {
      "",
      "Benchmarks have their names of Ronsel, OSU or IMB (pingpong, osu_latency, PingPong); --list"
          + " shows them. Point to point: pingpong, stream, rate, bibw, mbw_mr, multi_lat,"
          + " latency_mt, pingping, sendrecv, exchange. Collectives: barrier, broadcast, allreduce"
          + " and others, all of them with collectives; overlap or iallreduce, ... (nonblocking,"
          + " while ranks compute), persistent, neighbors. Also rma (one-sided operations on"
          + " windows), tail (single barriers), oversubscribe, startup; all measures the whole set"
          + " in 9 minutes, or in --budget.",
      "To continue an interrupted run, give the same command again, with the same file"
          + " for --json.",
      "Exit status: 0 if Ronsel was measured wherever that was asked for and, with"
          + " --gate, no row is slower than its bound; 1 if not, or if data did not arrive as"
          + " they were sent; 2 if the command line makes no sense."
    })
public final class BenchCommand extends AddedCommand {
  private static final String START_UP = Catalogue.START_UP;

  @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "What to measure.")
  private List<String> names = new ArrayList<>();

  @Mixin private MeasureOptions options = new MeasureOptions();

  @Mixin private SuiteOptions suite = new SuiteOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write all results, with every single batch, to this file.")
  private @Nullable Path json;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Also write the rows to this file, without single batches.")
  private @Nullable Path csv;

  @Option(
      names = "--pictures",
      paramLabel = "DIR",
      description = "Also draw what was measured at several sizes, as PNG files in this folder.")
  private @Nullable Path pictures;

  @Option(
      names = "--gate",
      description =
          "Measure twelve important rows in three minutes, and fail if one is slower than its bound:"
              + " with --self, 5 %% more than the time of the other installation; else a recorded"
              + " ratio to Open MPI, which finds only what has become much slower.")
  private boolean gate;

  @Option(names = "--list", description = "List the benchmarks and their names, and end.")
  private boolean list;

  private final Function<MeasureOptions, Participants> ofGate;

  /** Creates a command with default options. */
  public BenchCommand() {
    this(Participants::ofGate);
  }

  /** A command whose gate compares others, for tests. */
  BenchCommand(Function<MeasureOptions, Participants> ofGate) {
    this.ofGate = ofGate;
  }

  @Override
  public Integer call() throws InterruptedException, IOException {
    if (list) {
      out().print(Catalogue.list());
      out().flush();
      return 0;
    }
    BenchRequest request = request();
    List<Workload> workloads = request.workloads();
    checkFiles();
    Participants participants = gate ? ofGate.apply(options) : Participants.of(options);
    List<Entrant> entrants = participants.entrants();
    Map<String, String> peers = participants.peers();
    printHead(out(), peers);
    if (!options.peers.isEmpty()) {
      saySolitary(request);
    }
    RunDescription run = new RunDescription(words(), peers, plan());
    ResultCheckpoint checkpoint = new ResultCheckpoint(json, run);
    checkpoint.resume(workloads, entrants, options.rounds(gate));
    try (Interruption interruption = new Interruption()) {
      List<Row> measured = measure(request, entrants, checkpoint, interruption);
      Results results = new Results(inOrder(workloads, checkpoint.known().keySet(), measured));
      List<StartUpRow> startUps =
          request.startUp() ? startUps(checkpoint, interruption) : List.of();
      boolean whole = !interruption.isUnderWay() && workloads.stream().allMatch(results::isWhole);
      report(run, results, startUps, checkpoint, whole);
      return complete(results, startUps) && whole && (!gate || passes(results)) ? 0 : 1;
    }
  }

  /**
   * Finds a reason why a command line cannot be measured, without measuring anything.
   *
   * @param arguments behind {@code ronsel bench}
   * @return null if there is none
   */
  public static @Nullable Obstacle obstacle(List<String> arguments) {
    BenchCommand command = new BenchCommand();
    try {
      new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
      var _ = command.request();
      return null;
    } catch (ParameterException e) {
      return new Obstacle("ronsel bench " + arguments.getFirst() + ": " + e.getMessage(), false);
    }
  }

  private BenchRequest request() {
    try {
      return new RequestParser(names, gate, options, suite, commandLine().getParseResult()).parse();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private static List<Row> inOrder(List<Workload> workloads, Set<Row> known, List<Row> measured) {
    List<Row> rows = new ArrayList<>(known);
    rows.addAll(measured);
    Map<Workload, Integer> order = new HashMap<>();
    workloads.forEach(workload -> order.put(workload, order.size()));
    rows.sort(
        Comparator.comparing((Row row) -> order.getOrDefault(row.workload(), 0))
            .thenComparing(Row::round));
    return rows;
  }

  private List<String> words() {
    return WholeCommand.of("bench", commandLine().getParseResult().originalArgs());
  }

  private Map<String, Object> plan() {
    Map<String, Object> plan = options.planMap(gate, suite);
    plan.put("report", suite.settings().each() ? "max" : "average");
    return plan;
  }

  private List<Targets.Target> targets() {
    if (!gate) {
      return Targets.ALL;
    }
    return options.self == null ? Targets.GATE : Targets.GATE_OF_VERSIONS;
  }

  /** Whether every row of the gate was measured well enough, and none lies beyond its bound. */
  private boolean passes(Results results) {
    List<Verdict> verdicts = Verdict.all(targets(), results);
    out().print(TextReport.targets(verdicts));
    List<String> failed =
        verdicts.stream()
            .filter(verdict -> !verdict.passes())
            .map(verdict -> verdict.subject() + " " + verdict.what())
            .toList();
    out()
        .println(
            failed.isEmpty()
                ? "no row has become slower than its bound"
                : "slower than the bound, or not measured well enough: "
                    + String.join(", ", failed));
    out().flush();
    return failed.isEmpty();
  }

  private void report(
      RunDescription run,
      Results results,
      List<StartUpRow> startUps,
      ResultCheckpoint checkpoint,
      boolean whole)
      throws IOException {
    PrintWriter out = out();
    if (!results.rows().isEmpty()) {
      out.print(
          gate ? TextReport.tables(results, suite.full) : TextReport.render(results, suite.full));
    }
    if (!startUps.isEmpty()) {
      out.print(StartUpReport.render(startUps));
    }
    out.flush();
    if (pictures != null) {
      draw(results, pictures);
    }
    if (json == null && csv == null) {
      return;
    }
    Map<String, Object> report =
        JsonReport.of(run, whole, results, checkpoint.known(), targets(), startUps);
    if (json != null) {
      ResultDocument.write(json, report);
    }
    if (csv != null) {
      CsvReport.write(csv, report);
    }
  }

  /** Draws pictures; where that is not possible, the tables are printed all the same. */
  private void draw(Results results, Path folder) {
    try {
      List<Path> drawn = Pictures.write(results, folder);
      out()
          .println(
              drawn.isEmpty()
                  ? "no picture: nothing was measured at several sizes"
                  : "drawn: " + drawn.stream().map(Path::toString).collect(joining(", ")));
    } catch (IOException e) {
      out().println("no pictures in " + folder + ": " + FileProblem.reason(e));
    }
    out().flush();
  }

  /** Checks that files can be written, before an hour of measuring and not after it. */
  private void checkFiles() {
    try {
      if (json != null) {
        ResultTarget.prepare("--json", json);
        ResultTarget.requireResults("--json", json);
      }
      if (csv != null) {
        ResultTarget.prepare("--csv", csv);
        if (json != null && whole(json).equals(whole(csv))) {
          throw new IllegalArgumentException("--csv: " + csv + " is the file of --json");
        }
      }
      if (pictures != null) {
        ResultTarget.prepareFolder("--pictures", pictures);
      }
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private static Path whole(Path file) {
    return file.toAbsolutePath().normalize();
  }

  private static void printHead(PrintWriter out, Map<String, String> peers) {
    Map<String, Object> machine = MachineFacts.collect();
    Object processors = machine.get("processors");
    boolean one = Integer.valueOf(1).equals(processors);
    out.printf(
        Locale.ROOT,
        "Ronsel %s, JDK %s%n%s, %s %s, load average %s, %s%n",
        machine.get("ronsel"),
        machine.get("java"),
        machine.getOrDefault("processor", "unknown processor"),
        processors,
        one ? "processor" : "processors",
        rounded(machine.get("loadAverage")),
        machine.get("system"));
    if (one) {
      out.println(
          "this process may use one core: ranks take turns on it, and times have what a change of"
              + " threads costs");
    }
    peers.forEach((peer, description) -> out.printf(Locale.ROOT, "%s: %s%n", peer, description));
    out.flush();
  }

  /** Formats a load average with two digits behind the point, as other programs do. */
  private static String rounded(@Nullable Object load) {
    return load instanceof Double value && value >= 0
        ? String.format(Locale.ROOT, "%.2f", value)
        : "unknown";
  }

  /** Says what native libraries are not measured with, though some were asked for. */
  private void saySolitary(BenchRequest request) {
    List<String> alone =
        new ArrayList<>(
            request.workloads().stream()
                .map(Workload::benchmark)
                .filter(benchmark -> !benchmark.isOfPeers())
                .map(Benchmark::label)
                .distinct()
                .toList());
    if (request.startUp()) {
      alone.add(START_UP);
    }
    if (!alone.isEmpty()) {
      out().println("without native libraries: " + String.join(", ", alone));
      out().flush();
    }
  }

  /** Measures. Ctrl-C ends the measuring; the rows so far are reported. */
  private List<Row> measure(
      BenchRequest request,
      List<Entrant> entrants,
      ResultCheckpoint checkpoint,
      Interruption interruption)
      throws InterruptedException {
    List<Workload> workloads = request.workloads();
    int rounds = options.rounds(gate);
    int all = Orchestrator.steps(workloads, entrants, rounds);
    int steps = Orchestrator.steps(workloads, entrants, rounds, checkpoint::knows);
    if (steps < all) {
      out().println("goes on after " + (all - steps) + " of " + all + " rows, found in " + json);
      out().flush();
    }
    if (steps == 0) {
      return List.of();
    }
    sayBudget(Orchestrator.sizes(workloads, rounds, checkpoint::knows));
    try (BenchProgressLine progress = new BenchProgressLine(steps, checkpoint::add)) {
      Orchestrator orchestrator =
          new Orchestrator(rounds, request.plan(), options.budget, progress);
      interruption.stopsBy(orchestrator::stop);
      return orchestrator.run(workloads, entrants, gate || options.freshJobs, checkpoint::knows);
    }
  }

  /** Says how long everything takes, if that is known, and each size. */
  private void sayBudget(int sizes) {
    if (options.budget != null) {
      out().println(budgetWords(sizes, options.budget));
      out().flush();
    }
  }

  static String budgetWords(int sizes, Duration budget) {
    return String.format(
        Locale.ROOT,
        "%d %s in about %s, %.1f s each with all entrants",
        sizes,
        sizes == 1 ? "size" : "sizes",
        Durations.seconds(budget),
        budget.toMillis() / 1e3 / sizes);
  }

  /** Measures starts of many ranks, except those that were measured before an interruption. */
  private List<StartUpRow> startUps(ResultCheckpoint checkpoint, Interruption interruption)
      throws InterruptedException {
    List<StartUpBenchmark.Scale> scales =
        StartUpBenchmark.DEFAULT.stream()
            .filter(s -> options.ranks.isEmpty() || options.ranks.contains(s.ranks()))
            .toList();
    List<StartUpBenchmark.Scale> chosen = new ArrayList<>(scales);
    for (int ranks : options.ranks) {
      if (scales.stream().noneMatch(s -> s.ranks() == ranks)) {
        chosen.add(new StartUpBenchmark.Scale(ranks, List.of()));
      }
    }
    StartUpBenchmark benchmark = new StartUpBenchmark(options.jobs());
    List<StartUpRow> rows = new ArrayList<>();
    try (BenchProgressLine progress =
        new BenchProgressLine(chosen.size() * options.rounds(gate), row -> {})) {
      for (int round = 0; round < options.rounds(gate); round++) {
        for (StartUpBenchmark.Scale scale : chosen) {
          if (interruption.isUnderWay()) {
            return rows;
          }
          StartUpRow row = checkpoint.known(scale, round);
          if (row == null) {
            progress.note(START_UP + " " + scale.ranks());
            row = benchmark.run(scale, round);
            if (interruption.isUnderWay()) {
              return rows; // its end is not its own
            }
            checkpoint.add(row);
          }
          rows.add(row);
          progress.step();
        }
      }
    }
    return rows;
  }

  private static boolean complete(Results results, List<StartUpRow> startUps) {
    return results.rows().stream()
            .noneMatch(r -> r.isWrong() || (r.kind() == Entrant.Kind.RONSEL && r.failure() != null))
        && startUps.stream().noneMatch(r -> r.skipped() != null);
  }
}
