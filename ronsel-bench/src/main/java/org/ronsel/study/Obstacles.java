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
import org.ronsel.bench.run.MemoryNeed;
import org.ronsel.bench.run.RankPlacement;
import org.ronsel.bench.run.UnavailableException;
import org.ronsel.npb.Npb;
import org.ronsel.npb.NpbKernel;
import org.ronsel.npb.ProblemClass;
import org.ronsel.npb.RankCounts;
import org.ronsel.npb.command.NpbCommand;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Finds the cells that cannot be measured, before any is. */
final class Obstacles {
  /** Options of {@code ronsel run} by which ranks are on other hosts, with memory of their own. */
  private static final Set<String> OF_HOSTS =
      Set.of("--hosts", "--hostfile", "-hostfile", "--machinefile", "-machinefile", "--launcher");

  /** A reason why a cell cannot be measured: that of the moment may be none later. */
  private record Reason(String text, boolean isOfMoment) {}

  private final Map<Cell, String> impossible = new LinkedHashMap<>();
  private final Set<Cell> laterPerhaps = new HashSet<>();
  private final Map<Cell, String> withoutCopies = new LinkedHashMap<>();

  /** Looks at cells that are to be measured. */
  Obstacles(List<Cell> cells) {
    for (Cell cell : cells) {
      Reason why = why(cell);
      if (why != null) {
        impossible.put(cell, why.text());
        if (why.isOfMoment()) {
          laterPerhaps.add(cell);
        }
      } else if (cell.hasCopies()) {
        String tooMuch = copiesTooMuch(cell);
        if (tooMuch != null) {
          withoutCopies.put(cell, tooMuch);
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

  private static @Nullable Reason why(Cell cell) {
    String wrong = wrong(cell);
    if (wrong != null) {
      return new Reason(wrong, false);
    }
    String tooMuch = Grid.isOfNpb(cell.benchmark()) ? tooMuch(cell) : null;
    return tooMuch == null ? null : new Reason(tooMuch, true);
  }

  /** Why the command line means nothing, or nothing on so many ranks. */
  private static @Nullable String wrong(Cell cell) {
    List<String> arguments = cell.command().subList(1, cell.command().size());
    if (!Grid.isOfNpb(cell.benchmark())) {
      return BenchCommand.obstacle(arguments);
    }
    try {
      new CommandLine(new NpbCommand()).parseArgs(arguments.toArray(String[]::new));
    } catch (ParameterException e) {
      return "ronsel npb " + cell.benchmark() + ": " + e.getMessage();
    }
    NpbKernel kernel = Npb.named(cell.benchmark());
    ProblemClass size = ProblemClass.parse(cell.problemClass());
    RankCounts allowed = kernel.rankCounts(size);
    return allowed.allows(cell.ranks())
        ? null
        : kernel.name()
            + " class "
            + size
            + " does not run on "
            + ranks(cell)
            + "; it runs on "
            + allowed.text();
  }

  private static @Nullable String tooMuch(Cell cell) {
    NpbKernel kernel = Npb.named(cell.benchmark());
    ProblemClass size = ProblemClass.parse(cell.problemClass());
    RankPlacement placement = placement(cell);
    String tooMuch =
        tooMuch(
            cell,
            kernel.memoryBytes(size, cell.ranks()),
            placement.hasProcesses() ? cell.ranks() : 1);
    return tooMuch == null
        ? null
        : kernel.name()
            + " class "
            + size
            + " on "
            + ranks(cell)
            + " ("
            + placement.label()
            + ") "
            + tooMuch;
  }

  private static String ranks(Cell cell) {
    return cell.ranks() + (cell.ranks() == 1 ? " rank" : " ranks");
  }

  private static RankPlacement placement(Cell cell) {
    return RankPlacement.parse(cell.command().get(cell.command().indexOf("--placement") + 1));
  }

  private static @Nullable String copiesTooMuch(Cell cell) {
    NpbKernel kernel = Npb.named(cell.benchmark());
    ProblemClass size = ProblemClass.parse(cell.problemClass());
    String tooMuch =
        tooMuch(
            cell,
            kernel.memoryBytes(size, 1) * cell.ranks(),
            placement(cell).hasProcesses() ? cell.ranks() : 1);
    return tooMuch == null
        ? null
        : "the serial copies of "
            + kernel.name()
            + " class "
            + size
            + " beside "
            + ranks(cell)
            + ", as "
            + cell.ranks()
            + " of them "
            + tooMuch;
  }

  private static @Nullable String tooMuch(Cell cell, long bytes, int jvms) {
    boolean elsewhere =
        cell.command().stream()
            .map(word -> word.replaceFirst("=.*", ""))
            .anyMatch(OF_HOSTS::contains);
    try {
      if (!elsewhere) {
        MemoryNeed.check(bytes + jvms * MemoryNeed.JVM_BYTES);
      }
      return null;
    } catch (UnavailableException e) {
      return e.getMessage();
    }
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
