package org.ronsel.bench.command;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.peer.NativeEntrant;
import org.ronsel.bench.peer.NativePeer;
import org.ronsel.bench.report.JsonReport;
import org.ronsel.bench.report.MachineFacts;
import org.ronsel.bench.report.Pictures;
import org.ronsel.bench.report.Results;
import org.ronsel.bench.report.StartUpReport;
import org.ronsel.bench.report.Targets;
import org.ronsel.bench.report.TextReport;
import org.ronsel.bench.report.Verdict;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.LimitEntrant;
import org.ronsel.bench.run.Orchestrator;
import org.ronsel.bench.run.RankPlacement;
import org.ronsel.bench.run.RonselEntrant;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.Row;
import org.ronsel.bench.run.Workload;
import org.ronsel.bench.startup.StartUpBenchmark;
import org.ronsel.bench.startup.StartUpRow;
import org.ronsel.launch.spi.AddedCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel bench}: measures, prints tables, writes JSON. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    description =
        "Measures Ronsel beside the machine's own limits and, with --vs, native message-passing"
            + " libraries, or with --self another installation. Whatever is compared is alive at"
            + " once and takes turns of a few milliseconds.",
    footer = {
      "",
      "Benchmarks: pingpong, stream, rate, barrier, broadcast, reduce, allreduce, allgather,",
      "alltoall, collectives (the six before), overlap (nonblocking collectives while ranks",
      "compute), rma (one-sided operations on windows), tail (single barriers), oversubscribe,",
      "startup.",
      "Exit status: 0 if Ronsel was measured wherever it was asked for, and with --gate no row has",
      "become slower than its bound; else 1."
    })
public final class BenchCommand extends AddedCommand {
  private static final String START_UP = "startup";
  private static final String COLLECTIVES = "collectives";

  @Parameters(arity = "0..*", paramLabel = "BENCHMARK", description = "What to measure.")
  private List<String> names = new ArrayList<>();

  @Mixin private MeasureOptions options = new MeasureOptions();

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Also write everything, every batch included, to this file.")
  private @Nullable Path json;

  @Option(
      names = "--pictures",
      paramLabel = "DIR",
      description = "Also draw what was measured at several sizes, as PNG files in this folder.")
  private @Nullable Path pictures;

  @Option(
      names = "--gate",
      description =
          "Measure the twelve rows that matter beside Open MPI, in three minutes, and fail if one"
              + " has become slower than its recorded bound.")
  private boolean gate;

  /** A command with default options. */
  public BenchCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    Set<Benchmark> benchmarks = new LinkedHashSet<>();
    boolean startUp = parse(benchmarks);
    checkFiles();
    List<Workload> workloads;
    try {
      workloads =
          gate
              ? Targets.gateWorkloads()
              : benchmarks.stream().flatMap(b -> workloads(b).stream()).toList();
      options.check();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    Map<String, String> peers = new LinkedHashMap<>();
    List<Entrant> entrants = gate ? gateEntrants(peers) : entrants(peers);
    printHead(out(), peers);
    try (Interruption interruption = new Interruption()) {
      Results results = new Results(measure(workloads, entrants, interruption));
      List<StartUpRow> startUps = startUp ? startUps() : List.of();
      report(results, startUps, peers);
      return complete(results, startUps) && (!gate || passes(results)) ? 0 : 1;
    }
  }

  private List<Workload> workloads(Benchmark benchmark) {
    return benchmark == Benchmark.RMA && !options.cases.isEmpty()
        ? Benchmark.oneSided(options.cases, options.sizes)
        : benchmark.workloads(options.sizes, options.ranks, options.distinct);
  }

  /** Whether every row of the gate was measured, and none lies beyond its bound. */
  private boolean passes(Results results) {
    List<Verdict> verdicts = Verdict.all(Targets.GATE, results);
    out().print(TextReport.targets(verdicts));
    List<String> failed =
        verdicts.stream()
            .filter(verdict -> verdict.ratio() == null || verdict.word().equals("missed"))
            .map(verdict -> verdict.target().subject() + " " + verdict.workload().label())
            .toList();
    out()
        .println(
            failed.isEmpty()
                ? "no row has become slower than its bound"
                : "slower than the bound, or not measured: " + String.join(", ", failed));
    out().flush();
    return failed.isEmpty();
  }

