package org.ronsel.study;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * One place in the grid: a command of {@code ronsel} that measures.
 *
 * @param name of its file, without the ending
 * @param benchmark that it runs
 * @param problemClass of a NAS benchmark, or several with plus signs; empty for others
 * @param isBaseline whether it is not of the grid: one rank, over which speed-ups are
 * @param command arguments of {@code ronsel}, without the JSON file
 * @param options by name, added to its rows because the command itself does not record them
 */
record Cell(
    String name,
    String benchmark,
    String problemClass,
    boolean isBaseline,
    List<String> command,
    Map<String, String> options) {
  private static final String BOUND = "--bound";

  /** Whether serial copies are measured as well. */
  boolean hasCopies() {
    return command.contains(BOUND);
  }

  /** The same without serial copies. */
  Cell withoutCopies() {
    return new Cell(name, benchmark, problemClass, isBaseline, withoutCopies(command), options);
  }

  /** The arguments without the option for serial copies. */
  static List<String> withoutCopies(List<?> words) {
    return words.stream().map(String::valueOf).filter(word -> !word.equals(BOUND)).toList();
  }

  /** The arguments, with the JSON file. */
  List<String> commandTo(String file) {
    List<String> whole = new ArrayList<>(command);
    int options = whole.indexOf("--");
    whole.addAll(options < 0 ? whole.size() : options, List.of("--json", file));
    return whole;
  }

  /** A name that every file system accepts, made of the parts that are not empty. */
  static String nameOf(List<String> parts) {
    List<String> kept = parts.stream().filter(part -> !part.isEmpty()).toList();
    return String.join("-", kept).replaceAll("[^A-Za-z0-9=._+-]", "_").toLowerCase(Locale.ROOT);
  }
}
