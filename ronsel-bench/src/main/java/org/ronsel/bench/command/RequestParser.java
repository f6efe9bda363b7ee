package org.ronsel.bench.command;

import static java.util.stream.Collectors.joining;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ronsel.bench.method.BatchPlan;
import org.ronsel.bench.method.OneSidedCase;
import org.ronsel.bench.method.Settings;
import org.ronsel.bench.report.Bound;
import org.ronsel.bench.report.Targets;
import org.ronsel.bench.run.Benchmark;
import org.ronsel.bench.run.Choice;
import org.ronsel.bench.run.MemoryCheck;
import org.ronsel.bench.run.Workload;
import picocli.CommandLine.ParseResult;

/** Finds what a command line asks for, and everything in it that means nothing. */
final class RequestParser {
  private final List<String> names;
  private final boolean gate;
  private final MeasureOptions options;
  private final SuiteOptions suite;
  private final ParseResult parsed;

  /**
   * Creates a parser of one command line.
   *
   * @param names of benchmarks
   * @param gate whether the rows of the gate are measured in place of benchmarks
   * @param parsed tells which options were given
   */
  RequestParser(
      List<String> names,
      boolean gate,
      MeasureOptions options,
      SuiteOptions suite,
      ParseResult parsed) {
    this.names = List.copyOf(names);
    this.gate = gate;
    this.options = options;
    this.suite = suite;
    this.parsed = parsed;
  }

  /**
   * What is asked for.
   *
   * @throws IllegalArgumentException if the command line means nothing, or asks for what does not
   *     fit into the memory
   */
  BenchRequest parse() {
    checkGate();
    List<Catalogue.Selection> selections = selections();
    boolean startUp = names.stream().anyMatch(Catalogue::isStartUp);
    checkUse(selections.stream().map(Catalogue.Selection::benchmark).toList(), startUp);
    checkCases(selections);
    if (names.stream().anyMatch(Catalogue::isAll)) {
      options.shorten(parsed);
    }
    if (gate) {
      options.shortenGate();
    }
    suite.check();
    options.check();
    BatchPlan plan = options.plan(suite);
    Choice choice = options.choice(suite);
    List<Workload> workloads =
        gate
            ? Targets.gateWorkloads()
            : selections.stream().flatMap(s -> workloads(s, choice).stream()).distinct().toList();
    refuseWhatDoesNotFit(workloads);
    checkTimes(selections, choice.settings());
    checkRoot(workloads);
    checkPairs(plan);
    return new BenchRequest(workloads, startUp, plan);
  }

  private void checkGate() {
    if (gate != names.isEmpty()) {
      throw new IllegalArgumentException(
          gate
              ? "--gate has benchmarks of its own: leave out " + String.join(", ", names)
              : "Missing required parameter: 'BENCHMARK', or --gate; --list shows the benchmarks");
    }
    List<String> given = Compared.Options.given(parsed);
    if (gate && !given.isEmpty()) {
      throw new IllegalArgumentException(
          "--gate compares what it always does: leave out " + String.join(", ", given));
    }
  }

  private List<Catalogue.Selection> selections() {
    Set<Catalogue.Selection> selections = new LinkedHashSet<>();
    for (String name : names) {
      if (!Catalogue.isStartUp(name)) {
        selections.addAll(Catalogue.find(name));
      }
    }
    return new ArrayList<>(selections);
  }

  /** Refuses options that none of the benchmarks takes. */
  private void checkUse(List<Benchmark> benchmarks, boolean startUp) {
    boolean sized = !options.sizes.isEmpty() || suite.hasSizes();
    if (sized && benchmarks.stream().noneMatch(Benchmark::takesSizes)) {
      throw new IllegalArgumentException("--sizes has no meaning for " + String.join(", ", names));
    }
    boolean ranked = !options.ranks.isEmpty() || suite.fewest != null;
    if (ranked && !startUp && benchmarks.stream().noneMatch(Benchmark::takesRanks)) {
      throw new IllegalArgumentException(
          "--ranks has no meaning for "
              + String.join(", ", names)
              + (names.size() == 1 ? ", which takes two ranks" : ", which take two ranks"));
    }
    requireUse(benchmarks, suite.window != null, "--window-size", Benchmark::takesWindow);
    requireUse(benchmarks, options.distinct, "--distinct-buffers", Benchmark::takesBuffers);
    requireUse(benchmarks, suite.threads != null, "--threads", Benchmark::takesThreads);
    requireUse(benchmarks, options.ghosts > 0, "--ghosts", Benchmark::isOneSided);
    for (int ranks : options.ranks) {
      if (ranks < 1) {
        throw new IllegalArgumentException("--ranks must be at least 1, not " + ranks);
      }
    }
  }