  private void report(Results results, List<StartUpRow> startUps, Map<String, String> peers)
      throws IOException {
    PrintWriter out = out();
    if (!results.rows().isEmpty()) {
      out.print(gate ? TextReport.tables(results) : TextReport.render(results));
    }
    if (!startUps.isEmpty()) {
      out.print(StartUpReport.render(startUps));
    }
    out.flush();
    if (pictures != null) {
      draw(results, pictures);
    }
    if (json != null) {
      List<String> commandLine = new ArrayList<>(List.of("ronsel", "bench"));
      commandLine.addAll(commandLine().getParseResult().originalArgs());
      JsonReport.write(
          json,
          JsonReport.of(
              commandLine,
              options.plan(),
              peers,
              results,
              gate ? Targets.GATE : Targets.ALL,
              startUps));
    }
  }

  /** Pictures that cannot be drawn do not take the tables away. */
  private void draw(Results results, Path folder) {
    try {
      List<Path> drawn = Pictures.write(results, folder);
      out()
          .println(
              drawn.isEmpty()
                  ? "no picture: nothing was measured at several sizes"
                  : "drawn: " + drawn.stream().map(Path::toString).collect(joining(", ")));
    } catch (IOException e) {
      out().println("no pictures in " + folder + ": " + e.getMessage());
    }
    out().flush();
  }

  private boolean parse(Set<Benchmark> benchmarks) {
    if (gate != names.isEmpty()) {
      throw wrong(
          gate
              ? "--gate has benchmarks of its own: leave out " + String.join(", ", names)
              : "Missing required parameter: 'BENCHMARK', or --gate");
    }
    List<String> ignored = options.entrantsGiven(commandLine().getParseResult());
    if (gate && !ignored.isEmpty()) {
      throw wrong("--gate compares what it always does: leave out " + String.join(", ", ignored));
    }
    boolean startUp = false;
    for (String name : names) {
      if (START_UP.equals(name)) {
        startUp = true;
        continue;
      }
      if (COLLECTIVES.equals(name)) {
        benchmarks.addAll(Benchmark.COLLECTIVES);
        continue;
      }
      Benchmark found = null;
      for (Benchmark benchmark : Benchmark.values()) {
        if (benchmark.label().equals(name.toLowerCase(Locale.ROOT))) {
          found = benchmark;
        }
      }
      if (found == null) {
        throw wrong("no benchmark is called '" + name + "'");
      }
      benchmarks.add(found);
    }
    if (!options.sizes.isEmpty() && benchmarks.stream().noneMatch(Benchmark::takesSizes)) {
      throw wrong("--sizes has no meaning for " + String.join(", ", names));
    }
    if (!options.ranks.isEmpty()
        && !startUp
        && benchmarks.stream().noneMatch(Benchmark::takesRanks)) {
      throw wrong("--ranks has no meaning for " + String.join(", ", names) + ", which take two");
    }
    if (!options.cases.isEmpty() && !benchmarks.contains(Benchmark.RMA)) {
      throw wrong("--cases are of rma, which is not among " + String.join(", ", names));
    }
    return startUp;
  }

  /** A report that cannot be written should be known before an hour of measuring, not after. */
  private void checkFiles() {
    if (pictures != null && Files.exists(pictures) && !Files.isDirectory(pictures)) {
      throw wrong("--pictures: " + pictures + " is not a folder");
    }
    if (json != null) {
      Path folder = json.toAbsolutePath().getParent();
      if (folder == null || !Files.isWritable(folder) || Files.isDirectory(json)) {
        throw wrong("--json: " + json + " cannot be written");
      }
    }
  }

