package org.ronsel.npb.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.command.Interruption;
import org.ronsel.bench.command.MeasuredJobOptions;
import org.ronsel.bench.command.Obstacle;
import org.ronsel.bench.peer.NativePeer;
import org.ronsel.bench.peer.PeerInstallation;
import org.ronsel.bench.run.RonselJobs;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.ParsingConverter;
import org.ronsel.launch.spi.PlacementConverter;
import org.ronsel.launch.spi.ProgressLine;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.npb.Npb;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** {@code ronsel npb}: runs NAS Parallel Benchmarks, verifies, prints tables, writes JSON. */
@Command(
    name = "npb",
    mixinStandardHelpOptions = true,
    description =
        "Run NAS Parallel Benchmarks and compare their results with the values of the"
            + " specification. One rank is run as well, so that each number of ranks has its"
            + " speed-up beside its MOP/s.",
    footer = {
      "",
      "Benchmarks: ep, cg, mg, ft, is, lu, sp, bt, bt-mz, sp-mz.",
      "What follows -- is passed to ronsel run: ronsel npb cg -n 4 -- --hosts a,b",
      "Exit status: 0 if everything ran and was verified, 1 if not, 2 if the command line"
          + " makes no sense."
    })
public final class NpbCommand extends AddedCommand {
  private static final String ALL = "all";

  /** Options of {@code ronsel run} that suppress the results of a job or change their form. */
  private static final Set<String> OF_OUTPUT =
      Set.of("--tag-output", "--output", "--dry-run", "--help", "-h", "--version", "-V");

  @Parameters(
      arity = "0..*",
      paramLabel = "BENCHMARK",
      description = "What to run; all runs every benchmark.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--class",
      split = ",",
      paramLabel = "CLASS",
      converter = ClassConverter.class,
      description = "Sizes of the problem: S, W, A, B, C, D (default: A).")
  private List<ProblemClass> classes = new ArrayList<>(List.of(ProblemClass.A));

  @Option(
      names = {"-n", "--ranks"},
      split = ",",
      paramLabel = "N",
      description = "Numbers of ranks (default: as many as cores, if the benchmark allows it).")
  private List<Integer> ranks = new ArrayList<>();

  @Option(names = "--processes", description = "The same as --placement processes.")
  private boolean processes;

  @Option(
      names = "--placement",
      split = ",",
      paramLabel = "PLACEMENT",
      converter = PlacementConverter.class,
      description =
          "Where the ranks live: threads (the default), processes, tcp (processes without"
              + " shared memory) or tls (tcp with --encrypt).")
  private List<RankPlacement> placements = new ArrayList<>();

  @Option(
      names = "--serial",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Also run one rank, for speed-up (default: ${DEFAULT-VALUE}).")
  private boolean serial;

  @Option(
      names = "--bound",
      description =
          "Also run N independent serial copies at once. They show what N ranks could reach"
              + " on this machine if messages took no time.")
  private boolean bound;

  @Option(
      names = "--weak",
      description =
          "Weak scaling: the first class on the first number of ranks, which is 1, the second on"
              + " the second, and so on. The reference is --bound, with copies of the first class.")
  private boolean weak;

  @Option(
      names = "--native",
      paramLabel = "DIR",
      description =
          "Also run a native build of NPB-MPI, whose programs are in DIR or DIR/bin: cg.A.2"
              + " (NPB 3.3) or cg.A.x (3.4).")
  private @Nullable Path nativeBuild;

  @Option(
      names = "--mpirun",
      paramLabel = "COMMAND",
      description =
          "Command that starts the native programs, with all its options except the number of"
              + " processes (default: that of Open MPI).")
  private @Nullable String mpirun;

  @Option(
      names = "--warmups",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Untimed runs before the timed ones in each job, so that code is compiled; the time"
              + " of the first is reported as cold (default: ${DEFAULT-VALUE}).")
  private int warmups;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "Timed runs in each job (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "How often everything is measured in turn, each time with new jobs (default:"
              + " ${DEFAULT-VALUE}).")
  private int rounds;

  @Mixin private MeasuredJobOptions job = new MeasuredJobOptions();

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "1",
      description =
          "Threads in each rank of bt-mz and sp-mz; ranks with several are not bound to cores"
              + " (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--timers",
      description = "Also time the parts of each benchmark that has timers for them.")
  private boolean timers;

