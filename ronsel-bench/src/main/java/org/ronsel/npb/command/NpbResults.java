package org.ronsel.npb.command;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.ronsel.launch.spi.Summary;

/** All series of a command. For use by one thread. */
final class NpbResults {
  private final List<Series> all = new ArrayList<>();

  void add(Series series) {
    all.add(series);
  }

  /** Whether there is a series already. */
  boolean has(Problem problem, NpbEntrant entrant, int round) {
    return rounds(problem, entrant.label()).stream().anyMatch(series -> series.round() == round);
  }

  /** All series in the order of measuring. */
  List<Series> all() {
    return List.copyOf(all);
  }

  /** The problems, each once. */
  Set<Problem> problems() {
    Set<Problem> problems = new LinkedHashSet<>();
    all.forEach(series -> problems.add(series.problem()));
    return problems;
  }

  /** The labels of the entrants of a problem. */
  Set<String> entrants(Problem problem) {
    Set<String> labels = new LinkedHashSet<>();
    all.stream()
        .filter(series -> series.problem().equals(problem))
        .forEach(series -> labels.add(series.entrant().label()));
    return labels;
  }

  /** The rounds of an entrant. */
  List<Series> rounds(Problem problem, String entrant) {
    return all.stream()
        .filter(
            series -> series.problem().equals(problem) && series.entrant().label().equals(entrant))
        .toList();
  }

  /** Seconds of all runs of all rounds. */
  double[] seconds(Problem problem, String entrant) {
    return rounds(problem, entrant).stream()
        .flatMap(series -> series.times().seconds().stream())
        .mapToDouble(Double::doubleValue)
        .toArray();
  }

  /** Millions of operations a second in the median run. */
  OptionalDouble mops(Problem problem, String entrant) {
    return median(problem, entrant, series -> true);
  }

  private OptionalDouble median(Problem problem, String entrant, Predicate<Series> which) {
    double[] mops =
        rounds(problem, entrant).stream()
            .filter(which)
            .flatMap(series -> series.times().mops().stream())
            .mapToDouble(Double::doubleValue)
            .toArray();
    return mops.length == 0 ? OptionalDouble.empty() : OptionalDouble.of(Summary.of(mops).median());
  }

  /**
   * MOP/s divided by those of one rank of the same entrant, in weak scaling in the class of one
   * rank; for serial copies, by those of threads or processes. What was wrong has no speed.
   */
  OptionalDouble speedUp(Problem problem, String entrant) {
    Problem one = problem.serial();
    List<String> serials =
        entrant.equals(RonselRuns.COPIES)
            ? List.of(entrant, "threads", "processes")
            : List.of(entrant);
    for (String label : serials) {
      OptionalDouble serial = median(one, label, Series::verified);
      OptionalDouble mops = median(problem, entrant, Series::verified);
      if (serial.isPresent() && mops.isPresent()) {
        return OptionalDouble.of(mops.getAsDouble() / serial.getAsDouble());
      }
    }
    return OptionalDouble.empty();
  }

  /** The ratio of MOP/s of two entrants: the median over the runs of the same round. */
  OptionalDouble ratio(Problem problem, String subject, String reference) {
    double[] ratios = ratios(problem, subject, reference);
    return ratios.length == 0
        ? OptionalDouble.empty()
        : OptionalDouble.of(Summary.of(ratios).median());
  }

  /** The ratios of MOP/s of two entrants: medians of rounds, pair by pair. */
  double[] ratios(Problem problem, String subject, String reference) {
    return ratios(problem, subject, problem, reference);
  }

  /**
   * The ratios of MOP/s of an entrant in one problem and an entrant in another: medians of rounds,
   * pair by pair. What was wrong has no speed.
   */
  double[] ratios(Problem problem, String subject, Problem other, String reference) {
    Map<Integer, Double> theirs = speeds(other, reference);
    List<Double> ratios = new ArrayList<>();
    speeds(problem, subject)
        .forEach(
            (round, mops) -> {
              Double reached = theirs.get(round);
              if (reached != null) {
                ratios.add(mops / reached);
              }
            });
    return ratios.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** MOP/s of the median run of each round that has right results. */
  private Map<Integer, Double> speeds(Problem problem, String entrant) {
    Map<Integer, Double> speeds = new TreeMap<>();
    for (Series series : rounds(problem, entrant)) {
      if (series.measured() && series.verified()) {
        speeds.put(series.round(), median(series));
      }
    }
    return speeds;
  }

  private static double median(Series series) {
    return Summary.medianOf(series.times().mops());
  }
}
