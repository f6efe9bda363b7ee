package org.ronsel.study;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.resultpage.CostOptions;
import org.ronsel.resultpage.Pricing;
import org.ronsel.resultpage.ReportFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

/** {@code ronsel study}: measures a grid of factors, and makes a report. */
@Command(
    name = "study",
    mixinStandardHelpOptions = true,
    description = {
      "Measure every combination of ranks, placements, algorithms and classes, and make"
          + " a page of the results. After an interruption the same command continues where it"
          + " stopped.",
      "STUDY is scaling (kernels on more and more ranks), placement (kernels, collectives and"
          + " messages between threads and between processes) or transports (messages between"
          + " threads, over shared memory and over TCP)."
    },
    footer = {
      "",
      "What follows -- is passed to each command: ronsel study transports -- --rounds 5",
      "Exit status: 0 if everything was measured and correct; 1 if not, or if nothing of a"
          + " benchmark in a class fits into the memory that is free; 2 if the command line makes"
          + " no sense, if a benchmark runs on none of the numbers of ranks, or if nothing at all"
          + " can be run. The next run measures again what has failed or was left out."
    })
public final class StudyCommand extends AddedCommand {
  /** The kinds of studies. */
  enum Kind {
    /** Kernels on increasing numbers of ranks. */
    SCALING,
    /** The same program in every placement. */
    PLACEMENT,
    /** Messages over each transport. */
    TRANSPORTS
  }

  @Parameters(
      index = "0",
      paramLabel = "STUDY",
      converter = KindConverter.class,
      description = "scaling, placement or transports.")
  private Kind kind = Kind.SCALING;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Folder of the results (default: study-STUDY).")
  private @Nullable Path out;

  @Option(
      names = "--benchmarks",
      split = ",",
      paramLabel = "NAME",
      description =
          "What to run: benchmarks of ronsel bench and of ronsel npb (defaults: scaling"
              + " ep,cg,mg,ft,is; placement pingpong,allreduce,cg,mg; transports"
              + " pingpong,stream,rate).")
  private List<String> benchmarks = new ArrayList<>();