  private List<Entrant> entrants(Map<String, String> peers) {
    List<Entrant> entrants = new ArrayList<>();
    options.placements.stream()
        .distinct()
        .forEach(p -> entrants.add(new RonselEntrant(p, false, options.jobs())));
    options.placements.stream()
        .distinct()
        .forEach(p -> entrants.add(new RonselEntrant(p, true, options.jobs())));
    RonselJobs other = options.otherJobs();
    if (other != null) {
      options.placements.stream()
          .distinct()
          .forEach(p -> entrants.add(new RonselEntrant(p, false, other)));
    }
    for (NativePeer peer : new LinkedHashSet<>(options.peers)) {
      List<NativeEntrant> settings = settings(peer);
      peers.put(peer.label(), settings.getFirst().description());
      entrants.addAll(settings);
    }
    entrants.addAll(LimitEntrant.all());
    return entrants;
  }

  /** A peer moves its messages as Ronsel does. */
  private List<NativeEntrant> settings(NativePeer peer) {
    List<NativeEntrant> settings = new ArrayList<>();
    if (options.placements.stream().anyMatch(placement -> !placement.usesNetwork())) {
      settings.addAll(NativeEntrant.of(peer, options.pin, options.peerLimit()));
    }
    if (options.placements.stream().anyMatch(RankPlacement::usesNetwork)) {
      settings.add(NativeEntrant.overTcp(peer, options.pin, options.peerLimit()));
    }
    return settings;
  }

  /** Ronsel in both placements, Open MPI in the faster of its settings, the hand-over. */
  private List<Entrant> gateEntrants(Map<String, String> peers) {
    NativeEntrant openMpi =
        NativeEntrant.of(NativePeer.OPENMPI, options.pin, options.peerLimit()).getFirst();
    peers.put(NativePeer.OPENMPI.label(), openMpi.description());
    return List.of(
        new RonselEntrant(RankPlacement.THREADS, false, options.jobs()),
        new RonselEntrant(RankPlacement.PROCESSES, false, options.jobs()),
        openMpi,
        LimitEntrant.HANDOVER);
  }

  private static void printHead(PrintWriter out, Map<String, String> peers) {
    Map<String, Object> machine = MachineFacts.collect();
    out.printf(
        Locale.ROOT,
        "Ronsel %s, JDK %s%n%s, %s processors, load average %s, %s%n",
        machine.get("ronsel"),
        machine.get("java"),
        machine.getOrDefault("processor", "unknown processor"),
        machine.get("processors"),
        machine.get("loadAverage"),
        machine.get("system"));
    peers.forEach((peer, description) -> out.printf(Locale.ROOT, "%s: %s%n", peer, description));
    out.flush();
  }

  /** Ctrl-C ends the measuring, not the report of what has been measured. */
  private List<Row> measure(
      List<Workload> workloads, List<Entrant> entrants, Interruption interruption)
      throws InterruptedException {
    if (workloads.isEmpty()) {
      return List.of();
    }
    int steps = Orchestrator.steps(workloads, entrants, options.rounds(gate));
    try (Progress progress = new Progress(steps)) {
      Orchestrator orchestrator = new Orchestrator(options.rounds(gate), options.plan(), progress);
      interruption.stopsBy(orchestrator::stop);
      return orchestrator.run(workloads, entrants);
    }
  }

  private List<StartUpRow> startUps() throws InterruptedException {
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
    try (Progress progress = new Progress(chosen.size() * options.rounds(gate))) {
      for (int round = 0; round < options.rounds(gate); round++) {
        for (StartUpBenchmark.Scale scale : chosen) {
          progress.note(START_UP + " " + scale.ranks());
          rows.add(benchmark.run(scale, round));
          progress.step();
        }
      }
    }
    return rows;
  }

  private static boolean complete(Results results, List<StartUpRow> startUps) {
    return results.rows().stream()
            .noneMatch(r -> r.kind() == Entrant.Kind.RONSEL && r.failure() != null)
        && startUps.stream().noneMatch(r -> r.skipped() != null);
  }
}
