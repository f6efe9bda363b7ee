package org.ronsel.study;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ronsel.bench.command.BenchCommand;
import org.ronsel.bench.command.Obstacle;
import org.ronsel.npb.command.NpbCommand;

/** Finds the cells that cannot be measured, before any is. */
final class Obstacles {
  private final Map<Cell, String> impossible = new LinkedHashMap<>();
  private final Set<Cell> laterPerhaps = new HashSet<>();
  private final Map<Cell, String> withoutCopies = new LinkedHashMap<>();

  /** Looks at cells that are to be measured. */
  Obstacles(List<Cell> cells) {
    for (Cell cell : cells) {
      Obstacle obstacle = of(cell.withoutCopies());
      if (obstacle != null) {
        impossible.put(cell, obstacle.reason());
        if (obstacle.isOfMoment()) {
          laterPerhaps.add(cell);
        }
      } else if (cell.hasCopies()) {
        Obstacle ofCopies = of(cell);
        if (ofCopies != null) {
          withoutCopies.put(cell, ofCopies.reason());
        }
      }
    }
  }

  /** The cells that can be measured; those whose serial copies do not fit are without them. */
  List<Cell> possible(List<Cell> cells) {
    return cells.stream()
        .filter(cell -> !impossible.containsKey(cell))
        .map(cell -> withoutCopies.containsKey(cell) ? cell.withoutCopies() : cell)
        .toList();
  }

  /** The cells that cannot, each with the reason. */
  Map<Cell, String> impossible() {
    return impossible;
  }

  /** The reasons, each once: cells that differ by their placement may share one. */
  List<String> reasons() {
    return Stream.concat(impossible.values().stream(), withoutCopies.values().stream())
        .distinct()
        .toList();
  }

  private static @Nullable Obstacle of(Cell cell) {
    List<String> arguments = cell.command().subList(1, cell.command().size());
    return StudyGrid.isOfNpb(cell.benchmark())
        ? NpbCommand.obstacle(arguments)
        : BenchCommand.obstacle(arguments);
  }

  /**
   * Finds a benchmark and class of which nothing can ever be measured but the baseline, or that
   * there is nothing of any.
   *
   * @param all cells of the study, measured or not
   * @return the reasons; null if the study can go on
   */
  @Nullable String hopeless(List<Cell> all) {
    List<List<Cell>> missing = missing(all);
    for (List<Cell> group : missing) {
      if (group.stream().noneMatch(laterPerhaps::contains)) {
        return reasons(group);
      }
    }
    return !missing.isEmpty() && missing.size() == groups(all).size()
        ? reasons(missing.stream().flatMap(List::stream).toList())
        : null;
  }

  private String reasons(List<Cell> group) {
    return String.join(
        "; ", group.stream().map(impossible::get).map(String::valueOf).distinct().toList());
  }

  /**
   * Leaves out each benchmark and class of which nothing can be measured but the baseline.
   *
   * @param all cells of the study, measured or not
   * @return their names
   */
  List<String> leaveOutMissing(List<Cell> all) {
    List<String> names = new ArrayList<>();
    for (List<Cell> group : missing(all)) {
      Cell first = group.getFirst();
      names.add(first.benchmark() + " class " + first.problemClass());
      all.stream()
          .filter(Cell::isBaseline)
          .filter(cell -> groupOf(cell).equals(groupOf(first)))
          .forEach(cell -> impossible.putIfAbsent(cell, reasons(group)));
    }
    return names;
  }

  private List<List<Cell>> missing(List<Cell> all) {
    return groups(all).stream().filter(impossible.keySet()::containsAll).toList();
  }

  private static List<String> groupOf(Cell cell) {
    return List.of(cell.benchmark(), cell.problemClass());
  }

  /** The cells by benchmark and class, without baselines. */
  private static List<List<Cell>> groups(List<Cell> all) {
    Map<List<String>, List<Cell>> groups = new LinkedHashMap<>();
    for (Cell cell : all) {
      if (!cell.isBaseline()) {
        groups.computeIfAbsent(groupOf(cell), k -> new ArrayList<>()).add(cell);
      }
    }
    return List.copyOf(groups.values());
  }
}
