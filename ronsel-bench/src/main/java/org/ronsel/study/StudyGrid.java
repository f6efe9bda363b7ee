package org.ronsel.study;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.command.Catalogue;
import org.ronsel.launch.spi.AlgorithmChoice;
import org.ronsel.launch.spi.RankPlacement;
import org.ronsel.npb.Npb;
import org.ronsel.npb.ProblemClass;

/**
 * The factors of a study, whose product it runs. A NAS benchmark has a cell for each placement;
 * other benchmarks measure all placements in one cell, in pairs. Where one rank is not among the
 * numbers of ranks, each NAS benchmark has one more cell in each class, with one rank: speed-ups
 * are over it.
 *
 * @param benchmarks names for {@code ronsel bench} or {@code ronsel npb}
 * @param ranks numbers of ranks
 * @param placements names of placements
 * @param classes of NAS benchmarks
 * @param algorithms of a collective operation, as in {@code allReduce=ring}; empty for the
 *     library's choice
 * @param isWeak whether the work grows with the ranks: each class belongs to the number of ranks at
 *     its place, and each NAS benchmark has one cell with all of them
 * @param peers native programs that are measured beside
 * @param more options for each command
 */
record StudyGrid(
    List<String> benchmarks,
    List<Integer> ranks,
    List<String> placements,
    List<String> classes,
    List<String> algorithms,
    boolean isWeak,
    Peers peers,
    List<String> more) {
  /**
   * What is measured beside Ronsel.
   *
   * @param libraries native libraries, for benchmarks of {@code ronsel bench}
   * @param kernels folder of a native build of the NAS benchmarks; null for none
   */
  record Peers(List<String> libraries, @Nullable Path kernels) {
    /** Ronsel alone. */
    static final Peers NONE = new Peers(List.of(), null);

    /** The options of the study. */
    List<String> options() {
      return Stream.concat(ofBench().stream(), ofNpb().stream()).toList();
    }

    List<String> ofBench() {
      return libraries.isEmpty() ? List.of() : List.of("--vs", String.join(",", libraries));
    }

    List<String> ofNpb() {
      return kernels == null ? List.of() : List.of("--native", kernels.toString());
    }
  }

  static boolean isOfNpb(String benchmark) {
    return Npb.all().stream().anyMatch(each -> each.name().equals(small(benchmark)));
  }

  /** Whether there are kernels, which have classes and native programs. */
  boolean hasKernels() {
    return benchmarks.stream().anyMatch(StudyGrid::isOfNpb);
  }

  /** Whether there are benchmarks of {@code ronsel bench}, which native libraries have too. */
  boolean hasMessages() {
    return !benchmarks.stream().allMatch(StudyGrid::isOfNpb);
  }

  /** Whether there is anything of which the number of ranks can be chosen. */
  boolean takesRanks() {
    return hasKernels() || !benchmarks.stream().allMatch(StudyGrid::isOfTwoRanks);
  }

  /** Whether a benchmark has two ranks, so that their number cannot be chosen. */
  private static boolean isOfTwoRanks(String benchmark) {
    return !Catalogue.isStartUp(benchmark)
        && Catalogue.find(benchmark).stream().noneMatch(each -> each.benchmark().takesRanks());
  }

  private static String small(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /**
   * Checks for unknown names and missing folders.
   *
   * @throws IllegalArgumentException naming the first
   */
  void check() {
    for (String benchmark : benchmarks) {
      if (!isOfNpb(benchmark)) {
        if (isWeak) {
          throw new IllegalArgumentException(
              "--weak is for benchmarks of ronsel npb, " + Npb.names() + ", not " + benchmark);
        }
        try {
          var _ = isOfTwoRanks(benchmark);
        } catch (IllegalArgumentException e) {
          throw new IllegalArgumentException(
              e.getMessage() + "; of ronsel npb there are " + Npb.names(), e);
        }
      }
    }
    placements.forEach(RankPlacement::parse);
    classes.forEach(ProblemClass::parse);
    algorithms.forEach(AlgorithmChoice::parse);
    Path kernels = peers.kernels();
    if (kernels != null && !Files.isDirectory(kernels)) {
      throw new IllegalArgumentException("--native: there is no folder " + kernels);
    }
  }

  /** The command of the whole study, with all factors in it. */
  List<String> command(String study) {
    List<String> words = new ArrayList<>(List.of("ronsel", "study", study));
    words.addAll(List.of("--benchmarks", String.join(",", benchmarks)));
    words.addAll(List.of("--ranks", numbers(",")));
    words.addAll(List.of("--placement", String.join(",", placements)));
    words.addAll(List.of("--class", String.join(",", classes)));
    if (!algorithms.isEmpty()) {
      words.addAll(List.of("--algorithm", String.join(",", algorithms)));
    }
    if (isWeak) {
      words.add("--weak");
    }
    words.addAll(peers.options());
    if (!more.isEmpty()) {
      words.add("--");
      words.addAll(more);
    }
    return List.copyOf(words);
  }

  private String numbers(String between) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(between));
  }

  /** All cells, those that take the least time first. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    List<String> chosen = algorithms.isEmpty() ? List.of("") : algorithms;
    if (isWeak) {
      for (String benchmark : benchmarks) {
        chosen.forEach(algorithm -> cells.add(weak(benchmark, algorithm)));
      }
      return cells;
    }
    for (String benchmark : benchmarks) {
      boolean nas = isOfNpb(benchmark);
      for (String problemClass : nas ? classes : List.of("")) {
        if (nas && !ranks.contains(1)) {
          cells.add(ofNpb(benchmark, problemClass, 1, placements.getFirst(), "", true));
        }
        for (int n : !nas && isOfTwoRanks(benchmark) ? List.of(2) : ranks) {
          for (String algorithm : chosen) {
            if (nas) {
              placements.forEach(
                  each -> cells.add(ofNpb(benchmark, problemClass, n, each, algorithm, false)));
            } else if (n > 1) {
              cells.add(ofBench(benchmark, n, algorithm));
            }
          }
        }
      }
    }
    return cells;
  }

  private Cell ofNpb(
      String benchmark,
      String problemClass,
      int n,
      String placement,
      String algorithm,
      boolean isBaseline) {
    List<String> command = ofNpb(benchmark, placement, Integer.toString(n), problemClass);
    command.add("--no-serial");
    if (placement.equals(placements.getFirst())) { // what is the same for all placements
      if (n > 1) {
        command.add("--bound");
      }
      command.addAll(peers.ofNpb());
    }
    addMore(command, algorithm);
    return cell(
        benchmark, problemClass, Integer.toString(n), placement, algorithm, isBaseline, command);
  }

  /** All numbers of ranks, each with its class, beside serial copies, in all placements. */
  private Cell weak(String benchmark, String algorithm) {
    String where = String.join(",", placements);
    List<String> command = ofNpb(benchmark, where, numbers(","), String.join(",", classes));
    command.add("--weak");
    command.addAll(peers.ofNpb());
    addMore(command, algorithm);
    return cell(
        benchmark,
        String.join("+", classes),
        "weak-" + numbers("+"),
        where.replace(',', '+'),
        algorithm,
        false,
        command);
  }

  private static List<String> ofNpb(
      String benchmark, String placement, String ranks, String problemClass) {
    List<String> command = new ArrayList<>(List.of("npb", benchmark));
    command.addAll(List.of("--placement", placement, "--ranks", ranks, "--class", problemClass));
    return command;
  }

  /** Adds the options for each command, and an algorithm to those of the jobs. */
  private void addMore(List<String> command, String algorithm) {
    command.addAll(more);
    if (!algorithm.isEmpty()) {
      if (!more.contains("--")) {
        command.add("--");
      }
      command.addAll(List.of("--algorithm", algorithm));
    }
  }

  private Cell ofBench(String benchmark, int n, String algorithm) {
    String where = String.join(",", placements);
    List<String> command = new ArrayList<>(List.of("bench", benchmark, "--placement", where));
    if (!isOfTwoRanks(benchmark)) {
      command.addAll(List.of("--ranks", Integer.toString(n)));
    }
    command.addAll(peers.ofBench());
    command.addAll(more);
    if (!algorithm.isEmpty()) {
      AlgorithmChoice choice = AlgorithmChoice.parse(algorithm); // in the library's spelling
      command.addAll(List.of("-J", "-Dronsel.collective." + choice));
    }
    return cell(
        benchmark, "", Integer.toString(n), where.replace(',', '+'), algorithm, false, command);
  }

  private static Cell cell(
      String benchmark,
      String problemClass,
      String ranks,
      String where,
      String algorithm,
      boolean isBaseline,
      List<String> command) {
    return new Cell(
        Cell.nameOf(List.of(benchmark, problemClass, ranks, where, algorithm)),
        benchmark,
        problemClass,
        isBaseline,
        List.copyOf(command),
        algorithm.isEmpty() ? Map.of() : Map.of("algorithm", algorithm));
  }

  /** The factors, for a person. */
  String describe() {
    List<String> parts = new ArrayList<>();
    parts.add((isWeak ? "weak scaling of " : "benchmarks ") + String.join(", ", benchmarks));
    parts.add("ranks " + numbers(", "));
    parts.add("placements " + String.join(", ", placements));
    if (hasKernels()) {
      parts.add("classes " + String.join(", ", classes));
    }
    if (!algorithms.isEmpty()) {
      parts.add("algorithms " + String.join(", ", algorithms));
    }
    return String.join("; ", parts);
  }
}
