package org.ronsel.resultpage;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.ronsel.bench.run.Entrant;
import org.ronsel.bench.run.Metric;

/**
 * Runs of kernels on one rank, over which the speed-up of other runs is. That of the same entrant
 * is the first choice. Ranks of Ronsel that were not measured alone, and serial copies, have that
 * of another placement on the same machine, since one rank sends no messages.
 */
final class SerialRuns {
  private static final String ALGORITHM = "algorithm";

  private final Map<List<Object>, List<Result>> runs;

  SerialRuns(List<Result> results) {
    runs =
        Entrants.by(
            results.stream().filter(r -> r.isGood() && r.isKernel() && r.ranks() == 1).toList(),
            SerialRuns::problem);
  }

  /**
   * What the runs of one problem share, which for weak scaling is the class of one rank. Which
   * algorithm a collective has is no part of it.
   */
  private static List<Object> problem(Result result) {
    Map<String, String> options = new HashMap<>(result.options());
    options.remove(ALGORITHM);
    return List.of(
        result.kernel(),
        result.classPerRank().isEmpty() ? result.problemClass() : result.classPerRank(),
        result.threads(),
        result.unit(),
        options,
        result.file().environment());
  }

  /** The median of the run on one rank; empty if there was none. */
  OptionalDouble of(Result result) {
    List<Result> all = runs.getOrDefault(problem(result), List.of());
    List<Result> same = all.stream().filter(run -> run.series().equals(result.series())).toList();
    List<Result> chosen = ofOptions(same, result);
    if (chosen.isEmpty() && result.role() != Entrant.Kind.PEER) {
      List<Result> ronsel = all.stream().filter(Result::isRonsel).toList();
      List<Result> first =
          ronsel.stream().filter(run -> run.series().equals(ronsel.getFirst().series())).toList();
      chosen = ofOptions(first, result);
    }
    Spread value = Spread.pooled(chosen);
    return value == null ? OptionalDouble.empty() : OptionalDouble.of(value.median());
  }

  /** The runs with the same options or, if there are none, those with the options of the first. */
  private static List<Result> ofOptions(List<Result> runs, Result result) {
    return Stream.concat(Stream.of(result), runs.stream().limit(1))
        .map(Result::options)
        .map(options -> runs.stream().filter(run -> run.options().equals(options)).toList())
        .filter(found -> !found.isEmpty())
        .findFirst()
        .orElse(List.of());
  }

  /**
   * A line for each kernel, number of ranks and entrant: kernel, ranks, entrant, MOP/s, speed-up,
   * and speed-up by rank.
   */
  List<List<String>> table(List<Result> results) {
    List<List<String>> lines = new ArrayList<>();
    List<Result> kernels =
        results.stream()
            .filter(r -> r.isGood() && r.isKernel() && r.is(Metric.MOPS))
            .sorted(Comparator.comparing(Result::role))
            .toList();
    for (List<Result> kernel : Entrants.by(kernels, Result::subject).values()) {
      Entrants.by(kernel, r -> List.of(r.ranks(), r.series())).values().stream()
          .sorted(Comparator.comparing(rounds -> rounds.getFirst().ranks()))
          .forEach(rounds -> lines.add(line(rounds)));
    }
    return lines;
  }

  private List<String> line(List<Result> rounds) {
    Result first = rounds.getFirst();
    Spread value = Spread.pooled(rounds);
    double mops = value == null ? Double.NaN : value.median();
    OptionalDouble serial = of(first);
    double speedUp = serial.isPresent() ? mops / serial.getAsDouble() : Double.NaN;
    return List.of(
        first.subject(),
        Integer.toString(first.ranks()),
        first.series(),
        Figures.format(mops),
        serial.isPresent() ? Figures.format(speedUp) : "no run on one rank",
        Figures.format(speedUp / first.ranks()));
  }
}