  /** Refuses an option that none of the benchmarks takes, and says which do. */
  private void requireUse(
      List<Benchmark> benchmarks, boolean given, String option, Predicate<Benchmark> takes) {
    if (given && !gate && benchmarks.stream().noneMatch(takes)) {
      throw new IllegalArgumentException(
          option
              + " has no meaning for "
              + String.join(", ", names)
              + ": it is for "
              + Stream.of(Benchmark.values())
                  .filter(takes)
                  .map(Benchmark::label)
                  .collect(joining(", ")));
    }
  }

  /** Refuses choices of cases of one-sided operations where there is nothing to choose. */
  private void checkCases(List<Catalogue.Selection> selections) {
    if (!options.cases.isEmpty() && selections.stream().noneMatch(RequestParser::takesCases)) {
      throw new IllegalArgumentException(
          "--cases chooses cases of rma, but what is measured is " + String.join(", ", names));
    }
    boolean varied = suite.windowKind != null || suite.completion != null;
    if (varied && selections.stream().noneMatch(RequestParser::isVaried)) {
      throw new IllegalArgumentException(
          "--win-option and --sync-option are for osu_put_latency and others; what is measured is "
              + String.join(", ", names)
              + (selections.stream().anyMatch(RequestParser::takesCases)
                  ? ", of which --cases chooses cases"
                  : ""));
    }
  }

  /** Whether it is rma without a choice of cases by its name. */
  private static boolean takesCases(Catalogue.Selection selection) {
    return selection.benchmark() == Benchmark.RMA && selection.kernels().isEmpty();
  }

  /** Whether its name says an operation, but no window and no synchronization. */
  private static boolean isVaried(Catalogue.Selection selection) {
    return selection.benchmark().isOneSided() && !selection.kernels().isEmpty();
  }

  private List<Workload> workloads(Catalogue.Selection selection, Choice choice) {
    if (takesCases(selection) && !options.cases.isEmpty()) {
      return Benchmark.oneSided(options.cases, choice.sizes());
    }
    List<String> kernels = selection.kernels();
    if (isVaried(selection)) {
      kernels =
          kernels.stream()
              .map(OneSidedCase::parse)
              .map(each -> each.with(suite.windowKind, suite.completion, 0).name())
              .toList();
    }
    return selection.benchmark().workloads(choice.of(kernels));
  }

  private static void refuseWhatDoesNotFit(List<Workload> workloads) {
    for (Workload workload : workloads) {
      String tooMuch = MemoryCheck.tooMuch(workload);
      if (tooMuch != null) {
        throw new IllegalArgumentException(
            workload.label() + " " + tooMuch + ": choose smaller --sizes or fewer --ranks");
      }
    }
  }

  private void checkPairs(BatchPlan plan) {
    int pairs = plan.batches() * options.rounds(gate);
    if (gate && pairs < Bound.FEWEST_PAIRS) {
      throw new IllegalArgumentException(
          "--gate needs " + Bound.FEWEST_PAIRS + " pairs of batches or more, not " + pairs);
    }
  }

  private void checkTimes(List<Catalogue.Selection> selections, Settings settings) {
    boolean asked = settings.each() || settings.coldBytes() > 0;
    if (asked
        && !selections.isEmpty()
        && selections.stream().allMatch(selection -> selection.benchmark().timesItself())) {
      throw new IllegalArgumentException(
          "--report max and --off-cache have no meaning for "
              + String.join(", ", names)
              + ": times are taken in another way there");
    }
  }

  private void checkRoot(List<Workload> workloads) {
    boolean asked = suite.settings().root() != Settings.ROTATING;
    if (asked && workloads.stream().noneMatch(Workload::isRooted)) {
      throw new IllegalArgumentException(
          "--root has no meaning for " + String.join(", ", names) + ": there is no root");
    }
  }
}
