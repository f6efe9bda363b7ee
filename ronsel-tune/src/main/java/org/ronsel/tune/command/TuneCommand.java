package org.ronsel.tune.command;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ronsel.collective.algorithm.Collective;
import org.ronsel.collective.selection.CommShape;
import org.ronsel.collective.selection.InvalidTableException;
import org.ronsel.collective.selection.Rule;
import org.ronsel.collective.selection.TableFile;
import org.ronsel.launch.spi.AddedCommand;
import org.ronsel.launch.spi.Bytes;
import org.ronsel.launch.spi.Durations;
import org.ronsel.launch.spi.JvmOptions;
import org.ronsel.launch.spi.PlacementConverter;
import org.ronsel.launch.spi.ProgressLine;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.launch.spi.WholeFile;
import org.ronsel.runtime.TableSource;
import org.ronsel.sim.Model;
import org.ronsel.sim.ModelFile;
import org.ronsel.sim.SimulatedPlacement;
import org.ronsel.tune.Answer;
import org.ronsel.tune.MeasurementEnvironment;
import org.ronsel.tune.Question;
import org.ronsel.tune.Shapes;
import org.ronsel.tune.StateFile;
import org.ronsel.tune.TableMaker;
import org.ronsel.tune.TimePredictor;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code ronsel tune}: finds the fastest algorithms and writes the table that jobs load. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    description =
        "Measure which algorithm of each collective operation is the fastest on this"
            + " machine, and write a table that later jobs load. After an interruption the same"
            + " command continues where it stopped.",
    footer = {
      "",
      "With --model nothing is measured: the fastest algorithms are predicted from the"
          + " costs in FILE, which ronsel sim fit makes, also for a machine that is not at"
          + " hand.",
    })
public final class TuneCommand extends AddedCommand {
  /** Most bytes of the blocks of all ranks together. */
  private static final long MOST_BYTES = 64 << 20;

  @Parameters(
      arity = "0..*",
      paramLabel = "OPERATION",
      description = "Only these operations (default: all whose lengths every rank knows).")
  private List<String> names = new ArrayList<>();

  @Option(names = "--list", description = "Show all algorithms, and measure nothing.")
  private boolean list;

  @Option(
      names = "--output",
      paramLabel = "FILE",
      description = "The table (default: the one that jobs load, see ronsel run --collectives).")
  private @Nullable Path output;

  @Option(
      names = "--placement",
      split = ",",
      paramLabel = "PLACEMENT",
      converter = PlacementConverter.class,
      description = "Where the ranks live: threads, processes (default: both).")
  private List<RankPlacement> placements = List.of(RankPlacement.THREADS, RankPlacement.PROCESSES);

  @Option(
      names = "--ranks",
      split = ",",
      paramLabel = "N",
      description = "Numbers of ranks (default: 2, 3, 4, 6, 8 ... up to --ranks-up-to).")
  private List<Integer> ranks = new ArrayList<>();

  @Option(
      names = "--ranks-up-to",
      paramLabel = "N",
      description = "Largest number of ranks (default: twice the cores, at least 8).")
  private @Nullable Integer ranksUpTo;