  @Option(
      names = "--job-limit",
      paramLabel = "TIME",
      converter = Durations.class,
      defaultValue = "30m",
      description = "A job that takes longer counts as failed (default: ${DEFAULT-VALUE}).")
  private Duration jobLimit = Duration.ofMinutes(30);

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description =
          "Also write all results as JSON. After an interruption the same command continues"
              + " from that file.")
  private @Nullable Path json;

  /** Creates a command with default options. */
  public NpbCommand() {}

  @Override
  public Integer call() throws InterruptedException, IOException {
    List<String> runOptions = splitRunOptions();
    check();
    List<Problem> problems = problems();
    Map<String, String> peers = new LinkedHashMap<>();
    NpbJson file =
        new NpbJson(json, commandLine().getParseResult().originalArgs(), peers, plan(), threads);
    try {
      file.check();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    List<RonselRuns> ours = ours(runOptions);
    String tooMuch = tooMuch(problems, ours);
    if (tooMuch != null) {
      err().println(tooMuch);
      err().flush();
      return 1;
    }
    List<NpbEntrant> entrants = new ArrayList<>(ours);
    NativeBuild build = nativeBuild(peers);
    if (build != null) {
      entrants.add(build);
    }
    NpbResults results = new NpbResults();
    int resumed = file.resume(results, problems, entrants);
    if (resumed > 0) {
      out().println(json + " was interrupted: " + resumed + " jobs of it are not run again");
      out().flush();
    }
    try (Interruption interruption = new Interruption()) {
      AtomicBoolean stopped = new AtomicBoolean();
      interruption.stopsBy(() -> stopped.set(true));
      measure(problems, entrants, results, file, stopped);
      out().print(new NpbReport(results, commandLine().getColorScheme().ansi()).text());
      out().flush();
      file.write(results, !stopped.get());
      return !stopped.get() && results.all().stream().allMatch(Series::isFine) ? 0 : 1;
    }
  }

  /** Measures. Ctrl-C ends the measuring; the results so far are reported. */
  private void measure(
      List<Problem> problems,
      List<NpbEntrant> entrants,
      NpbResults results,
      NpbJson file,
      AtomicBoolean stopped)
      throws InterruptedException {
    try (ProgressLine progress =
        new ProgressLine("npb", problems.size() * entrants.size() * rounds, 0)) {
      for (int round = 0; round < rounds; round++) {
        for (Problem problem : problems) {
          for (NpbEntrant entrant : entrants) {
            if (entrant.takes(problem) && !results.has(problem, entrant, round)) {
              progress.note(problem + " " + entrant.label());
              Series series = entrant.run(problem, round);
              if (stopped.get()) {
                return; // its job has been ended
              }
              results.add(series);
              file.writeSoFar(results);
            }
            progress.step();
          }
        }
      }
    }
  }

  /** Splits off the words behind --, which picocli does not separate from those before it. */
  private List<String> splitRunOptions() {
    List<String> words = commandLine().getParseResult().originalArgs();
    int end = words.indexOf("--");
    if (end < 0) {
      return List.of();
    }
    List<String> behind = List.copyOf(words.subList(end + 1, words.size()));
    for (String word : behind) {
      if (OF_OUTPUT.contains(word.replaceFirst("=.*", ""))) {
        throw wrong(
            word
                + " behind -- would change what the jobs print, which has the results: leave it out");
      }
    }
    names = names.subList(0, names.size() - behind.size());
    return behind;
  }

  /**
   * Finds a reason why a command line cannot be measured, without measuring anything.
   *
   * @param arguments behind {@code ronsel npb}
   * @return null if there is none
   */
  public static @Nullable Obstacle obstacle(List<String> arguments) {
    NpbCommand command = new NpbCommand();
    List<String> runOptions;
    try {
      new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
      runOptions = command.splitRunOptions();
      command.check();
    } catch (ParameterException e) {
      return new Obstacle("ronsel npb " + arguments.getFirst() + ": " + e.getMessage(), false);
    }
    List<Problem> problems;
    try {
      problems = command.problems();
    } catch (ParameterException e) { // names the benchmark
      return new Obstacle(String.valueOf(e.getMessage()), false);
    }
    String tooMuch = tooMuch(problems, command.ours(runOptions));
    return tooMuch == null ? null : new Obstacle(tooMuch, true);
  }

  /** Which problem does not fit into the memory of this host; null if all do. */
  private static @Nullable String tooMuch(List<Problem> problems, List<RonselRuns> ours) {
    for (Problem problem : problems) {
      for (RonselRuns entrant : ours) {
        if (entrant.takes(problem)) {
          try {
            entrant.checkMemory(problem);
          } catch (UnavailableException e) {
            return problem.inWords() + " (" + entrant.label() + ") " + e.getMessage();
          }
        }
      }
    }
    return null;
  }

  private void check() {
    if (warmups < 0 || runs < 1 || rounds < 1) {
      throw wrong("--warmups is 0 or more, --runs and --rounds 1 or more");
    }
    if (threads < 1) {
      throw wrong("--threads is 1 or more");
    }
    if (processes && !placements.isEmpty()) {
      throw wrong("--processes and --placement say the same: leave one out");
    }
    if (weak) {
      checkWeak();
    }
    if (nativeBuild != null && !Files.isDirectory(nativeBuild)) {
      throw wrong("--native: there is no folder " + nativeBuild);
    }
    if (mpirun != null && mpirun.isBlank()) {
      throw wrong("--mpirun is a command with its options, which is missing");
    }
    if (nativeBuild == null && mpirun != null) {
      throw wrong("--mpirun starts the programs of --native, which is missing");
    }
  }

  private void checkWeak() {
    if (ranks.isEmpty() || ranks.size() != classes.size() || ranks.getFirst() != 1) {
      throw wrong(
          "--weak needs a class for each number of ranks, the first of which is 1, as in --class"
              + " A,B,C -n 1,4,16");
    }
    for (int i = 1; i < ranks.size(); i++) {
      if (ranks.get(i) <= ranks.get(i - 1) || classes.get(i).compareTo(classes.get(i - 1)) <= 0) {
        throw wrong("--weak needs classes and numbers of ranks in ascending order");
      }
    }
  }

  private List<Problem> problems() {
    Set<NpbKernel> kernels = new LinkedHashSet<>();
    for (String name : names) {
      if (ALL.equals(name)) {
        kernels.addAll(Npb.all());
        continue;
      }
      try {
        kernels.add(Npb.named(name));
      } catch (IllegalArgumentException e) {
        throw wrong(String.valueOf(e.getMessage()));
      }
    }
    if (kernels.isEmpty()) {
      throw wrong("Missing required parameter: 'BENCHMARK', one of " + Npb.names() + " or all");
    }
    List<Problem> problems = new ArrayList<>();
    for (NpbKernel kernel : kernels) {
      if (weak) {
        for (int i = 0; i < ranks.size(); i++) {
          checkCount(kernel, classes.get(i), ranks.get(i));
          problems.add(new Problem(kernel, classes.get(i), ranks.get(i), classes.getFirst()));
        }
        continue;
      }
      for (ProblemClass size : new LinkedHashSet<>(classes)) {
        for (int count : counts(kernel, size)) {
          problems.add(new Problem(kernel, size, count));
        }
      }
    }
    return problems;
  }

  private Set<Integer> counts(NpbKernel kernel, ProblemClass size) {
    RankCounts allowed = kernel.rankCounts(size);
    Set<Integer> counts = new TreeSet<>();
    if (ranks.isEmpty()) {
      int most = Math.min(Runtime.getRuntime().availableProcessors(), allowed.most());
      while (most > 0 && !allowed.allows(most)) {
        most--;
      }
      if (most == 0) {
        throw wrong(
            kernel.name()
                + " class "
                + size
                + " needs more ranks than this machine has processors; it runs on "
                + allowed.text()
                + ". Name a number of them with -n");
      }
      counts.add(most);
    }
    for (int count : ranks) {
      checkCount(kernel, size, count);
      counts.add(count);
    }
    if (serial && allowed.allows(1)) {
      counts.add(1);
    }
    return counts;
  }

  private void checkCount(NpbKernel kernel, ProblemClass size, int count) {
    RankCounts allowed = kernel.rankCounts(size);
    if (!allowed.allows(count)) {
      throw wrong(
          kernel.name()
              + " class "
              + size
              + " does not run on "
              + Problem.ranks(count)
              + "; it runs on "
              + allowed.text());
    }
  }

  private List<RonselRuns> ours(List<String> runOptions) {
    List<String> options = new ArrayList<>(runOptions);
    if (timers) {
      options.add("-J-Dronsel.npb.timers=true");
    }
    if (threads > 1) {
      options.add("-J-Dronsel.npb.threads=" + threads);
    }
    RonselJobs jobs =
        new RonselJobs(null, null, job.pin() && threads == 1, job.jvmOptions(), jobLimit);
    Set<RankPlacement> chosen = new LinkedHashSet<>(placements);
    if (chosen.isEmpty()) {
      chosen.add(processes ? RankPlacement.PROCESSES : RankPlacement.THREADS);
    }
    List<RonselRuns> ours = new ArrayList<>();
    chosen.forEach(
        placement -> ours.add(new RonselRuns(placement, false, jobs, options, warmups, runs)));
    if (bound || weak) {
      RankPlacement first = chosen.iterator().next();
      ours.add(new RonselRuns(first, true, jobs, options, warmups, runs));
    }
    return ours;
  }

  private @Nullable NativeBuild nativeBuild(Map<String, String> peers) {
    if (nativeBuild == null) {
      return null;
    }
    if (mpirun != null) {
      peers.put("npb-mpi", nativeBuild + " by " + mpirun);
      return new NativeBuild(
          nativeBuild, List.of(mpirun.strip().split("\\s+", -1)), false, job.pin(), runs, jobLimit);
    }
    try {
      PeerInstallation found = PeerInstallation.find(NativePeer.OPENMPI);
      peers.put(NativeBuild.OVER_OPENMPI, nativeBuild + " over Open MPI " + found.version());
      return new NativeBuild(
          nativeBuild, List.of(found.launcher().toString()), true, job.pin(), runs, jobLimit);
    } catch (UnavailableException e) {
      peers.put(NativeBuild.OVER_OPENMPI, String.valueOf(e.getMessage()));
      out().println("without native programs: " + e.getMessage());
      return null;
    }
  }

  private Map<String, Object> plan() {
    Map<String, Object> plan = new LinkedHashMap<>();
    plan.put("warmups", warmups);
    plan.put("runs", runs);
    plan.put("rounds", rounds);
    plan.put("pin", job.pin());
    return plan;
  }

  /** Parses problem classes. */
  static final class ClassConverter extends ParsingConverter<ProblemClass> {
    ClassConverter() {
      super(ProblemClass::parse);
    }
  }
}