  @Option(
      names = {"-n", "--ranks"},
      split = ",",
      paramLabel = "N",
      description =
          "Numbers of ranks (defaults: scaling 1,2,4 and so on to the cores; placement the cores).")
  private List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--placement",
      split = ",",
      paramLabel = "PLACEMENT",
      description =
          "threads, processes, tcp, tls (defaults: threads,processes; transports"
              + " threads,processes,tcp).")
  private List<String> placements = new ArrayList<>();

  @Option(
      names = "--class",
      split = ",",
      paramLabel = "CLASS",
      description = "Classes of NAS benchmarks (default: A).")
  private List<String> classes = new ArrayList<>();

  @Option(
      names = "--algorithm",
      split = ",",
      paramLabel = "OPERATION=NAME",
      description =
          "Algorithms of a collective operation to compare, each in its own runs, such as"
              + " allReduce=ring,allReduce=recursive-doubling; ronsel tune --list shows them.")
  private List<String> algorithms = new ArrayList<>();

  @Option(
      names = "--weak",
      description =
          "In scaling: weak scaling, in which the work grows with the ranks. The first class on the"
              + " first number of ranks, which is 1, the second on the second, and so on, as in"
              + " --class A,B,C --ranks 1,4,16, beside as many serial copies.")
  private boolean weak;

  @Option(
      names = "--vs",
      split = ",",
      paramLabel = "PEER",
      description =
          "Native libraries to measure beside benchmarks of ronsel bench: openmpi, mpich.")
  private List<String> libraries = new ArrayList<>();

  @Option(
      names = "--native",
      paramLabel = "DIR",
      description =
          "Native build of the NAS Parallel Benchmarks to measure beside benchmarks of ronsel"
              + " npb, once for each class and number of ranks.")
  private @Nullable Path nativeKernels;

  @Option(names = "--dry-run", description = "Print the commands that would run, and end.")
  private boolean dryRun;

  @Option(names = "--title", paramLabel = "TEXT", description = "Title of the page.")
  private @Nullable String title;

  @Mixin private CostOptions cost = new CostOptions();

  @Parameters(
      index = "1..*",
      arity = "0..*",
      paramLabel = "OPTION",
      description = "After --: options that are passed to each command.")
  private List<String> more = new ArrayList<>();

  static final class KindConverter implements ITypeConverter<Kind> {
    @Override
    public Kind convert(String text) {
      for (Kind kind : Kind.values()) {
        if (kind.name().equalsIgnoreCase(text)) {
          return kind;
        }
      }
      throw new TypeConversionException(
          "'" + text + "' is not a study: scaling, placement or transports");
    }
  }

  /** Creates a command with default options. */
  public StudyCommand() {}

  @Override
  public Integer call() throws IOException {
    StudyGrid grid = grid();
    if (grid.cells().isEmpty()) {
      throw wrong("nothing to measure: these benchmarks need more than one rank");
    }
    String name = kind.name().toLowerCase(Locale.ROOT);
    Path folder = out == null ? Path.of("study-" + name) : out;
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw wrong("--out: " + folder + " is not a folder");
    }
    Pricing pricing = pricing(folder, grid.cells());
    Obstacles obstacles = obstacles(folder, grid.cells());
    List<String> missing = obstacles.leaveOutMissing(grid.cells());
    List<Cell> cells = obstacles.possible(grid.cells());
    obstacles.reasons().forEach(why -> err().println("study: left out: " + why));
    missing.forEach(each -> err().println("study: nothing of " + each + " can be measured now"));
    err().flush();
    if (dryRun) {
      cells.forEach(cell -> out().println("ronsel " + String.join(" ", cell.command())));
      out().flush();
      return 0;
    }
    int failed;
    try {
      StudyFolder results = StudyFolder.of(folder, grid.command(name));
      err().println("study: " + grid.describe() + "; " + cells.size() + " runs, in " + folder);
      err().flush();
      for (Map.Entry<Cell, String> each : obstacles.impossible().entrySet()) {
        results.leaveOut(each.getKey(), each.getValue());
      }
      failed = new StudyRun(results, err()).run(cells);
    } catch (InterruptedException e) {
      return 1; // already reported
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    Path page = folder.resolve("report.html");
    ReportFile.Outcome outcome =
        ReportFile.write(page, title == null ? "Study: " + name : title, List.of(folder), pricing);
    outcome.problems().forEach(problem -> err().println("study: " + problem));
    if (failed > 0) {
      err().println("study: " + failed + " of " + cells.size() + " runs failed, as the page says");
    }
    out().println("wrote " + page);
    out().flush();
    return failed > 0 || !missing.isEmpty() || !outcome.isGood() ? 1 : 0;
  }

  /** The prices, which are read before anything is measured; null if there are none. */
  private @Nullable Pricing pricing(Path folder, List<Cell> cells) {
    try {
      return cost.read(cells.stream().map(cell -> StudyFolder.file(folder, cell)).toList());
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  /** What cannot be measured, of what has not been yet. */
  private Obstacles obstacles(Path folder, List<Cell> cells) throws IOException {
    List<Cell> left = new ArrayList<>();
    try {
      for (Cell cell : cells) {
        if (!StudyFolder.isDone(folder, cell)) {
          left.add(cell);
        }
      }
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    Obstacles obstacles = new Obstacles(left);
    String hopeless = obstacles.hopeless(cells);
    if (hopeless != null) {
      throw wrong(hopeless);
    }
    return obstacles;
  }

  private StudyGrid grid() {
    for (String word : more) {
      if (Stream.of("--json", "--pictures", "--csv").anyMatch(word::startsWith)) {
        throw wrong(word + " is for the study to choose");
      }
    }
    List<String> own =
        switch (kind) {
          case SCALING -> List.of("ep", "cg", "mg", "ft", "is");
          case PLACEMENT -> List.of("pingpong", "allreduce", "cg", "mg");
          case TRANSPORTS -> List.of("pingpong", "stream", "rate");
        };
    if (ranks.stream().anyMatch(n -> n < 1)) {
      throw wrong("--ranks must be at least 1");
    }
    List<String> where =
        kind == Kind.TRANSPORTS
            ? List.of("threads", "processes", "tcp")
            : List.of("threads", "processes");
    if (weak && kind != Kind.SCALING) {
      throw wrong("--weak is an option of ronsel study scaling");
    }
    StudyGrid grid =
        new StudyGrid(
            onceInAnyCase(benchmarks.isEmpty() ? own : benchmarks),
            once(ranks.isEmpty() ? defaultRanks() : ranks),
            onceInAnyCase(placements.isEmpty() ? where : placements),
            onceInAnyCase(classes.isEmpty() ? List.of("A") : classes),
            onceInAnyCase(algorithms),
            weak,
            new StudyGrid.Peers(onceInAnyCase(libraries), nativeKernels),
            List.copyOf(more));
    try {
      grid.check();
    } catch (IllegalArgumentException e) {
      throw wrong(String.valueOf(e.getMessage()));
    }
    requireUse(grid, !libraries.isEmpty(), "--vs", grid.hasMessages());
    requireUse(grid, nativeKernels != null, "--native", grid.hasKernels());
    requireUse(grid, !classes.isEmpty(), "--class", grid.hasKernels());
    requireUse(grid, !ranks.isEmpty(), "--ranks", grid.takesRanks());
    return grid;
  }

  /** Refuses an option that none of the benchmarks takes. */
  private void requireUse(StudyGrid grid, boolean given, String option, boolean taken) {
    if (given && !taken) {
      throw wrong(
          option
              + " has no meaning for "
              + String.join(", ", grid.benchmarks())
              + switch (option) {
                case "--vs" -> ": it is for benchmarks of ronsel bench; --native is for kernels";
                case "--ranks" -> ", which take two ranks";
                default -> ": it is for benchmarks of ronsel npb";
              });
    }
  }

  private static <T> List<T> once(List<T> values) {
    return values.stream().distinct().toList();
  }

  /** Each name once: those that differ by the case of letters alone have one meaning, and file. */
  private static List<String> onceInAnyCase(List<String> names) {
    Map<String, String> all = new LinkedHashMap<>();
    names.forEach(name -> all.putIfAbsent(name.toLowerCase(Locale.ROOT), name));
    return List.copyOf(all.values());
  }

  private List<Integer> defaultRanks() {
    int cores = Math.max(2, Runtime.getRuntime().availableProcessors());
    List<Integer> numbers = new ArrayList<>();
    if (kind == Kind.SCALING) {
      for (int n = 1; n <= cores; n *= 2) {
        numbers.add(n);
      }
    } else {
      numbers.add(Integer.highestOneBit(cores));
    }
    return numbers;
  }
}
