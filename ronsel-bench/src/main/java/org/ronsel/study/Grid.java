package org.ronsel.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The factors of a study, whose product it runs. What is an NAS benchmark has a cell for each
 * placement; other benchmarks measure all placements in one cell, in pairs.
 *
 * @param benchmarks names for {@code ronsel bench} or {@code ronsel npb}
 * @param ranks numbers of ranks
 * @param placements names of placements
 * @param classes of NAS benchmarks
 * @param algorithms of a collective operation, as in {@code allReduce=ring}; empty for what the
 *     library chooses
 * @param more options for each command
 */
record Grid(
    List<String> benchmarks,
    List<Integer> ranks,
    List<String> placements,
    List<String> classes,
    List<String> algorithms,
    List<String> more) {
  private static final Set<String> NAS =
      Set.of("ep", "cg", "mg", "ft", "is", "lu", "sp", "bt", "bt-mz", "sp-mz", "lu-mz");

  /** Benchmarks between two ranks, which refuse a number of ranks. */
  private static final Set<String> OF_TWO =
      Set.of(
          "pingpong",
          "latency",
          "latency-persistent",
          "latency-mt",
          "stream",
          "bw",
          "bibw",
          "rate",
          "rma");

  /** All cells, those that take the least time first. */
  List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    List<String> chosen = algorithms.isEmpty() ? List.of("") : algorithms;
    for (String benchmark : benchmarks) {
      boolean nas = NAS.contains(benchmark.toLowerCase(Locale.ROOT));
      boolean two = OF_TWO.contains(benchmark.toLowerCase(Locale.ROOT));
      for (String problemClass : nas ? classes : List.of("")) {
        for (int n : two ? List.of(2) : ranks) {
          if (nas || n > 1) {
            for (String algorithm : chosen) {
              addPlacements(cells, benchmark, nas, two, problemClass, n, algorithm);
            }
          }
        }
      }
    }
    return cells;
  }

  private void addPlacements(
      List<Cell> cells,
      String benchmark,
      boolean nas,
      boolean two,
      String problemClass,
      int n,
      String algorithm) {
    for (String placement : nas ? placements : List.of(String.join(",", placements))) {
      List<String> command = new ArrayList<>(List.of(nas ? "npb" : "bench", benchmark));
      command.addAll(List.of("--placement", placement));
      if (!two) {
        command.addAll(List.of("--ranks", Integer.toString(n)));
      }
      if (nas) {
        command.addAll(List.of("--class", problemClass, "--no-serial"));
        if (n > 1 && placement.equals(placements.getFirst())) {
          command.add("--bound"); // serial copies: the same for all placements
        }
      }
      command.addAll(more);
      if (!algorithm.isEmpty()) {
        if (nas) {
          command.addAll(List.of("--", "--algorithm", algorithm));
        } else {
          command.addAll(List.of("-J", "-Dronsel.collective." + algorithm));
        }
      }
      cells.add(
          new Cell(
              Cell.nameOf(
                  List.of(
                      benchmark,
                      problemClass,
                      Integer.toString(n),
                      placement.replace(',', '+'),
                      algorithm)),
              List.copyOf(command),
              algorithm.isEmpty() ? Map.of() : Map.of("algorithm", algorithm)));
    }
  }

  /** The factors, for a person. */
  String describe() {
    List<String> parts = new ArrayList<>();
    parts.add("benchmarks " + String.join(", ", benchmarks));
    parts.add("ranks " + ranks.stream().map(String::valueOf).collect(Collectors.joining(", ")));
    parts.add("placements " + String.join(", ", placements));
    parts.add("classes " + String.join(", ", classes));
    if (!algorithms.isEmpty()) {
      parts.add("algorithms " + String.join(", ", algorithms));
    }
    return String.join("; ", parts);
  }
}