  @Option(
      names = "--sizes",
      split = ",",
      paramLabel = "SIZE",
      converter = SizeConverter.class,
      description = Bytes.MESSAGE_SIZES + " (default: 8,512,4K,32K,256K,2M).")
  private List<Long> sizes = List.of(8L, 512L, 4L << 10, 32L << 10, 256L << 10, 2L << 20);

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      converter = Durations.class,
      description = "How long all measurements may take (default: 10m).")
  private Duration budget = Duration.ofMinutes(10);

  @Option(names = "--restart", description = "Discard what an interrupted run has measured.")
  private boolean restart;

  @Option(names = "--model", paramLabel = "FILE", description = "Predict from the costs in FILE.")
  private @Nullable Path model;

  @Option(
      names = "--ranks-per-host",
      paramLabel = "N",
      description = "With --model: ranks that share a host (default: all).")
  private @Nullable Integer ranksPerHost;

  @Option(
      names = "--ranks-per-jvm",
      paramLabel = "N",
      description = "With --model: ranks that share a JVM (default: 1).")
  private int ranksPerJvm = 1;

  @Mixin private JvmOptions jvm = new JvmOptions();

  /** Creates a command with default options. */
  public TuneCommand() {}

  @Override
  public Integer call() throws IOException, InterruptedException {
    PrintWriter out = out();
    List<Collective> collectives = collectives();
    if (list) {
      out.print(AlgorithmList.of(collectives));
      out.flush();
      return 0;
    }
    collectives = collectives.stream().filter(each -> !each.hasTable()).toList();
    if (collectives.isEmpty()) {
      throw wrong("operations whose lengths differ between ranks cannot be tuned");
    }
    checkNumbers();
    Path table = table();
    List<Rule> kept = ofOthers(table, collectives);
    List<CommShape> shapes = model == null ? shapesHere() : shapesOfModel();
    MeasurementEnvironment here = MeasurementEnvironment.here();
    Model costs = model == null ? null : model(model);
    String circumstances =
        costs == null
            ? here.ronsel() + "; " + here.machine() + ";" + madeWith()
            : basis(here, costs);
    if (restart) {
      Files.deleteIfExists(StateFile.beside(table));
    }
    boolean complete;
    StateFile state = StateFile.open(StateFile.beside(table), circumstances);
    try (state) {
      List<Question> open = new ArrayList<>();
      List<Question> all = questions(shapes, collectives);
      all.stream().filter(each -> !state.knows(each)).forEach(open::add);
      if (open.size() < all.size()) {
        note("going on with what " + StateFile.beside(table) + " knows; --restart forgets it");
      }
      try (ProgressLine progress = new ProgressLine("tune", all.size(), all.size() - open.size())) {
        complete =
            costs == null
                ? measure(shapes, open, state, progress)
                : predict(costs, open, state, progress);
      }
      List<Answer> answers =
          state.answers().stream().filter(each -> all.contains(each.question())).toList();
      if (answers.isEmpty()) {
        note("nothing could be found out");
        return 1;
      }
      write(table, here, answers, kept);
      if (complete) {
        state.remove();
      }
    }
    if (!kept.isEmpty()) {
      out.println("kept " + rules(kept.size()) + " for " + operations(kept));
    }
    out.println("wrote " + table);
    out.flush();
    return complete ? 0 : 1;
  }

  // ---- questions ----

  private List<Collective> collectives() {
    Set<Collective> found = collectives(names);
    return found.isEmpty() ? List.of(Collective.values()) : List.copyOf(found);
  }

  private void checkNumbers() {
    for (int n : ranks) {
      if (n < 2) {
        throw wrong("--ranks " + n + ": there is nothing to choose for fewer than 2 ranks");
      }
      if (model != null && n > SimulatedPlacement.MAX_RANKS) {
        throw wrong("--ranks " + n + ": at most " + SimulatedPlacement.MAX_RANKS + " with --model");
      }
    }
    if (ranksUpTo != null && ranksUpTo < 2) {
      throw wrong("--ranks-up-to " + ranksUpTo + ": at least 2");
    }
    if (ranksPerJvm < 1 || ranksPerHost != null && ranksPerHost < ranksPerJvm) {
      throw wrong("--ranks-per-host must be at least --ranks-per-jvm, which must be at least 1");
    }
    for (RankPlacement placement : placements) {
      if (placement.usesNetwork()) {
        throw wrong(
            "--placement "
                + placement.label()
                + ": a table tells ranks apart by JVM and host, not by transport; choose threads or"
                + " processes");
      }
    }
    if (model == null && ranksPerHost != null) {
      throw wrong("--ranks-per-host is for --model; here all ranks are on this host");
    }
    if (model != null && ranks.isEmpty()) {
      throw wrong("--model needs --ranks, such as --ranks 1024,100000");
    }
    if (budget.isZero()) {
      throw wrong("--budget must be greater than 0");
    }
  }

  private List<CommShape> shapesHere() {
    int cores = MeasurementEnvironment.cores();
    List<Integer> counts = new ArrayList<>(ranks);
    if (counts.isEmpty()) {
      int most = ranksUpTo != null ? ranksUpTo : Math.max(8, 2 * cores);
      for (int n = 2; n <= most; n *= 2) {
        counts.add(n);
        if (n + n / 2 <= most) {
          counts.add(n + n / 2);
        }
      }
    }
    List<CommShape> shapes = new ArrayList<>();
    for (RankPlacement placement : new LinkedHashSet<>(placements)) {
      for (int n : counts) {
        shapes.add(Shapes.here(n, placement.hasProcesses(), cores));
      }
    }
    return shapes;
  }

  private List<CommShape> shapesOfModel() {
    List<CommShape> shapes = new ArrayList<>();
    for (int n : ranks) {
      int ofHost = Math.min(n, ranksPerHost == null ? n : ranksPerHost);
      shapes.add(new CommShape(n, ofHost, Math.min(ofHost, ranksPerJvm), false));
    }
    return shapes;
  }

  private List<Question> questions(List<CommShape> shapes, List<Collective> collectives) {
    List<Question> questions = new ArrayList<>();
    for (CommShape shape : shapes) {
      for (Collective collective : collectives) {
        for (long size : collective == Collective.BARRIER ? List.of(0L) : sizes) {
          boolean fits = model != null || size * shape.ranks() <= MOST_BYTES;
          if (fits) {
            questions.add(new Question(shape, collective, size));
          }
        }
      }
    }
    return questions;
  }

  // ---- answers ----

  /** Measures with one job for each shape; returns true if all questions were answered. */
  private boolean measure(
      List<CommShape> shapes, List<Question> open, StateFile state, ProgressLine progress)
      throws IOException, InterruptedException {
    boolean complete = true;
    double secondsEach = budget.toMillis() / 1e3 / Math.max(1, open.size());
    for (CommShape shape : shapes) {
      List<Question> questions = open.stream().filter(each -> each.shape().equals(shape)).toList();
      if (questions.isEmpty()) {
        continue;
      }
      progress.note(Shapes.describe(shape));
      String failure =
          new TuneJob(shape, questions, secondsEach * questions.size(), jvm.options())
              .run(
                  answer -> {
                    state.add(answer);
                    progress.step();
                  });
      if (failure != null) {
        complete = false;
        note(Shapes.describe(shape) + ": the measuring job failed, " + failure);
      }
    }
    return complete;
  }

  private boolean predict(Model costs, List<Question> open, StateFile state, ProgressLine progress)
      throws IOException {
    TimePredictor predictor = new TimePredictor(costs);
    for (Question question : open) {
      progress.note(question.collective().call() + ", " + question.shape());
      Answer answer = predictor.predict(question);
      state.add(answer);
      progress.step();
    }
    return true;
  }

  /** What predictions from a model depend on: its costs, not the name of its file. */
  static String basis(MeasurementEnvironment here, Model costs) {
    return here.ronsel() + "; " + costs;
  }

  private Model model(Path file) {
    try {
      return ModelFile.given(file);
    } catch (IllegalArgumentException e) {
      throw wrong("--model: " + e.getMessage());
    }
  }

  // ---- the table ----

  private Path table() throws IOException {
    Path path = output != null ? output.toAbsolutePath() : TableSource.usualPlace();
    if (path == null) {
      throw wrong("there is no folder for the user's configuration: give --output FILE");
    }
    Path folder = path.getParent();
    if (Files.isDirectory(path) || folder == null) {
      throw wrong("--output " + path + " is a directory");
    }
    Files.createDirectories(folder);
    return path;
  }

  /**
   * The rules that a table has already for operations which are not asked for now.
   *
   * @throws picocli.CommandLine.ParameterException if there is a file that is no table
   */
  private List<Rule> ofOthers(Path table, List<Collective> asked) throws IOException {
    if (!Files.exists(table)) {
      return List.of();
    }
    try {
      return TableFile.parse(table.toString(), Files.readString(table)).rules().stream()
          .filter(rule -> !asked.contains(rule.collective()))
          .toList();
    } catch (InvalidTableException e) {
      throw wrong(e.getMessage() + "; give another --output, or remove the file");
    }
  }

  private static String rules(int number) {
    return number + (number == 1 ? " rule" : " rules");
  }

  private static String operations(List<Rule> rules) {
    return rules.stream()
        .map(rule -> rule.collective().call())
        .distinct()
        .collect(Collectors.joining(", "));
  }

  /** Replaces the table in one step: a job that starts meanwhile reads the old one or the new. */
  private void write(Path table, MeasurementEnvironment here, List<Answer> answers, List<Rule> kept)
      throws IOException {
    Map<String, String> head = new LinkedHashMap<>();
    head.put("created", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    head.put("ronsel", here.ronsel());
    if (model == null) {
      head.put("machine", here.machine());
    }
    head.put("made-by", "ronsel tune" + madeWith());
    List<Rule> rules = new ArrayList<>(TableMaker.rules(answers));
    rules.addAll(kept);
    rules.sort(Comparator.comparing(Rule::collective)); // rules of an operation keep their order
    String text = new TableFile(head, rules).text();
    WholeFile.write(table, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  private String madeWith() {
    return model != null
        ? " --model " + model.getFileName()
        : jvm.options().stream().map(option -> " -J" + option).collect(Collectors.joining());
  }

  private void note(String line) {
    PrintWriter to = err();
    to.println("ronsel tune: " + line);
    to.flush();
  }
}
