package org.ronsel.bench.command;

import java.util.ArrayList;
import java.util.List;

/** A command as a person types it, recorded with its results. */
public final class WholeCommand {
  private WholeCommand() {}

  /**
   * The whole command.
   *
   * @param name of the command of {@code ronsel}
   * @param arguments as they were given, of which the name is the first where {@code ronsel} itself
   *     has parsed them
   */
  public static List<String> of(String name, List<String> arguments) {
    List<String> words = new ArrayList<>(List.of("ronsel", name));
    boolean isNamed = !arguments.isEmpty() && arguments.getFirst().equals(name);
    words.addAll(isNamed ? arguments.subList(1, arguments.size()) : arguments);
    return words;
  }
}
